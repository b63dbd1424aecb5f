"""The themes of puzzles of Connect Four: a threat is an empty cell on which a stone makes four in a row."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from ludarium.authoring import State

from connect_four.kernel import MOVER, STONES, fours
from connect_four.rules import size


class Turn(NamedTuple):
    """A turn as the rules of the themes see it: its cell, and cells after it or, if they are called so, before it.

    `free` are the cells on which a stone can fall, `own` and `other` the threats of who plays and of the opponent.
    """

    cell: int
    column: int
    columns: int
    own_before: frozenset[int]
    other_before: frozenset[int]
    free_before: frozenset[int]
    own: frozenset[int]
    free: frozenset[int]


THEMES: Mapping[str, Callable[[Turn], bool]] = {
    "making a threat": lambda turn: bool(turn.own - turn.own_before),
    "quiet turns": lambda turn: not turn.own - turn.own_before,
    "forcing a reply": lambda turn: bool(turn.own & turn.free),
    "threats that wait": lambda turn: bool(turn.own - turn.free),
    "blocking": lambda turn: turn.cell in turn.other_before,
    "keeping off a column": lambda turn: bool({cell - 1 for cell in turn.other_before} & turn.free_before),
    "in the middle": lambda turn: turn.column in (turn.columns // 2, (turn.columns - 1) // 2),
    "the opponent's threats": lambda turn: bool(turn.other_before),
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


def themes(state: State, actions: Sequence[int]) -> tuple[str, ...]:
    """Return the themes of a position in which this turn is right.

    >>> import ludarium
    >>> state = ludarium.load("connect_four(columns=5,rows=5)").parse_position("5/5/2X2/2OO1/XOXXO x")
    >>> themes(state, state.parse_turn("b"))
    ('making a threat', 'threats that wait')
    """
    (column,) = actions
    columns, rows = size(state.game.tables)
    seat, after, free = int(state.vector[MOVER]), state.play_unchecked(column), frozenset(_free(state))
    turn = Turn(
        cell=next(cell for cell in free if cell // rows == column),
        column=column,
        columns=columns,
        own_before=frozenset(_threats(state, seat)),
        other_before=frozenset(_threats(state, 1 - seat)),
        free_before=free,
        own=frozenset(_threats(after, seat)),
        free=frozenset(_free(after)),
    )
    return tuple(name for name, holds in THEMES.items() if holds(turn))
