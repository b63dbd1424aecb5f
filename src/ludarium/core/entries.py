"""The entries of a record: a turn as text, with the times that are noted behind it.

Behind a turn stand the seconds that it took and those left on the clock. Between them may stand what the seat was not
charged for (`Credit`), as in `{took 90000, vacation 3600, left 0}`, and in a simultaneous turn by correspondence the
clocks of all seats, as in `{A took 60, left 864000; B took 3600, left 864000}`.
"""

import re
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten

_SECONDS = r"[0-9.]{1,12}"
_CREDITS = "".join(rf"(?:, {name} {_SECONDS})?" for name in ("vacation", "paused", "given", "left"))
_NOTE = rf"took {_SECONDS}{_CREDITS}"
_SEAT = r"[^\s{};,]+"
TURN = re.compile(
    r"([0-9]{1,7})\.\s+([^{}\s](?:[^{}]*[^{}\s])?)"
    rf"(?:\s*\{{({_NOTE}|{_SEAT} {_NOTE}(?:; {_SEAT} {_NOTE})*)\}})?"
)
_NOTES = re.compile(rf"(?:({_SEAT}) )?{_NOTE.replace(_SECONDS, f'({_SECONDS})')}")
"""A line with an entry: its number, its text, and its notes."""
_SEVERAL = re.compile(r"[0-9]{1,7}\.\s.*?\s([0-9]{1,7}\.)\s.*")


class Credit(NamedTuple):
    """Seconds that a seat is not charged for in a turn.

    | field      | content                                                         |
    |------------|-----------------------------------------------------------------|
    | `vacation` | how much of the turn's time its person was on vacation          |
    | `paused`   | how long no clock ran, which is not in the turn's time          |
    | `given`    | what an opponent has added to the clock                         |
    """

    vacation: float = 0.0
    paused: float = 0.0
    given: float = 0.0


NO_CREDIT = Credit()


class Timing(NamedTuple):
    """The clock of one seat in a simultaneous turn: the seconds that it took, those left after it, and its credit."""

    took: float
    left: float | None = None
    credit: Credit = NO_CREDIT


class Entry(NamedTuple):
    """A turn of a record: its text, the seconds that it took, those left on the clock after it, and its credit.

    `timings` are the clocks of a simultaneous turn, by the names of the seats.
    """

    text: str
    took: float | None = None
    left: float | None = None
    credit: Credit = NO_CREDIT
    timings: tuple[tuple[str, Timing], ...] = ()


def complain_of_several(line: str) -> str:
    """Return what is wrong with a line that has the number of a further turn, too; empty if it has none.

    >>> complain_of_several("1. u+ 2. a+"), complain_of_several("1. u+")
    ("expected one turn a line, and 2. begins another in '1. u+ 2. a+'", '')
    """
    found = _SEVERAL.fullmatch(line)
    return f"expected one turn a line, and {found[1]} begins another in {shorten(line)}" if found else ""


def parse_entry(text: str, notes: str, line: int) -> Entry:
    """Return a turn with the times that are noted behind it.

    Raises `ParseError`, with the number of the line.
    """
    timings: list[tuple[str, Timing]] = []
    for seat, took, vacation, paused, given, left in _NOTES.findall(notes):
        credit = Credit(*(_seconds(part, line) if part else 0.0 for part in (vacation, paused, given)))
        timings.append((seat, Timing(_seconds(took, line), _seconds(left, line) if left else None, credit)))
    if timings and not timings[0][0]:
        return Entry(text, *timings[0][1])
    return Entry(text, timings=tuple(timings))


def _seconds(text: str, line: int) -> float:
    try:
        return round(float(text), 3)
    except ValueError:
        raise ParseError(f"line {line}: {shorten(text)} is not a number of seconds") from None


def write_entry(entry: Entry) -> str:
    """Return a turn with its times, as a record has it."""
    if entry.timings:
        notes = "; ".join(f"{seat} {_write_timing(timing)}" for seat, timing in entry.timings)
        return f"{entry.text} {{{notes}}}"
    if entry.took is None:
        return entry.text
    return f"{entry.text} {{{_write_timing(Timing(entry.took, entry.left, entry.credit))}}}"


def _write_timing(timing: Timing) -> str:
    parts = {"took": timing.took, **{name: value for name, value in timing.credit._asdict().items() if value}}
    if timing.left is not None:
        parts["left"] = timing.left
    return ", ".join(f"{name} {format_seconds(value)}" for name, value in parts.items())


def format_seconds(seconds: float) -> str:
    """Return seconds as text, rounded to milliseconds and without trailing zeros.

    >>> format_seconds(600.0), format_seconds(0.5)
    ('600', '0.5')
    """
    return f"{seconds:.3f}".rstrip("0").rstrip(".")
