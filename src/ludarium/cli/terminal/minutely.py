"""Progress for a pipe, which cannot be redrawn: a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 60.0
"""How far apart the lines are."""


class Minutely:
    """Prints a line when the last one was a minute ago; `line` makes it, and is called only then.

    >>> clock = iter([0.0, 59.0, 60.0, 119.0, 121.0])
    >>> lines = Minutely(print, lambda: next(clock))
    >>> for number in range(4):
    ...     lines.show(lambda: f"line {number}")
    line 1
    line 3
    """

    def __init__(self, write: Callable[[str], object], clock: Callable[[], float] = time.monotonic) -> None:
        self._write, self._clock = write, clock
        self._written_at = clock()

    def show(self, line: Callable[[], str]) -> None:
        """Print the line if one is due."""
        now = self._clock()
        if now >= self._written_at + SECONDS:
            self._written_at = now
            self._write(line())
