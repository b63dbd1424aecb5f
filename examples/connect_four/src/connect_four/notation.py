"""Connect Four as text.

A turn is the letter of a column, as in `d`; its number, as in `4`, is understood. A position is `4/4/1O2/1X2 x`: the
rows from the top, with numbers for empty cells, and the mover.
"""

from collections.abc import Sequence
from string import ascii_lowercase

import numpy as np
from ludarium.authoring import (
    Game,
    ParseError,
    State,
    Vector,
    format_names,
    format_rows,
    parse_choice,
    parse_names,
    parse_rows,
    split_fields,
)

from connect_four.kernel import MOVER, RESULT, STONES, judge
from connect_four.rules import NAMES, size, stones


def action_name(state: State, seat: int, action: int) -> str:
    """Return the letter of the column."""
    return ascii_lowercase[action]


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return the turn, which is one action."""
    return format_names(state, actions)


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse a turn into its one action."""
    columns, _ = size(state.game.tables)
    letters, numbers = ascii_lowercase[:columns], "12345678"[:columns]
    if text.strip() in tuple(numbers):
        text = letters[numbers.index(text.strip())]
    return parse_names(state, text, words=letters, expected=f"a column from a to {letters[-1]}, or from 1 to {columns}")


def format_position(state: State) -> str:
    """Return the position as one line of text."""
    columns, rows = size(state.game.tables)
    held = stones(state.game.tables, state.vector)
    from_top = "".join(held[row::rows] for row in reversed(range(rows)))
    return f"{format_rows(from_top, [columns] * rows)} {NAMES[state.vector[MOVER]].lower()}"


def parse_position(game: Game, text: str) -> State:
    """Parse a position; raise `ParseError` where the text is not one."""
    columns, rows = size(game.tables)
    board, seat = split_fields(text, "the rows and x or o, as in 4/4/1O2/1X2 x", 2)
    from_top = parse_rows(board, [columns] * rows, "XO", f"{rows} rows of {columns} cells")
    mover, (x, o) = parse_choice(seat, "a player", NAMES), (from_top.count(name) for name in NAMES)
    if x - o != mover:
        raise ParseError(f"{NAMES[mover]} is not to move with {x} X and {o} O on the board")
    held = "".join(from_top[column::columns][::-1] for column in range(columns))
    for column in range(columns):
        if "." in held[column * rows : (column + 1) * rows].rstrip("."):
            raise ParseError(f"a stone in column {ascii_lowercase[column]} does not lie: expected no gap below it")
    bits = [sum(1 << cell for cell, stone in enumerate(held) if stone == name) for name in NAMES]
    v = np.array([*bits, mover, 0], np.uint64).view(np.int64)
    _check_last(game, v, mover)
    v[RESULT] = judge(game.tables, v, 1 - mover)
    return game.state(v)


def _check_last(game: Game, v: Vector, mover: int) -> None:
    """Raise `ParseError` if the game was over before the last turn: no stone on top can have been that turn's."""
    t, other = game.tables, 1 - mover
    if judge(t, v, mover) == mover + 1:
        raise ParseError(f"{NAMES[mover]} has four in a row already, so {NAMES[other]} cannot have moved since")
    if judge(t, v, other) != other + 1:
        return
    columns, rows = size(t)
    held = stones(t, v)
    for column in range(columns):
        height = len(held[column * rows : (column + 1) * rows].rstrip("."))
        if height and held[column * rows + height - 1] == NAMES[other]:
            before = v.copy()
            before.view(np.uint64)[STONES + other] ^= np.uint64(1 << column * rows + height - 1)
            if judge(t, before, other) != other + 1:
                return
    raise ParseError(f"{NAMES[other]} had four in a row before the last turn: expected a position that can arise")
