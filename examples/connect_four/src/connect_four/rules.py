"""Connect Four's rules that need no compiling: the setup, and messages to players."""

from collections.abc import Mapping
from string import ascii_lowercase

import numpy as np
from ludarium.authoring import Setup, State, Value, Vector

from connect_four.kernel import COLUMNS, DRAWN, RESULT, ROWS, STONES, direction, fours

NAMES = ("X", "O")
_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The directions of the kernel, as columns to the right and rows upwards."""


def starts(columns: int, rows: int) -> list[int]:
    """Return for each direction the cells, as bits, from which four cells in a row lie on the board.

    >>> [bin(cells) for cells in starts(4, 4)]
    ['0b1000100010001', '0b1111', '0b1', '0b1000']
    """
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    return [
        sum(1 << c * rows + r for c, r in cells if c + 3 * right < columns and 0 <= r + 3 * up < rows)
        for right, up in _STEPS
    ]


def setup(options: Mapping[str, Value]) -> Setup:
    """Set up the game with these options."""
    columns, rows = int(options["columns"]), int(options["rows"])
    cells = columns * rows
    read = [column * rows + row for row in reversed(range(rows)) for column in range(columns)]
    sets = [(1 << cells) - 1, *starts(columns, rows)]
    tables = np.array([columns, rows, *sets, *read], np.uint64).view(np.int64)  # the 64th bit is that of the sign
    return Setup(tables, np.zeros(4, np.int64), NAMES, num_actions=columns, max_steps=cells)


def size(t: Vector) -> tuple[int, int]:
    """Return the numbers of columns and rows."""
    return int(t[COLUMNS]), int(t[ROWS])


def cell_name(t: Vector, cell: int) -> str:
    """Return the name of a cell: the column's letter, and the number of the row from the bottom."""
    column, row = divmod(cell, int(t[ROWS]))
    return f"{ascii_lowercase[column]}{row + 1}"


def stones(t: Vector, v: Vector) -> str:
    """Return a letter for every cell in the order of the kernel: `X`, `O` or `.`."""
    columns, rows = size(t)
    x, o = (int(v[STONES + seat]) for seat in (0, 1))
    return "".join("X" if x >> cell & 1 else "O" if o >> cell & 1 else "." for cell in range(columns * rows))


def lines(state: State) -> list[list[int]]:
    """§3: return the cells of every four in a row that the winner has."""
    t, found = state.game.tables, list[list[int]]()
    columns, rows = size(t)
    for seat in state.winners:
        for number in range(4):
            step, first = int(direction(t, number)), int(fours(t, state.vector[STONES + seat], number))
            found += [[cell + step * k for k in range(4)] for cell in range(columns * rows) if first >> cell & 1]
    return found


def in_turn(state: State) -> bool:
    """Return False: a turn is one step."""
    return False


def explain(state: State, seat: int, action: int) -> str:
    """Explain in a sentence why this action is not legal here."""
    return f"column {ascii_lowercase[action]} is full: expected a column with an empty cell"


def ending(state: State) -> str:
    """Return how the game ended; empty while it goes on."""
    result = int(state.vector[RESULT])
    if result == DRAWN:
        return "a draw: the board is full"
    return f"four {NAMES[result - 1]}'s in a row" if result else ""
