"""A cache of answers of the database that are the same for all people."""

import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_SECOND = 1.0
"""Seconds for which an answer may miss a change of another process."""
_MOST = 256
"""Answers that are kept at once; all go where there are more, since none lasts for long."""

T = TypeVar("T")


class TtlCache(Generic[T]):
    """Answers by key, asked again after every change in this process, which `changes` counts, and after a second."""

    def __init__(self, changes: Callable[[], int], now: Callable[[], float] = time.monotonic) -> None:
        self._changes = changes
        self._now = now
        self._cached: dict[Hashable, tuple[int, float, T]] = {}

    def fresh(self, key: Hashable) -> T | None:
        """Return the answer of a key, or None if it has to be asked for."""
        cached = self._cached.get(key)
        if cached and cached[0] == self._changes() and self._now() < cached[1] + _SECOND:
            return cached[2]
        return None

    def get(self, key: Hashable, ask: Callable[[], T]) -> T:
        """Return the answer of a key; `ask` the database if there is none, or not since the last change."""
        cached, changes, now = self._cached.get(key), self._changes(), self._now()
        if cached and cached[0] == changes and now < cached[1] + _SECOND:
            return cached[2]
        answer = ask()
        if len(self._cached) >= _MOST:
            self._cached.clear()
        self._cached[key] = changes, now, answer
        return answer
