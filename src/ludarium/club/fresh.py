"""Answers of the database that are the same for everybody, kept for a moment."""

import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from ludarium.store.match.notifier import Notifier

_SECOND = 1.0
"""How long an answer may miss a change of another process."""

T = TypeVar("T")


class Fresh(Generic[T]):
    """Answers by key, asked again after every change in this process, and after a second."""

    def __init__(self, notifier: Notifier, now: Callable[[], float] = time.monotonic) -> None:
        self._notifier = notifier
        self._now = now
        self._kept: dict[Hashable, tuple[int, float, T]] = {}

    def get(self, key: Hashable, ask: Callable[[], T]) -> T:
        """Return the answer of a key; `ask` the database if it is not fresh."""
        changes, now = self._notifier.changes, self._now()
        kept = self._kept.get(key)
        if kept and kept[0] == changes and now < kept[1] + _SECOND:
            return kept[2]
        answer = ask()
        self._kept[key] = changes, now, answer
        return answer
