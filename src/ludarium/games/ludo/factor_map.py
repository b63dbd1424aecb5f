"""Where the drawing of Multiplication Ludo has its positions: a map of factors.

A column is a power of two, a row an odd factor, so that multiplying is moving: times 2 is one column, times 4 two,
times 3 another row. The map has the positions from which the goal can be reached. The others are beside it, half as
high.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from ludarium.games.ludo.rules import Board

_LEFT, _ABOVE, _GAP = 0.45, 0.3, 0.15
"""The space for the headings of rows and columns, and that beside the map, in cells."""
_DIE = 2
"""The columns beside the map, at least: there is the die."""

Place = tuple[float, float]
"""A column and a row."""


class FactorMap(NamedTuple):
    """The places of the positions between 1 and the goal, the headings of rows and columns, and the size in cells.

    `starts` and `homes` are the places of the seats' own cells: above the first column, and below the last.
    """

    places: Mapping[int, Place]
    starts: tuple[Place, ...]
    homes: tuple[Place, ...]
    headings: Mapping[str, Place]
    size: Place

    @classmethod
    @cache
    def of(cls, known: Board, seats: int) -> FactorMap:
        """Return the map for a board and so many seats.

        >>> from ludarium.games.ludo.rules import board
        >>> known = FactorMap.of(board(120, 6), 2)
        >>> known.places[24][0] - known.places[6][0], known.places[60][1] - known.places[20][1]
        (2.0, 1.0)
        """
        odd = sorted({_odd(place) for place in known.factors})
        columns = 1 + max(_power(place) for place in known.factors)
        wide, high = max(seats, columns), 1 + _ABOVE + len(odd)
        starts = tuple((_LEFT + seat, 0.0) for seat in range(seats))
        homes = tuple((_LEFT + wide - seats + seat, high) for seat in range(seats))
        beside = _LEFT + wide + _GAP
        places = {place: (_LEFT + _power(place), 1 + _ABOVE + odd.index(_odd(place))) for place in known.factors}
        lost = [place for place in known.positions[1:] if place not in known.factors]
        halves = 2 * (len(odd) + 1)  # those beside the map and the homes
        for number, place in enumerate(lost):
            column, half = divmod(number, halves)
            places[place] = beside + column, 1 + _ABOVE + half / 2
        headings = {f"×{1 << power}": (_LEFT + power, 1 + _ABOVE / 2 - 0.5) for power in range(columns)}
        headings |= {f"{factor}×": (_LEFT / 2 - 0.5, 1 + _ABOVE + row) for row, factor in enumerate(odd)}
        return cls(places, starts, homes, headings, (beside + max(_DIE, -(-len(lost) // halves)), high + 1))


def _power(place: int) -> int:
    """Return how often a position can be halved."""
    return (place & -place).bit_length() - 1


def _odd(place: int) -> int:
    """Return the greatest odd factor of a position."""
    return place >> _power(place)
