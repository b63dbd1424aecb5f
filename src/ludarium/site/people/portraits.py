"""The portraits of people: a piece of a game in some colour, which they choose or which follows from their id."""

from typing import NamedTuple
from zlib import crc32

from ludarium.site.people.people import PORTRAITS

SHAPES = {
    "stone": "M24 8a16 16 0 1 1 0 32a16 16 0 1 1 0-32z",
    "pawn": "M24 7a8 8 0 0 1 5 14q1 7 8 13v6H11v-6q7-6 8-13a8 8 0 0 1 5-14z",
    "cell": "M24 6l16 9v18l-16 9-16-9V15z",
    "crown": "M9 14l8 7 7-12 7 12 8-7-3 25H12z",
    "star": "M24 6l5 12 13 1-10 8 3 13-11-7-11 7 3-13-10-8 13-1z",
    "city": "M11 40V18h5v-7h5v5h6v-5h5v7h5v22z",
    "leaf": "M24 6C36 14 36 34 24 42C12 34 12 14 24 6z",
    "diamond": "M24 7l17 17-17 17L7 24z",
    "die": "M13 8h22a5 5 0 0 1 5 5v22a5 5 0 0 1-5 5H13a5 5 0 0 1-5-5V13a5 5 0 0 1 5-5z"
    "M17 13a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM31 27a4 4 0 1 0 0 8a4 4 0 1 0 0-8z",
    "rotor": "M24 24C15 19 15 10 24 5C33 10 33 19 24 24zM24 24C29 15 38 15 43 24C38 33 29 33 24 24z"
    "M24 24C33 29 33 38 24 43C15 38 15 29 24 24zM24 24C19 33 10 33 5 24C10 15 19 15 24 24z",
    "ring": "M24 7a17 17 0 1 1 0 34a17 17 0 1 1 0-34zM24 17a7 7 0 1 0 0 14a7 7 0 1 0 0-14z",
    "arrow": "M24 6l16 17h-9v19H17V23H8z",
}
"""The shapes by their names, as paths in a square of 48."""
TONES = ("blue", "orange", "green", "red", "violet", "yellow", "teal", "pink")
_PATHS = [*SHAPES.values()]
_GIVEN = 8
"""The first shapes, one of which a person has who has chosen none."""
assert len(SHAPES) * len(TONES) == PORTRAITS


class Portrait(NamedTuple):
    """A shape as a path in a square of 48, and the number of a colour."""

    shape: str
    tone: int


def number_of(person_id: str, chosen: int | None = None) -> int:
    """Return the number of the portrait of a person: the chosen one, or one that is always the same.

    >>> number_of("a") == number_of("a"), number_of("a", 95), len({number_of(str(n)) for n in range(1000)})
    (True, 95, 64)
    """
    number = crc32(person_id.encode())
    return number % _GIVEN * len(TONES) + number // _GIVEN % len(TONES) if chosen is None else chosen


def portrait_of(person_id: str, chosen: int | None = None) -> Portrait:
    """Return the portrait of a person."""
    shape, tone = divmod(number_of(person_id, chosen), len(TONES))
    return Portrait(_PATHS[shape], tone)
