"""The boards of Throngs, copied from the pictures of the rule book.

A point is its column in the picture, in half steps, and its row.
"""

from __future__ import annotations

from functools import cache

Point = tuple[int, int]
Stones = dict[Point, str]

PICTURES = {
    63: [
        "       o o o",
        "    o o o o o o",
        " o o o o b o o o",
        "o o o o o o o o",
        " o o o o o o o o",
        "o o w o o o o o",
        " o o o o o w o o",
        "  o o o o o o o",
        "     o o o o o",
        "        o o",
    ],
    87: [
        "          o o o",
        "       o o o o o o",
        "    o o o o w o o o",
        " o o o o o o o o o",
        "o o o o o o o o o o",
        " o o o o o o o o o",
        "o o w o o o o o o o",
        " o o o o o o o o o",
        "  o o o o o o b o o",
        "     o o o o o o o",
        "        o o o o o",
        "           o o",
    ],
    93: [
        "     o o       o o",
        "    o o w o o w o o",
        "     o o o o o o o",
        "    o o o o o o o o",
        " o o o o o o o o o o o",
        "o o o o o o o o o o o o",
        " o o o o o o o o o o o",
        "    o o o o o o o o",
        "     o o o o o o o",
        "      o o o o o o",
        "     o o o b o o o",
        "      o o     o o",
    ],
    153: [
        "             o o o",
        "          o o o o o o",
        "       o o o o o o o o o",
        "    o o o o o o o o o o o",
        " o o o o o o o b o o o o",
        "o o o o o o o o o o o o o",
        " o o o o o o o o o o o o",
        "o o o o o o o o o o o o o",
        " o o o w o o o o o o o o",
        "o o o o o o o o o o o o o",
        " o o o o o o o o w o o o",
        "  o o o o o o o o o o o o",
        "     o o o o o o o o o o",
        "        o o o o o o o o",
        "           o o o o o",
        "              o o",
    ],
}
"""The boards with their first stones, the first row first."""

STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""To the six neighbours of a point."""


@cache
def sites(board: int) -> list[Point]:
    """The points of a board, row by row."""
    return [(x, y) for y, row in enumerate(PICTURES[board]) for x, sign in enumerate(row) if sign != " "]


@cache
def neighbours(board: int) -> dict[Point, list[Point]]:
    """Every point of a board with those beside it."""
    points = set(sites(board))
    return {(x, y): [(x + a, y + b) for a, b in STEPS if (x + a, y + b) in points] for x, y in points}


def first_stones(board: int) -> Stones:
    """The stones of the standard set-up."""
    return {(x, y): sign for y, row in enumerate(PICTURES[board]) for x, sign in enumerate(row) if sign in "bw"}
