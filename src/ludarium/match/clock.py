"""Time controls: so many seconds for the whole game, and some more for every turn played.

The clock of a seat runs in its own turns. A joint turn, where all decide at once, stands outside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludarium.core.errors import ParseError
from ludarium.core.record import format_seconds
from ludarium.core.text import shorten

_TEXT = re.compile(r"\s*([0-9]{1,7}(?:\.[0-9]{1,3})?)\s*(?:\+\s*([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*)?", re.ASCII)
_LONGEST = 99_999_999.0


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds for the game, and seconds that every own turn adds.

    >>> clock = Clock.parse("600+5")
    >>> clock.after(600, took=20), str(clock)
    (585.0, '600+5')
    """

    main: float
    increment: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Clock:
        """The time control that a text names.

        Raises `ParseError`.
        """
        found = _TEXT.fullmatch(text[:40])
        if found is None or not float(found[1]):
            raise ParseError(f"{shorten(text)} is no time control: write seconds and what a turn adds, as in 600+5")
        return cls(float(found[1]), float(found[2] or 0))

    def after(self, left: float, took: float) -> float:
        """What is left to a seat after a turn that took so long."""
        return min(round(left - took + self.increment, 3), _LONGEST)

    def ration(self, left: float) -> float:
        """What who has so much left may spend on a turn, if it is to last for a game of any length.

        >>> Clock(600, 5).ration(600)
        24.0
        """
        return min(left / 30 + 0.8 * self.increment, 0.8 * left)

    def __str__(self) -> str:
        return f"{format_seconds(self.main)}+{format_seconds(self.increment)}"


def face(seconds: float) -> str:
    """What a clock shows that has so many seconds left.

    >>> face(65), face(7384), face(-1)
    ('1:05', '2:03:04', '0:00')
    """
    minutes, left = divmod(max(0, int(seconds)), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{left:02}" if minutes >= 60 else f"{minutes}:{left:02}"


def measured(took: float) -> float:
    """A measured time as a record keeps it: to the millisecond, and never below nothing.

    >>> measured(1.23456), measured(-0.001)
    (1.235, 0.0)
    """
    return round(min(max(took, 0.0), _LONGEST), 3)
