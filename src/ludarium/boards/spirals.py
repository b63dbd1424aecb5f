"""Spirals: concentric rings of cells, and four paths that wind from the outer ring to the centre.

The paths are quarter turns of one another. A cell has a number on each path, from 1 at the path's start; on the board
it has its number on the first path. On a square of five by five:

     1  2  3  4  5       the second path starts on 5, the third on 9, the fourth on 13;
    16 17 18 19  6       17, where the first path steps in to the second ring,
    15 24 25 20  7       is 23 on the second path, 21 on the third and 19 on the fourth;
    14 23 22 21  8       25 is the centre of all four
    13 12 11 10  9

Size: square and round boards in the same terms, and the drawing above.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.core.cached import cached_property

QUARTERS = 4
_HALF = 0.4
"""Half the thickness of a ring of a round board."""
_EYE = 0.62
"""The radius of the centre of a round board, in cells."""
_TWELFTH = math.pi / 12
"""Half the angle of a cell of a round board."""


class Spiral(ABC):
    """A board of rings, each with a multiple of four cells, around a centre.

    `on_path` and `seen` convert between the numbers of a cell on the four paths; `place`, `between`, `shape`, `rim`,
    `line` and `characters` say where and how things are drawn.
    """

    @property
    @abstractmethod
    def rings(self) -> tuple[int, ...]:
        """The number of cells in each ring, from the outer ring inwards."""

    @property
    @abstractmethod
    def safe(self) -> frozenset[int]:
        """The numbers of the safe cells; these are the same on every path."""

    @property
    @abstractmethod
    def reach(self) -> float:
        """The distance from the centre to the edge of the board, in cells."""

    @abstractmethod
    def place(self, cell: int) -> tuple[float, float]:
        """Return the centre of a cell: x and y in cells from the centre of the board."""

    @abstractmethod
    def shape(self, cell: int, size: float) -> str:
        """Return the outline of a cell around its centre, as an SVG path for cells of this size."""

    @abstractmethod
    def characters(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell's centre on the printed board."""

    @abstractmethod
    def rim(self, ring: int, size: float, inset: float = 0) -> str:
        """Return the outer edge of a ring around the board's centre, as an SVG path for cells of this size.

        With an `inset`, it is the line that lies so many cells within the edge.
        """

    @abstractmethod
    def line(self, quarter: int, begin: float, end: float, size: float) -> str:
        """Return the line along the path of the given quarter between two numbers, as an SVG path.

        It is drawn around the board's centre, for cells of this size; a half is the border of two cells.
        """

    def between(self, quarter: int, number: float) -> tuple[float, float]:
        """Return the place of a number on the path of the given quarter; a half is the border of two cells.

        >>> Square(5).between(0, 1.5)
        (-1.5, -2.0)
        """
        (x, y), (to_x, to_y) = (self.place(self.on_path(quarter, int(end))) for end in (number, math.ceil(number)))
        return (x + to_x) / 2, (y + to_y) / 2

    def _stops(self, quarter: int, begin: float, end: float) -> list[tuple[float, float]]:
        """Return the places of all numbers between two, and of the two."""
        numbers = sorted({begin, *range(math.ceil(begin), int(end) + 1), end})
        return [self.between(quarter, number) for number in numbers]

    @cached_property
    def last(self) -> int:
        """The number of the centre, where every path ends."""
        return sum(self.rings) + 1

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The first number in each ring, from the outer ring inwards, and the number of the centre."""
        return tuple(1 + sum(self.rings[:ring]) for ring in range(len(self.rings) + 1))

    def ring(self, cell: int) -> int:
        """Return the ring of a cell, counted from 0 at the outside; the centre follows the last ring."""
        return sum(start <= cell for start in self.starts) - 1

    def seen(self, cell: int, ahead: int) -> int:
        """Return the number of a cell on the path that starts `ahead` quarters further along the ring.

        >>> Square(5).seen(18, 2), Square(5).seen(3, 2), Square(5).seen(3, 1)
        (22, 11, 15)
        """
        ring = self.ring(cell)
        if cell == self.last:
            return cell
        start, around = self.starts[ring], self.rings[ring]
        return start + (cell - start - ahead * around // QUARTERS) % around

    def on_path(self, quarter: int, number: int) -> int:
        """Return the cell that has this number on the path of the given quarter.

        >>> [Square(5).on_path(1, number) for number in (1, 16, 17, 25)]
        [5, 4, 19, 25]
        """
        return self.seen(number, -quarter)

    @cached_property
    def gates(self) -> tuple[tuple[int, int], ...]:
        """The gates, four for each ring from the outside: a cell and the next of its path, one ring further in."""
        return tuple(
            (self.on_path(quarter, first - 1), self.on_path(quarter, first))
            for first in self.starts[1:]
            for quarter in range(QUARTERS)
        )


@dataclass(frozen=True)
class Square(Spiral):
    """A square whose side is an odd number of cells; the corners of the outer ring are safe.

    >>> Square(5).rings, Square(5).last, sorted(Square(5).safe)
    ((16, 8), 25, [1, 5, 9, 13])
    """

    side: int

    @cached_property
    def rings(self) -> tuple[int, ...]:
        """The number of cells in each ring, from the outer ring inwards."""
        return tuple(4 * (side - 1) for side in range(self.side, 1, -2))

    @property
    def safe(self) -> frozenset[int]:
        """The corners of the outer ring."""
        return frozenset(1 + quarter * (self.side - 1) for quarter in range(QUARTERS))

    @property
    def reach(self) -> float:
        """Half a side, in cells."""
        return self.side / 2

    def cell(self, number: int) -> tuple[int, int]:
        """Return the row and the column of a cell, from the top left corner.

        >>> [Square(5).cell(number) for number in (1, 5, 16, 17, 25)]
        [(0, 0), (0, 4), (1, 0), (1, 1), (2, 2)]
        """
        ring = self.ring(number)
        edge = self.side - 1 - 2 * ring
        quarter, along = divmod(number - self.starts[ring], edge) if edge else (0, 0)
        row, column = ((0, along), (along, edge), (edge, edge - along), (edge - along, 0))[quarter]
        return ring + row, ring + column

    def place(self, cell: int) -> tuple[float, float]:
        """Return the centre of a cell: x and y in cells from the centre of the board."""
        row, column = self.cell(cell)
        return column + 0.5 - self.reach, row + 0.5 - self.reach

    def shape(self, cell: int, size: float) -> str:
        """Return the outline of a cell around its centre: a square, whose corner is round at a corner of its ring."""
        ring, half = self.ring(cell), size / 2
        if cell == self.last:
            return _disc(half)
        quarter, along = divmod(cell - self.starts[ring], self.side - 1 - 2 * ring)
        bend = self._corner(ring) * size
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
        if along:
            return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "Z"
        (x, y), before, after = corners[quarter], corners[quarter - 1], corners[(quarter + 1) % 4]
        across = corners[(quarter + 2) % 4]
        return f"{_bend([before, (x, y), after], bend)}L{_point(*across)}Z"

    def characters(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell's centre on the printed board: a cell is two rows and six columns."""
        row, column = self.cell(cell)
        return 2 * row + 1, 6 * column + 3

    def rim(self, ring: int, size: float, inset: float = 0) -> str:
        """Return the outer edge of a ring: a square with round corners, rounder in each ring."""
        half = (self.reach - ring - inset) * size
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
        return _bend([(-half, 0), *corners, (-half, 0)], max(0.1, self._corner(ring) - 0.3 * inset) * size)

    def line(self, quarter: int, begin: float, end: float, size: float) -> str:
        """Return the line along the path of the given quarter: straight, with round corners."""
        return _bend([(size * x, size * y) for x, y in self._stops(quarter, begin, end)], 0.42 * size)

    @staticmethod
    def _corner(ring: int) -> float:
        """Return the radius of the corners of a ring, in cells."""
        return 0.3 + 0.16 * ring


