"""The themes of puzzles of Connect Four: what a stone does to lines of four cells, and where it falls.

A threat is an empty cell on which a stone makes four in a row. A line is open to a player where the other one has no
stone on its four cells.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from ludarium.authoring import State

from connect_four.kernel import MOVER, STONES, fours
from connect_four.rules import size

_FEW = 5
"""Stones on a board that has few."""
_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""What the four directions of lines add to a column and a row."""


class Turn(NamedTuple):
    """A turn as the rules of the themes see it: its column and row, from 0 on, and cells before and after it.

    `own_before` and `own` are the threats of who plays before and after it, `free` the cells on which a stone can fall
    then, `mine` and `theirs` the stones before it, and `lines` all lines of four cells through its cell, without it.
    """

    column: int
    row: int
    columns: int
    rows: int
    own_before: frozenset[int]
    own: frozenset[int]
    free: frozenset[int]
    mine: frozenset[int]
    theirs: frozenset[int]
    lines: tuple[frozenset[int], ...]

    @property
    def below(self) -> int:
        """The cell below, -1 in the lowest row."""
        return self.column * self.rows + self.row - 1 if self.row else -1

    @property
    def most(self) -> int:
        """The most stones of one's own in an open line of the cell."""
        return max((len(line & self.mine) for line in self.lines if not line & self.theirs), default=0)

    @property
    def stopped(self) -> int:
        """The most stones of the opponent in a line that was open to them."""
        return max((len(line & self.theirs) for line in self.lines if not line & self.mine), default=0)


THEMES: Mapping[str, Callable[[Turn], bool]] = {
    "making a threat": lambda turn: bool(turn.own - turn.own_before),
    "forcing a reply": lambda turn: bool(turn.own & turn.free),
    "threats that wait": lambda turn: bool(turn.own - turn.free),
    "lengthening a line": lambda turn: turn.most > 0,
    "quiet turns": lambda turn: turn.most == 0,
    "stopping a line": lambda turn: turn.stopped > 1,
    "opening a column": lambda turn: turn.row == 0,
    "filling a column": lambda turn: turn.row == turn.rows - 1,
    "on one's own stone": lambda turn: turn.below in turn.mine,
    "on the opponent's stone": lambda turn: turn.below in turn.theirs,
    "in the middle": lambda turn: turn.column in (turn.columns // 2, (turn.columns - 1) // 2),
    "few stones": lambda turn: len(turn.mine) + len(turn.theirs) <= _FEW,
}
"""The themes, each with its rule."""


def _threats(state: State, seat: int) -> Iterator[int]:
    """Yield the empty cells on which a stone of the seat makes four in a row."""
    t, v = state.game.tables, state.vector
    columns, rows = size(t)
    taken = int(v[STONES] | v[STONES + 1])
    for cell in range(columns * rows):
        stones = np.int64(int(v[STONES + seat]) | 1 << cell)
        if not taken >> cell & 1 and any(fours(t, stones, number) for number in range(4)):
            yield cell


def _free(state: State) -> Iterator[int]:
    """Yield the cells on which a stone can fall, the lowest empty one of each column."""
    columns, rows = size(state.game.tables)
    taken = int(state.vector[STONES] | state.vector[STONES + 1])
    for column in range(columns):
        height = (taken >> column * rows & (1 << rows) - 1).bit_length()
        if height < rows:
            yield column * rows + height


def _lines(column: int, row: int, columns: int, rows: int) -> Iterator[frozenset[int]]:
    """Yield the lines of four cells through a cell, without it."""
    for right, up in _STEPS:
        for back in range(4):
            cells = [(column + (at - back) * right, row + (at - back) * up) for at in range(4)]
            if all(0 <= x < columns and 0 <= y < rows for x, y in cells):
                yield frozenset(x * rows + y for x, y in cells) - {column * rows + row}


def _cells(stones: int) -> frozenset[int]:
    return frozenset(cell for cell in range(stones.bit_length()) if stones >> cell & 1)


def themes(state: State, actions: Sequence[int]) -> tuple[str, ...]:
    """Return the themes of a position in which this turn is right.

    >>> import ludarium
    >>> state = ludarium.load("connect_four(columns=5,rows=5)").parse_position("5/5/2X2/2OO1/XOXXO x")
    >>> themes(state, state.parse_turn("b"))
    ('making a threat', 'threats that wait', 'lengthening a line', 'stopping a line', "on the opponent's stone")
    """
    (column,) = actions
    columns, rows = size(state.game.tables)
    seat, after = int(state.vector[MOVER]), state.play_unchecked(column)
    row = next(cell for cell in _free(state) if cell // rows == column) % rows
    turn = Turn(
        column=column,
        row=row,
        columns=columns,
        rows=rows,
        own_before=frozenset(_threats(state, seat)),
        own=frozenset(_threats(after, seat)),
        free=frozenset(_free(after)),
        mine=_cells(int(state.vector[STONES + seat])),
        theirs=_cells(int(state.vector[STONES + 1 - seat])),
        lines=tuple(_lines(column, row, columns, rows)),
    )
    return tuple(name for name, holds in THEMES.items() if holds(turn))
