"""Boards of cells: squares, hexagons of hexagons, triangles; each with at most 64 cells, the bits of a word."""

from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from string import ascii_lowercase
from typing import NamedTuple

Cell = tuple[int, int]
SQUARE = "M-46-46H46V46H-46Z"
HEXAGON = "M0-54L46.8-27V27L0 54L-46.8 27V-27Z"
ROUND = "M42 0A42 42 0 1 1-42 0A42 42 0 1 1 42 0Z"
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
KING = (*STRAIGHT, (1, 1), (-1, -1), (1, -1), (-1, 1))
HEX = (*STRAIGHT, (1, -1), (-1, 1))
TRIANGLE = (*STRAIGHT, (1, 1), (-1, -1))


class Board(NamedTuple):
    """A board: the column and the row of every cell, row by row from the top; its outline, places and neighbours."""

    rows: tuple[tuple[Cell, ...], ...]
    outline: str
    place: Callable[[Cell], tuple[float, float]]
    steps: Sequence[Cell]

    @property
    def cells(self) -> list[Cell]:
        """The cells in the order of their bits."""
        return [cell for row in self.rows for cell in row]

    @property
    def names(self) -> list[str]:
        """A letter for the place of a cell in its row, and the number of the row from the top."""
        return [f"{ascii_lowercase[at]}{number}" for number, row in enumerate(self.rows, 1) for at in range(len(row))]

    @property
    def widths(self) -> list[int]:
        """The cells of each row."""
        return [len(row) for row in self.rows]

    def next_to(self, cell: Cell) -> list[int]:
        """Return the number of the cell in each direction of a cell; -1 where the board ends."""
        numbers = {one: number for number, one in enumerate(self.cells)}
        return [numbers.get((cell[0] + right, cell[1] + down), -1) for right, down in self.steps]

    def moves(self, steps: Sequence[Cell]) -> list[str]:
        """Return the name of each move, as in `a7-b6`, step by step; that of one beside the board is empty."""
        numbers = dict(zip(self.cells, self.names, strict=True))
        return [
            f"{name}-{numbers[column + right, row + down]}" if (column + right, row + down) in numbers else ""
            for right, down in steps
            for (column, row), name in numbers.items()
        ]

    def around(self) -> list[int]:
        """Return the bits of the neighbours of each cell."""
        return [sum(1 << other for other in self.next_to(cell) if other >= 0) for cell in self.cells]

    def lines(self, length: int) -> list[int]:
        """Return the bits of every straight line of this length; each line once."""
        numbers = {one: number for number, one in enumerate(self.cells)}
        found = set()
        for column, row in self.cells:
            for right, down in self.steps:
                line = [(column + right * step, row + down * step) for step in range(length)]
                if all(cell in numbers for cell in line):
                    found.add(sum(1 << numbers[cell] for cell in line))
        return sorted(found)


@cache
def square(columns: int, rows: int) -> Board:
    """Return a board of square cells, on which all eight cells around one are next to it."""
    return Board(
        tuple(tuple((column, row) for column in range(columns)) for row in range(rows)), SQUARE, _square_place, KING
    )


@cache
def hexagon(size: int) -> Board:
    """Return a hexagon of hexagonal cells with so many along an edge."""
    rows = tuple(
        tuple((column, row) for column in range(max(0, size - 1 - row), min(2 * size - 1, 3 * size - 2 - row)))
        for row in range(2 * size - 1)
    )
    return Board(rows, HEXAGON, _leaning_place, HEX)


@cache
def triangle(size: int) -> Board:
    """Return a triangle of cells with so many along an edge."""
    rows = tuple(tuple((column, row) for column in range(row + 1)) for row in range(size))
    return Board(rows, ROUND, _triangle_place, TRIANGLE)


def _square_place(cell: Cell) -> tuple[float, float]:
    return 100.0 * cell[0], 100.0 * cell[1]


def _leaning_place(cell: Cell) -> tuple[float, float]:
    return 100.0 * cell[0] + 50.0 * cell[1], 50.0 * sqrt(3) * cell[1]


def _triangle_place(cell: Cell) -> tuple[float, float]:
    return 100.0 * cell[0] - 50.0 * cell[1], 50.0 * sqrt(3) * cell[1]
