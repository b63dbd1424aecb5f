"""Steps of a set of cells on a board of rows of equal length, whose cells are the bits of a word, row by row.

All members of the set step at once: a kernel asks where all its pieces may go, not for each piece and each cell.
"""

from collections.abc import Sequence

from ludarium.core.bits import rotate
from ludarium.core.kernel import Vector, rule

MOST_CELLS = 64
"""The bits of a word."""


def steps(columns: int, rows: int, directions: Sequence[tuple[int, int]]) -> list[int]:
    """Return two numbers for each direction, for the tables of a kernel: what `step` reads.

    A direction is columns to the right and rows down, as in `(1, -1)` for a step to the right and up. The numbers are
    the places by which the word is rotated, and the cells where a step may end.

    >>> steps(3, 2, [(1, 0), (-1, 1)])
    [1, 54, 2, 24]

    Raises `ValueError` for a board of more than 64 cells.
    """
    if min(columns, rows) < 1 or columns * rows > MOST_CELLS:
        raise ValueError(f"a board of {columns} columns and {rows} rows: expected 1 to {MOST_CELLS} cells")
    found = []
    for right, down in directions:
        inside = (
            1 << row * columns + column
            for row in range(rows)
            for column in range(columns)
            if 0 <= column - right < columns and 0 <= row - down < rows
        )
        found += [(down * columns + right) % 64, sum(inside)]
    return found


@rule()
def step(t: Vector, first: int, way: int, cells: int) -> int:
    """Return where a set of cells comes by one step in a direction; what would leave the board is dropped.

    `first` is the index in `t` of what `steps` has made, `way` the number of the direction there.

    >>> import numpy as np
    >>> t = np.array(steps(3, 2, [(1, 0), (-1, 1)]))
    >>> bin(step(t, 0, 0, 0b110)), bin(step(t, 0, 1, 0b110))  # the cells b1 and c1 of three columns and two rows
    ('0b100', '0b11000')
    """
    return rotate(cells, t[first + 2 * way]) & t[first + 2 * way + 1]  # type: ignore[no-any-return]  # as in scaled
