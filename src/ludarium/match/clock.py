"""Time controls: seconds for the whole game, and an increment for every turn.

A seat's clock runs during its own turns. It does not run in a simultaneous turn, where several seats decide at once,
except in a correspondence match: there a time control has a cap, as in `10d+36h/10d`, and every clock runs until its
seat has decided.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludarium.core.arguments import check_number
from ludarium.core.entries import format_seconds
from ludarium.core.errors import ParseError
from ludarium.core.text import shorten, to_text

_TEXT = re.compile(r"\s*([0-9]{1,7}(?:\.[0-9]{1,3})?)\s*(?:\+\s*([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*)?", re.ASCII)
_LONGEST_TEXT = 40
_LONGEST = 99_999_999.0
HOUR, DAY = 3600.0, 86_400.0
LEAST_TURN = 12 * HOUR
"""Seconds that a turn of a correspondence match gains at least."""
_LEAST_LOW, _MOST_LOW, _PART_LOW = 10, 60, 8
_DURATION = r"([1-9][0-9]{0,2})([dh])"
_CAPPED = re.compile(
    rf"\s*{_DURATION}\s*\+\s*{_DURATION}\s*/\s*{_DURATION}(?:\s*/\s*{_DURATION})?(\s+no vacation)?\s*", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time control: `main` seconds for the game and `increment` seconds added after every turn.

    With a `cap` it is that of a correspondence match: a clock never holds more than the cap, and the first turn of a
    seat has a time of its own. `vacation` tells whether clocks wait while a person is on vacation. With `longest`, as
    in `365d+12h/365d/21d`, no turn may take longer, whatever the clock holds.

    >>> clock = Clock.parse("600+5")
    >>> clock.after(600, took=20), str(clock)
    (585.0, '600+5')
    """

    main: float
    increment: float = 0.0
    cap: float | None = None
    vacation: bool = True
    longest: float | None = None

    def __post_init__(self) -> None:
        """Raise `InvalidOption` for times that no clock has."""
        check_number("main", self.main, 0)
        check_number("increment", self.increment, 0)
        for name, value in (("cap", self.cap), ("longest", self.longest)):
            if value is not None:
                check_number(name, value, 0)

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Parse a time control, as in `600+5`.

        Raises `ParseError`.
        """
        text = to_text(text)
        if "/" in text:
            return cls._parse_capped(text)
        found = _TEXT.fullmatch(text) if len(text) <= _LONGEST_TEXT else None
        if found is None or not float(found[1]):
            raise ParseError(f"{shorten(text)} is not a time control: expected seconds and increment, as in 600+5")
        return cls(float(found[1]), float(found[2] or 0))

    @classmethod
    def _parse_capped(cls, text: str) -> Clock:
        found = _CAPPED.fullmatch(text) if len(text) <= _LONGEST_TEXT else None
        parts = [(found[n], found[n + 1]) for n in (1, 3, 5, 7) if found[n]] if found else []
        times = [int(number) * (DAY if unit == "d" else HOUR) for number, unit in parts]
        if not found or not times[0] <= times[2] or min(times) < LEAST_TURN or times[-1] > times[2]:
            expected = "bank, increment and cap, none below 12 hours and the bank not above the cap, as in 10d+36h/10d"
            longest = "the longest turn may follow, as in 10d+36h/10d/5d"
            raise ParseError(
                f"{shorten(text)} is not a time control for correspondence: expected {expected}; {longest}"
            )
        return cls(times[0], times[1], times[2], vacation=found[9] is None, longest=times[3] if times[3:] else None)

    @property
    def is_correspondence(self) -> bool:
        """Whether this is the time control of a correspondence match."""
        return self.cap is not None

    @property
    def low(self) -> float:
        """The seconds at which a live clock is low: an eighth of its time, at least 10 and at most 60; 0 for others.

        >>> [Clock.parse(text).low for text in ("30+1", "300+0", "900+10", "2d+1d/2d")]
        [10.0, 37.0, 60.0, 0.0]
        """
        return 0.0 if self.is_correspondence else float(min(_MOST_LOW, max(_LEAST_LOW, self.main // _PART_LOW)))

    def allowance(self, left: float, *, first: bool) -> float:
        """Return the seconds that a turn may take; the first turn of a seat by correspondence has its own time.

        >>> Clock.parse("2d+1d/2d").allowance(100, first=True), Clock.parse("60+5").allowance(100, first=True)
        (86400.0, 100)
        >>> [Clock.parse("365d+12h/365d/21d").allowance(300 * DAY, first=first) / DAY for first in (True, False)]
        [21.0, 21.0]
        """
        if first and self.is_correspondence:
            return self.longest or max(self.increment, DAY)
        return left if self.longest is None else min(left, self.longest)

    def after(self, left: float, took: float, *, first: bool = False) -> float:
        """Return the seconds left after a turn that took `took` seconds; `first` is the first turn of its seat."""
        if self.cap is None:
            return min(round(left - took + self.increment, 3), _LONGEST)
        return left if first else min(round(left - took + self.increment, 3), self.cap)

    def __str__(self) -> str:
        if self.cap is None:
            return f"{format_seconds(self.main)}+{format_seconds(self.increment)}"
        bank, increment, cap = map(_format_long, (self.main, self.increment, self.cap))
        longest = "" if self.longest is None else f"/{_format_long(self.longest)}"
        return f"{bank}+{increment}/{cap}{longest}{'' if self.vacation else ' no vacation'}"


def _format_long(seconds: float) -> str:
    """Return whole hours or days as text."""
    return f"{seconds / DAY:.0f}d" if seconds % DAY == 0 else f"{seconds / HOUR:.0f}h"


def format_clock(seconds: float) -> str:
    """Return the seconds left on a clock as text; seconds count below three hours alone.

    >>> format_clock(65), format_clock(7384), format_clock(-1)
    ('1:05', '2:03:04', '0:00')
    >>> format_clock(200_000), format_clock(172_799), format_clock(80_000)
    ('2 d 7 h', '1 d 23 h', '22 h 13 min')
    """
    minutes, left = divmod(max(0, int(seconds)), 60)
    if seconds >= DAY:
        return f"{seconds // DAY:.0f} d {seconds % DAY // HOUR:.0f} h"
    if seconds >= 3 * HOUR:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes // 60}:{minutes % 60:02}:{left:02}" if minutes >= 60 else f"{minutes}:{left:02}"


def round_duration(seconds: float) -> float:
    """Round a duration as records keep it: to the millisecond, and never below zero.

    >>> round_duration(1.23456), round_duration(-0.001)
    (1.235, 0.0)
    """
    return round(min(max(seconds, 0.0), _LONGEST), 3)
