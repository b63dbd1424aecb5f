"""Features of the board of Grid Game for its picture: pieces, fights, land, paths of armies, and a seat's interests."""

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple

import numpy as np

from ludarium.core.kernel import Vector
from ludarium.games.grid.rules import NAMES, Cell

FAR, CLOSE = 3, 1
"""Land up to so many cells from a piece is that of its army, and more clearly up to so many."""
_NEAR, _AROUND = 4, 1
"""A seat sees enemies up to so many cells from its pieces, and so many cells around all of these."""
_STEPS = (1, 2, 1)
"""Steps that together reach `_NEAR` cells, and leave no gap: 0 and 1 cells away, then 0 to 3, then 0 to 4."""
_LEAST = (11, 7)
"""The least columns and rows that are seen."""
_SLACK = 2
"""What is seen stays as it is until it differs by so many cells."""

Box = tuple[float, float, float, float]
"""The left column, the top row, the width and the height of a part of the board, which may end within cells."""

_CITIES = {name[0].upper(): seat for seat, name in enumerate(NAMES)}
_SEATS = {name[0]: seat for seat, name in enumerate(NAMES)} | _CITIES
"""The seats by the letters of their cities, and of all their pieces."""


class Piece(NamedTuple):
    """A piece on the board."""

    seat: int
    column: int
    row: int
    value: int
    city: bool


def pieces(rows: Sequence[Sequence[Cell]]) -> list[Piece]:
    """Return all pieces, row by row."""
    return [
        Piece(_SEATS[what], column, row, value, what in _CITIES)
        for row, cells in enumerate(rows)
        for column, (what, value) in enumerate(cells)
        if what in _SEATS
    ]


def losses(found: Sequence[Piece]) -> dict[tuple[int, int], int]:
    """§3: return what the pieces that are hurt lose this turn, by their columns and rows."""
    there = {(piece.column, piece.row): piece for piece in found}
    hurt = {}
    for (column, row), piece in there.items():
        around = (there.get((column + right, row + down)) for right in (-1, 0, 1) for down in (-1, 0, 1))
        if loss := sum(other.value for other in around if other and other.seat != piece.seat):
            hurt[column, row] = loss
    return hurt


def marching(rows: Sequence[Sequence[Cell]], seat: int, step: tuple[int, int], spawning: bool) -> set[tuple[int, int]]:
    """Return the cells where a seat's walkers, new ones too, would stand if nobody else moved."""
    found = pieces(rows)
    hurt, shut = losses(found), {(p.column, p.row) for p in found if p.city}
    shut |= {(x, y) for y, cells in enumerate(rows) for x, (what, _) in enumerate(cells) if what == "#"}
    ends = set()
    for piece in found:
        here = piece.column, piece.row
        if piece.seat != seat or piece.value <= hurt.get(here, 0) or (piece.city and not spawning):
            continue
        end = here[0] + step[0], here[1] + step[1]
        free = 0 <= end[0] < len(rows[0]) and 0 <= end[1] < len(rows) and end not in shut
        if free or not piece.city:
            ends.add(end if free else here)
    return ends


class March(NamedTuple):
    """What a direction does to a seat's walkers if nobody else moves: their number, how many move, and who joins whom.

    `joins` are pairs of values, of a walker and of the one that it joins, the strongest first.
    """

    walkers: int
    moving: int
    joins: tuple[tuple[int, int], ...]


def march(rows: Sequence[Sequence[Cell]], seat: int, step: tuple[int, int]) -> March:
    """§5: return what a direction does to the walkers of a seat that are left after the damage."""
    found = pieces(rows)
    hurt = losses(found)
    left = {(p.column, p.row): p._replace(value=p.value - hurt.get((p.column, p.row), 0)) for p in found}
    shut = {at for at, piece in left.items() if piece.city and piece.value > 0}
    shut |= {(x, y) for y, cells in enumerate(rows) for x, (what, _) in enumerate(cells) if what == "#"}
    own = {at: piece.value for at, piece in left.items() if piece.seat == seat and piece.value > 0 and not piece.city}
    ends = {at: (at[0] + step[0], at[1] + step[1]) for at in own}
    stays = {at for at, (x, y) in ends.items() if (x, y) in shut or not (0 <= x < len(rows[0]) and 0 <= y < len(rows))}
    joins = ((own[at], own[end]) for at, end in ends.items() if at not in stays and end in stays)
    return March(len(own), len(own) - len(stays), tuple(sorted(joins, key=sum, reverse=True)))


