"""Hexagonal cells in rows, each row half a cell further to the right than the one above; a cell has six neighbours.

   r-1,c  r-1,c+1
r,c-1   r,c   r,c+1
   r+1,c-1  r+1,c
"""

from math import sqrt

DIRECTIONS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""The steps to the six neighbours as rows and columns, clockwise from the right; the last three lead back."""


def place(row: float, column: float) -> tuple[float, float]:
    """Return where the middle of a cell is, as x to the right and y down, where neighbours are 1 apart.

    >>> place(2, 1)
    (2.0, 1.7320508075688772)
    """
    return column + row / 2, row * sqrt(3) / 2