@dataclass(frozen=True)
class Round(Spiral):
    """Rings of twelve cells around a centre; paths step straight in from ring to ring, and no cell is safe.

    >>> Round(3).rings, Round(3).last, [Round(3).seen(1, ahead) for ahead in range(4)]
    ((12, 12, 12), 37, [1, 10, 7, 4])
    """

    count: int

    @cached_property
    def rings(self) -> tuple[int, ...]:
        """The number of cells in each ring, from the outer ring inwards."""
        return (12,) * self.count

    @property
    def safe(self) -> frozenset[int]:
        """The empty set: no cell is safe."""
        return frozenset()

    @property
    def reach(self) -> float:
        """The radius of the outer ring plus half a cell."""
        return self.radius(0) + 0.45

    def radius(self, ring: int) -> float:
        """Return the distance of a ring's cells from the centre; 0 for the centre."""
        return 1.3 + 0.8 * (self.count - 1 - ring) if ring < self.count else 0.0

    def place(self, cell: int) -> tuple[float, float]:
        """Return the centre of a cell; the first path starts at the top left, and each ring one cell earlier."""
        ring = self.ring(cell)
        angle = math.radians(30 * (cell - self.starts[ring] - ring) - 45)
        return self.radius(ring) * math.sin(angle), -self.radius(ring) * math.cos(angle)

    def shape(self, cell: int, size: float) -> str:
        """Return the outline of a cell around its centre: a twelfth of a ring; the centre is a disc."""
        if cell == self.last:
            return _disc(_EYE * size)
        (x, y), ring = self.place(cell), self.ring(cell)
        near, far = (self.radius(ring) + away for away in (-_HALF, _HALF))
        near = near if ring + 1 < self.count else _EYE
        middle = math.atan2(y, x)
        corners = (
            (size * (away * math.cos(middle + turn) - x), size * (away * math.sin(middle + turn) - y))
            for away, turn in ((near, -_TWELFTH), (near, _TWELFTH), (far, _TWELFTH), (far, -_TWELFTH))
        )
        inner, outer = round(size * near, 1), round(size * far, 1)
        one, two, three, four = (_point(right, down) for right, down in corners)
        return f"M{one}A{inner:g} {inner:g} 0 0 1 {two}L{three}A{outer:g} {outer:g} 0 0 0 {four}Z"

    def rim(self, ring: int, size: float, inset: float = 0) -> str:
        """Return the outer edge of a ring: a circle."""
        return _disc((self.radius(ring) + _HALF - 0.8 * inset) * size)

    def line(self, quarter: int, begin: float, end: float, size: float) -> str:
        """Return the line along the path of the given quarter: an arc in every ring, and straight steps inwards."""
        (x, y), *rest = self._stops(quarter, begin, end)
        found, radius = f"M{_point(size * x, size * y)}", math.hypot(x, y)
        for x, y in rest:
            point, away = _point(size * x, size * y), math.hypot(x, y)
            bend = round(size * away, 1)
            found += f"A{bend:g} {bend:g} 0 0 1 {point}" if math.isclose(away, radius) else f"L{point}"
            radius = away
        return found

    def between(self, quarter: int, number: float) -> tuple[float, float]:
        """Return the place of a number on the path of the given quarter; a half in a ring lies on its circle."""
        x, y = super().between(quarter, number)
        rings = {self.ring(int(number)), self.ring(math.ceil(number))}
        away = self.radius(min(rings)) if len(rings) == 1 else math.hypot(x, y)
        times = away / (math.hypot(x, y) or 1)
        return x * times, y * times

    def characters(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell's centre on the printed board: a ring is two rows."""
        outer = self.radius(0)
        (column, row), (right, down) = self.place(cell), (round(5.5 * outer), round(2.5 * outer))
        return down + _nearest(2.5 * row), right + _nearest(5.5 * column)


def _nearest(length: float) -> int:
    """Return the nearest integer, with halves rounded away from 0, which keeps the board symmetric."""
    return int(math.copysign(math.floor(abs(length) + 0.5), length))


def _point(x: float, y: float) -> str:
    """Return a point as SVG writes it."""
    x, y = round(x, 1) + 0.0, round(y, 1) + 0.0  # no negative zeros
    return f"{x:g}{'' if y < 0 else ' '}{y:g}"


def _disc(radius: float) -> str:
    """Return a circle around the centre."""
    r = f"{round(radius, 1):g}"
    return f"M{r} 0A{r} {r} 0 1 1-{r} 0A{r} {r} 0 1 1 {r} 0Z"


def _bend(points: Sequence[tuple[float, float]], radius: float) -> str:
    """Return a line through points, as an SVG path, with corners of this radius or as much as there is room for.

    >>> _bend([(0, 0), (1, 0), (2, 0), (2, 2)], 0.5)
    'M0 0L1.5 0Q2 0 2 0.5L2 2'
    """
    found = [f"M{_point(*points[0])}"]
    corners = [
        (one, corner, other)
        for one, corner, other in zip(points, points[1:], points[2:], strict=False)
        if not math.isclose(_turn(one, corner, other), 0, abs_tol=1e-6)
    ]
    ends = [points[0], *(corner for _, corner, _ in corners), points[-1]]
    for before, corner, after in zip(ends, ends[1:], ends[2:], strict=False):
        room = min(
            math.dist(before, corner) / (1 if before == ends[0] else 2),
            math.dist(corner, after) / (1 if after == ends[-1] else 2),
        )
        (x, y), bend = corner, min(radius, room)
        near, far = (
            (
                x + (to_x - x) * bend / math.dist(corner, (to_x, to_y)),
                y + (to_y - y) * bend / math.dist(corner, (to_x, to_y)),
            )
            for to_x, to_y in (before, after)
        )
        found.append(f"L{_point(*near)}Q{_point(x, y)} {_point(*far)}")
    return "".join([*found, f"L{_point(*points[-1])}"])


def _turn(one: tuple[float, float], corner: tuple[float, float], other: tuple[float, float]) -> float:
    """Return twice the area of the triangle of three points, which is 0 where they lie on one line."""
    (x, y), (corner_x, corner_y), (to_x, to_y) = one, corner, other
    return (corner_x - x) * (to_y - y) - (corner_y - y) * (to_x - x)
