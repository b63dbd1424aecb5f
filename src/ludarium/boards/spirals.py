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
from dataclasses import dataclass
from functools import cached_property

import numpy as np

QUARTERS = 4
_HALF = 0.36
"""Half the thickness of a cell of a round board; rings are 0.8 apart."""


class Spiral(ABC):
    """A board of rings, each with a multiple of four cells, around a centre.

    `on_path` and `seen` convert between the numbers of a cell on the four paths; `place`, `shape`, `trail`,
    `characters` and `wall` say where and how things are drawn.
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
    def shape(self, cell: int) -> str:
        """Return the outline of a cell around its centre, as an SVG path in hundredths of a cell."""

    @abstractmethod
    def characters(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell's centre on the printed board."""

    @abstractmethod
    def wall(self, ring: int) -> str:
        """Return the wall on the inside of a ring, with four gates, as an SVG path in hundredths of a cell."""

    def trail(self, quarter: int) -> str:
        """Return the line along the path of the given quarter to the centre, as an SVG path in hundredths of a cell.

        >>> Square(3).trail(0)
        'M-100-100L0-100L100-100L100 0L100 100L0 100L-100 100L-100 0L0 0'
        """
        points = (self.place(self.on_path(quarter, number)) for number in range(1, self.last + 1))
        return "M" + "L".join(_point(x, y) for x, y in points)

    @property
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

    @property
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

    def shape(self, cell: int) -> str:
        """Return the outline of a cell around its centre: a square."""
        return "M-46-46H46V46H-46Z"

    def characters(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell's centre on the printed board: a cell is two rows and six columns."""
        row, column = self.cell(cell)
        return 2 * row + 1, 6 * column + 3

    def wall(self, ring: int) -> str:
        """Return the wall on the inside of a ring: a square with a gate near the end of each side.

        >>> Square(3).wall(0)
        'M24-50L50-50L50-24M50 24L50 50L24 50M-24 50L-50 50L-50 24M-50-24L-50-50L-24-50'
        """
        half = self.reach - 1 - ring
        x, y = np.array([half - 0.26, half, half]), np.array([-half, -half, half - 0.74])
        quarters = (x, y), (-y, x), (-x, -y), (y, -x)
        return "".join("M" + "L".join(map(_point, *quarter)) for quarter in quarters)


@dataclass(frozen=True)
class Round(Spiral):
    """Rings of twelve cells around a centre; paths step straight in from ring to ring, and no cell is safe.

    >>> Round(3).rings, Round(3).last, [Round(3).seen(1, ahead) for ahead in range(4)]
    ((12, 12, 12), 37, [1, 10, 7, 4])
    """

    count: int

    @property
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

    def shape(self, cell: int) -> str:
        """Return the outline of a cell around its centre: a twelfth of a ring; the centre is a disc."""
        if cell == self.last:
            return "M52 0A52 52 0 1 1-52 0A52 52 0 1 1 52 0Z"
        (x, y), radius = self.place(cell), self.radius(self.ring(cell))
        middle = math.atan2(y, x)
        corners = [
            (away * math.cos(middle + turn) - x, away * math.sin(middle + turn) - y)
            for away, turn in self._corners(radius)
        ]
        inner, outer = (round(100 * (radius + away), 1) for away in (-_HALF, _HALF))
        one, two, three, four = (_point(right, down) for right, down in corners)
        return f"M{one}A{inner:g} {inner:g} 0 0 1 {two}L{three}A{outer:g} {outer:g} 0 0 0 {four}Z"

    def _corners(self, radius: float) -> list[tuple[float, float]]:
        """Return the corners of a cell: their distances from the board's centre, and their angles from its middle."""
        near, far = radius - _HALF, radius + _HALF
        inner, outer = (math.pi / 12 - 0.03 / away for away in (near, far))
        return [(near, -inner), (near, inner), (far, outer), (far, -outer)]

    def trail(self, quarter: int) -> str:
        """Return the line along the path of the given quarter: an arc in every ring, and straight steps inwards."""
        line = ""
        for number in range(1, self.last + 1):
            cell = self.on_path(quarter, number)
            point, radius = _point(*self.place(cell)), round(100 * self.radius(self.ring(cell)), 1)
            steps_in = number in self.starts
            line += (
                f"L{point}" if steps_in and line else f"A{radius:g} {radius:g} 0 0 1 {point}" if line else f"M{point}"
            )
        return line

    def characters(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell's centre on the printed board: a ring is two rows."""
        outer = self.radius(0)
        (column, row), (right, down) = self.place(cell), (round(5.5 * outer), round(2.5 * outer))
        return down + _nearest(2.5 * row), right + _nearest(5.5 * column)

    def wall(self, ring: int) -> str:
        """Return the wall on the inside of a ring: a circle with a gate where each path steps in."""
        radius = (self.radius(ring) + (self.radius(ring + 1) or 0.4)) / 2
        x, y = self.place(self.starts[ring] + 11)
        gate, gap = math.atan2(y, x), 0.24 / radius
        arcs = (gate + math.pi / 2 * quarter + np.array([gap, math.pi / 2 - gap]) for quarter in range(QUARTERS))
        bend = f"A{100 * radius:.4g} {100 * radius:.4g} 0 0 1 "
        return "".join("M" + bend.join(map(_point, radius * np.cos(arc), radius * np.sin(arc))) for arc in arcs)


def _nearest(length: float) -> int:
    """Return the nearest integer, with halves rounded away from 0, which keeps the board symmetric."""
    return int(math.copysign(math.floor(abs(length) + 0.5), length))


def _point(x: float, y: float) -> str:
    """Return a point as SVG writes it, in hundredths of a cell."""
    x, y = round(100 * x, 1), round(100 * y, 1)
    return f"{x:g}{'' if y < 0 else ' '}{y:g}"
