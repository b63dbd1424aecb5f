"""A cache of answers of the database that are the same for all people."""

import time
from collections.abc import Callable, Collection, Hashable
from typing import Generic, TypeVar

from ludarium.store.match.changes import Subject
from ludarium.store.match.notifier import Notifier

_SECOND = 1.0
"""Seconds for which an answer may miss a change of another process."""

T = TypeVar("T")


class TtlCache(Generic[T]):
    """Answers by key, asked again after every change of a subject in this process, and after a second.

    Without `subjects` an answer depends on all.
    """

    def __init__(
        self, notifier: Notifier, now: Callable[[], float] = time.monotonic, subjects: Collection[Subject] = ()
    ) -> None:
        self._changes = notifier.changes
        self._subjects = subjects
        self._now = now
        self._cached: dict[Hashable, tuple[int, float, T]] = {}

    def get(self, key: Hashable, ask: Callable[[], T]) -> T:
        """Return the answer of a key; `ask` the database if there is none, or not since the last change."""
        changes = sum(map(self._changes.__getitem__, self._subjects)) if self._subjects else self._changes.total()
        now = self._now()
        cached = self._cached.get(key)
        if cached and cached[0] == changes and now < cached[1] + _SECOND:
            return cached[2]
        answer = ask()
        self._cached[key] = changes, now, answer
        return answer
