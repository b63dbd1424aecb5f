"""A cache of answers of the database that are the same for all people."""

import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from ludarium.store.match.notifier import Notifier

_SECOND = 1.0
"""Seconds for which an answer may miss a change of another process."""

T = TypeVar("T")


class TtlCache(Generic[T]):
    """Answers by key, asked again after every change in this process, and after a second."""

    def __init__(self, notifier: Notifier, now: Callable[[], float] = time.monotonic) -> None:
        self._notifier = notifier
        self._now = now
        self._cached: dict[Hashable, tuple[int, float, T]] = {}

    def get(self, key: Hashable, ask: Callable[[], T]) -> T:
        """Return the answer of a key; `ask` the database if there is none, or not since the last change."""
        changes, now = self._notifier.changes, self._now()
        cached = self._cached.get(key)
        if cached and cached[0] == changes and now < cached[1] + _SECOND:
            return cached[2]
        answer = ask()
        self._cached[key] = changes, now, answer
        return answer
