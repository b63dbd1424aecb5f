"""The triangular grid: points in rows, each row shifted by half a step, so that a point has six neighbours.

A column is a letter and a row a number, as in `c5`; columns lean to the left towards the top:

     a3 b3 c3
       a2 b2 c2
         a1 b1 c1

A board may have any outline and any holes.
"""

import re
from dataclasses import dataclass
from math import sqrt
from string import ascii_lowercase

from ludarium.core.cached import cached_property

DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
"""The steps to the six neighbours as columns and rows, anticlockwise from the right."""


@dataclass(frozen=True)
class TriangularGrid:
    """A board of points, given by the columns of each row from the first row on, with commas at gaps.

    >>> board = TriangularGrid("a-c a-d b,d")
    >>> board.names
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'd2', 'b3', 'd3')
    >>> [board.names[site] for site in board.neighbours[4]]
    ['c2', 'b3', 'a2', 'a1', 'b1']
    """

    rows: str

    @cached_property
    def points(self) -> tuple[tuple[int, int], ...]:
        """The column and the row of every site, from 0, row by row."""
        return tuple(
            (column, row)
            for row, runs in enumerate(self.rows.split())
            for first, last in re.findall(r"([a-z])(?:-([a-z]))?", runs)
            for column in range(ascii_lowercase.index(first), ascii_lowercase.index(last or first) + 1)
        )

    @cached_property
    def sites(self) -> int:
        """The number of sites."""
        return len(self.points)

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """The number of sites in each row."""
        rows = [row for _, row in self.points]
        return tuple(rows.count(row) for row in range(rows[-1] + 1))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every site."""
        return tuple(f"{ascii_lowercase[column]}{row + 1}" for column, row in self.points)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of the site with each name."""
        return {name: site for site, name in enumerate(self.names)}

    @cached_property
    def lines(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For every site the straight lines of sites that start beside it, each up to the first missing point.

        >>> board = TriangularGrid("a-c,e-f")
        >>> board.lines[0], board.lines[1]
        (((1, 2),), ((2,), (0,)))
        """
        there = {point: site for site, point in enumerate(self.points)}
        found = []
        for column, row in self.points:
            lines = []
            for right, up in DIRECTIONS:
                line, steps = list[int](), 1
                while (next_one := (column + steps * right, row + steps * up)) in there:
                    line.append(there[next_one])
                    steps += 1
                lines.append(tuple(line))
            found.append(tuple(line for line in lines if line))
        return tuple(found)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For every site its neighbours."""
        return tuple(tuple(line[0] for line in lines) for lines in self.lines)

    def centre(self, site: int) -> tuple[float, float]:
        """Return the coordinates of a site: x to the right and y down, in steps; the last row is at the top.

        >>> TriangularGrid("a-b a-b").centre(0)
        (0.5, 0.8660254037844386)
        """
        return self._centres[site]

    @cached_property
    def _centres(self) -> tuple[tuple[float, float], ...]:
        left, top = min(column - row / 2 for column, row in self.points), self.points[-1][1]
        return tuple((column - row / 2 - left, (top - row) * sqrt(3) / 2) for column, row in self.points)
