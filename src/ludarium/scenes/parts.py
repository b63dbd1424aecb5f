"""Parts of scenes that many games share: shapes, dice, pieces on one place, ids that are carried, and touches of moves.

Shapes are SVG paths around the origin.
"""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import TypeVar

from ludarium.scenes.scene import Element, Role, Stamp, Touch

Place = TypeVar("Place", bound=Hashable)
_PIPS = ("", "e", "ai", "aei", "acgi", "acegi", "acdfgi")
"""For each number, the pips among the nine places of a die's face, which are lettered row by row."""


def disc(radius: float) -> str:
    """Return a circle."""
    return f"M{radius:g} 0A{radius:g} {radius:g} 0 1 1-{radius:g} 0A{radius:g} {radius:g} 0 1 1 {radius:g} 0Z"


def rounded(width: float, height: float, radius: float, x: float = 0, y: float = 0) -> str:
    """Return a rectangle with round corners, around x and y."""
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    corner = f"A{radius:g} {radius:g} 0 0 1 "
    return (
        f"M{left + radius:g} {top:g}H{right - radius:g}{corner}{right:g} {top + radius:g}V{bottom - radius:g}"
        f"{corner}{right - radius:g} {bottom:g}H{left + radius:g}{corner}{left:g} {bottom - radius:g}"
        f"V{top + radius:g}{corner}{left + radius:g} {top:g}Z"
    )


def scaled(path: str, times: float) -> str:
    """Return a path without arcs, larger or smaller.

    >>> scaled("M0-40L10 20Z", 0.5)
    'M0-20L5 10Z'
    """
    return re.sub(r"-?[0-9.]+", lambda number: f"{float(number[0]) * times:.3g}", path)


def polygon(corners: Sequence[tuple[float, float]]) -> str:
    """Return a polygon."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


def polygon_corners(radius: float, corners: int, turn: float = 0.0) -> list[tuple[float, float]]:
    """Return the corners of a regular polygon, turned by a fraction of the angle between two of them."""
    angles = (2 * pi * (corner + turn) / corners for corner in range(corners))
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def board(width: float, height: float) -> Element:
    """Return the board below everything: a frame with round corners, close to the edge of the picture."""
    return Element("board", "ground", 0, 0, rounded(width - 8, height - 8, 14, width / 2, height / 2), look="board")


def looks(**words: bool) -> str:
    """Return the words that hold as a look; underscores stand for hyphens.

    >>> looks(seat_1=True, last=False, win=True)
    'seat-1 win'
    """
    return " ".join(word.replace("_", "-") for word, holds in words.items() if holds)


def die(
    name: str,
    at: tuple[float, float],
    roll: int,
    *,
    look: str,
    label: str,
    size: float = 60,
    pips: bool = True,
    role: Role = "piece",
    stamps: tuple[Stamp, ...] = (),
) -> Element:
    """Return a die that shows a roll, or is blank before it (roll 0), with pips up to 6 and else a number.

    Every roll needs another `name`, so that a browser rolls a new die: count the rolls in the picture.
    """
    dots = "".join(_pip("abcdefghi".index(letter), size) for letter in _PIPS[roll]) if pips and roll < 7 else ""
    text = str(roll) if roll and not dots else ""
    look = f"{look} die" if roll else look
    corner = round(0.16 * size)
    body, under = rounded(size, size, corner), rounded(size, size, corner, 0, 0.07 * size)
    return Element(name, role, *at, body, dots, 0.0, look, text, label, stamps, under)


def _pip(place: int, size: float) -> str:
    """Return a pip as circles, one in another, which the stroke of a glyph fills."""
    row, column = divmod(place, 3)
    found, inside = f"M{0.29 * size * (column - 1):g} {0.29 * size * (row - 1):g}", 0.0
    outer = 0.1 * size - 2
    for radius in (outer, max(0.6, outer - 2.8), max(0.6, outer - 5.6)):
        arc = f"a{radius:.3g} {radius:.3g} 0 1 0"
        found += f"m{inside - radius:.3g} 0{arc} {2 * radius:.3g} 0{arc}-{2 * radius:.3g} 0"
        inside = radius
    return found


def quadrant(number: int, across: float, down: float) -> tuple[float, float]:
    """Return where the first to fourth of up to four pieces on one place stand, from its centre, two in a row.

    >>> quadrant(0, 42, 36), quadrant(3, 42, 36)
    ((-21.0, -18.0), (21.0, 18.0))
    """
    row, column = divmod(number, 2)
    return (column - 0.5) * across, (row - 0.5) * down


def moved(pieces: Mapping[str, Place], origin: Place, target: Place) -> dict[str, Place]:
    """Return the places of pieces by their ids after the first piece on `origin` has gone to `target`.

    >>> moved({"a": 3, "b": 5, "c": 3}, 3, 7)
    {'a': 7, 'b': 5, 'c': 3}
    """
    first = next((name for name, place in pieces.items() if place == origin), None)
    return {name: target if name == first else place for name, place in pieces.items()}


def removed(pieces: Mapping[str, Place], place: Place) -> dict[str, Place]:
    """Return the places of pieces by their ids without those on `place`."""
    return {name: there for name, there in pieces.items() if there != place}


def move_touches(seat: int, moves: Mapping[int, tuple[str, str, str]]) -> Iterator[Touch]:
    """Yield the touches of moves, each given by its action as the ids of its piece, the place it leaves and its target.

    A move is chosen by its piece, the place that it leaves, or its target (empty where it has none to touch). A place
    stands for the first move that leaves it or, if none can, for the first that goes there.
    """
    places: dict[str, int] = {}
    for end in (1, 2):
        for action, move in moves.items():
            if move[end]:
                places.setdefault(move[end], action)
    for action, (piece, _, _) in moves.items():
        yield Touch(seat, action, (piece,))
    for place, action in places.items():
        yield Touch(seat, action, (place,))