def land(found: Sequence[Piece], columns: int, rows: int) -> Iterator[tuple[int, int, str]]:
    """Yield a seat, the distance up to which land is its own, and that land as a path in cells."""
    best: dict[tuple[int, int], tuple[int, int]] = {}  # the distance of the nearest army, and its seat; -1 for several
    for piece in found:
        for row in range(max(0, piece.row - FAR), min(rows, piece.row + FAR + 1)):
            for column in range(max(0, piece.column - FAR), min(columns, piece.column + FAR + 1)):
                away = max(abs(row - piece.row), abs(column - piece.column))
                known = best.get((column, row), (FAR + 1, -1))
                if away < known[0]:
                    best[column, row] = away, piece.seat
                elif away == known[0] and piece.seat != known[1]:
                    best[column, row] = away, -1
    for seat in range(len(NAMES)):
        for reach in (FAR, CLOSE):
            own = {place for place, (away, whose) in best.items() if whose == seat and away <= reach}
            if own:
                yield seat, reach, "".join(_runs(own, columns, rows))


def _runs(cells: set[tuple[int, int]], columns: int, rows: int) -> Iterator[str]:
    """Yield rectangles of cells that lie side by side, as paths."""
    for row in range(rows):
        begin = None
        for column in range(columns + 1):
            if (column, row) in cells:
                begin = column if begin is None else begin
            elif begin is not None:
                yield f"M{begin} {row}h{column - begin}v1h-{column - begin}z"
                begin = None


def boxes(own: Vector, columns: int, before: Sequence[Box | None]) -> tuple[Box | None, ...]:
    """Return what matters to each seat: its pieces, the enemies near them, and a cell around, in the board's shape.

    None stands for the whole board, which is seen if that is little more. `own` has a row for each seat: the cells of
    its pieces, as one word for each row of the board, with bit c for column c. `before` is what was seen a turn ago.
    """
    near = _spread(own) & np.bitwise_or.reduce(own, axis=0)
    every, rows = np.bitwise_or.reduce(near, axis=1).tolist(), near.tolist()
    return tuple(
        _box(across, [row for row, cells in enumerate(down) if cells], (columns, len(down)), seen) if across else None
        for across, down, seen in zip(every, rows, before, strict=True)
    )


def _spread(cells: Vector) -> Vector:
    """Return the cells up to `_NEAR` columns and rows from these."""
    for away in _STEPS:
        cells = cells | cells << away | cells >> away
    for away in _STEPS:
        grown = cells.copy()
        grown[:, away:] |= cells[:, :-away]
        grown[:, :-away] |= cells[:, away:]
        cells = grown
    return cells


def _box(across: int, down: Sequence[int], board: tuple[int, int], before: Box | None) -> Box | None:
    """Return the part of a board with the columns, as bits, and the rows that matter to a seat, and a cell around."""
    ends = ((across & -across).bit_length() - 1, across.bit_length() - 1), (down[0], down[-1])
    sides = []
    for (first, last), size, most in zip(ends, board, _LEAST, strict=True):
        low, high, least = first - _AROUND, last + _AROUND + 1, min(most, size)
        more = max(0, least - (high - low))
        low, high = low - more // 2, high + more - more // 2
        sides.append((low, high - low, size))
    scale = max(length / size for _, length, size in sides)
    if scale * scale >= 0.75:
        return None
    corner = [min(max(0, low - (scale * size - length) / 2), size - scale * size) for low, length, size in sides]
    now = corner[0], corner[1], scale * board[0], scale * board[1]
    return before if before and _still_shows(before, ends, now) else now


def _still_shows(before: Box, ends: Sequence[tuple[int, int]], now: Box) -> bool:
    """Whether what was seen shows all that matters, from its first to its last cell, and is hardly different."""
    inside = all(
        ceil(low) <= first and last < floor(low + length)
        for (first, last), low, length in zip(ends, before[:2], before[2:], strict=True)
    )
    return inside and all(abs(one - other) < _SLACK for one, other in zip(before, now, strict=True))
