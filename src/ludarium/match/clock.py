"""Time controls: seconds for the whole game, and an increment for every turn.

A seat's clock runs during its own turns. It does not run in a simultaneous turn, where several seats decide at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludarium.core.errors import ParseError
from ludarium.core.record import format_seconds
from ludarium.core.text import shorten

_TEXT = re.compile(r"\s*([0-9]{1,7}(?:\.[0-9]{1,3})?)\s*(?:\+\s*([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*)?", re.ASCII)
_LONGEST_TEXT = 40
_LONGEST = 99_999_999.0


@dataclass(frozen=True, slots=True)
class Clock:
    """A time control: `main` seconds for the game and `increment` seconds added after every turn.

    >>> clock = Clock.parse("600+5")
    >>> clock.after(600, took=20), str(clock)
    (585.0, '600+5')
    """

    main: float
    increment: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Parse a time control, as in `600+5`.

        Raises `ParseError`.
        """
        found = _TEXT.fullmatch(text) if len(text) <= _LONGEST_TEXT else None
        if found is None or not float(found[1]):
            raise ParseError(f"{shorten(text)} is not a time control: expected seconds and increment, as in 600+5")
        return cls(float(found[1]), float(found[2] or 0))

    def after(self, left: float, took: float) -> float:
        """Return the seconds left after a turn that took `took` seconds."""
        return min(round(left - took + self.increment, 3), _LONGEST)

    def __str__(self) -> str:
        return f"{format_seconds(self.main)}+{format_seconds(self.increment)}"


def format_clock(seconds: float) -> str:
    """Return the seconds left on a clock as text.

    >>> format_clock(65), format_clock(7384), format_clock(-1)
    ('1:05', '2:03:04', '0:00')
    """
    minutes, left = divmod(max(0, int(seconds)), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{left:02}" if minutes >= 60 else f"{minutes}:{left:02}"


def round_duration(seconds: float) -> float:
    """Round a duration as records keep it: to the millisecond, and never below zero.

    >>> round_duration(1.23456), round_duration(-0.001)
    (1.235, 0.0)
    """
    return round(min(max(seconds, 0.0), _LONGEST), 3)
