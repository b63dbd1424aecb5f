"""Features of the board of Grid Game for its picture: pieces, fights, land, paths of armies, and a seat's interests."""

from collections.abc import Iterator, Sequence
from functools import reduce
from math import ceil, floor
from operator import or_
from typing import NamedTuple

from ludarium.games.grid.rules import NAMES, Cell

FAR, CLOSE = 3, 1
"""Land up to so many cells from a piece is that of its army, and more clearly up to so many."""
_NEAR, _AROUND = 4, 1
"""A seat sees enemies up to so many cells from its pieces, and so many cells around all of these."""
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


def box(found: Sequence[Piece], seat: int, columns: int, rows: int, before: Box | None = None) -> Box | None:
    """Return what matters to a seat: its pieces, the enemies near them, and a cell around, in the shape of the board.

    None stands for the whole board, which is seen if that is little more. `before` is what was seen a turn ago.
    """
    own = [piece for piece in found if piece.seat == seat]
    if not own:
        return None
    seen = _spread(own, rows)
    near = [piece for piece in found if seen[piece.row] >> piece.column + _NEAR & 1]
    sides = []
    for places, size, least in (
        ([piece.column for piece in near], columns, min(_LEAST[0], columns)),
        ([piece.row for piece in near], rows, min(_LEAST[1], rows)),
    ):
        low, high = min(places) - _AROUND, max(places) + _AROUND + 1
        more = max(0, least - (high - low))
        low, high = low - more // 2, high + more - more // 2
        sides.append((low, high - low, size))
    scale = max(length / size for _, length, size in sides)
    if scale * scale >= 0.75:
        return None
    corner = [min(max(0, low - (scale * size - length) / 2), size - scale * size) for low, length, size in sides]
    now = corner[0], corner[1], scale * columns, scale * rows
    return before if before and _still_shows(before, near, now) else now


def _spread(own: Sequence[Piece], rows: int) -> list[int]:
    """Return for each row the columns near some pieces, as bits; the first stands `_NEAR` columns left of the board."""
    words = [0] * (rows + 2 * _NEAR)
    for piece in own:
        words[piece.row + _NEAR] |= (1 << 2 * _NEAR + 1) - 1 << piece.column
    return [reduce(or_, words[row : row + 2 * _NEAR + 1]) for row in range(rows)]


def _still_shows(before: Box, near: Sequence[Piece], now: Box) -> bool:
    """Whether what was seen shows all that matters and is hardly different."""
    left, top, width, height = before
    inside = all(
        ceil(left) <= piece.column < floor(left + width) and ceil(top) <= piece.row < floor(top + height)
        for piece in near
    )
    return inside and all(abs(one - other) < _SLACK for one, other in zip(before, now, strict=True))
