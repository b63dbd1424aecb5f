"""Hex as text.

A turn is the name of a cell, as in `f6`, or `swap`. A position is `3/1X1/3 o`: the rows from the top, with numbers for
empty cells, and the mover.
"""

from collections.abc import Sequence

from ludarium.authoring import (
    Game,
    ParseError,
    State,
    format_names,
    format_rows,
    parse_choice,
    parse_names,
    parse_rows,
    split_fields,
)

from hex import kernel
from hex.kernel import EMPTY, LIST, MOVER, SIZE, SWAP, WINNER
from hex.rules import NAMES, blank, names, stones


def action_name(state: State, seat: int, action: int) -> str:
    """Return the name of the cell, or `swap`."""
    t = state.game.tables
    return (*names(int(t[SIZE])), "swap")[action]


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return the turn, which is one action."""
    return format_names(state, actions)


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse a turn into its one action."""
    words = (*names(int(state.game.tables[SIZE])), "swap")
    return parse_names(state, text, words=words, expected=f"a cell from {words[0]} to {words[-2]}, or swap")


def format_position(state: State) -> str:
    """Return the position as one line of text."""
    t, v = state.game.tables, state.vector
    size = int(t[SIZE])
    return f"{format_rows(stones(t, v), [size] * size)} {NAMES[v[MOVER]].lower()}"


def parse_position(game: Game, text: str) -> State:
    """Parse a position; raise `ParseError` where the text is not one."""
    t = game.tables
    size = int(t[SIZE])
    rows, seat = split_fields(text, "the rows and x or o, as in 3/1X1/3 o", 2)
    line = parse_rows(rows, [size] * size, "XO", f"{size} rows of {size} cells, as in 3/1X1/3")
    mover = parse_choice(seat, "a player", NAMES)
    lead = line.count("X") - line.count("O")  # after a swap it is one less
    if lead != mover and not (t[SWAP] and lead == mover - 1 and "O" in line):
        raise ParseError(f"{NAMES[mover]} is not to move with {line.count('X')} X and {line.count('O')} O on the board")
    v = blank(size)
    empty = [cell for cell, stone in enumerate(line) if stone == "."]
    v[EMPTY] = len(empty)
    v[t[LIST] :] = [*empty, *[0] * (len(line) - len(empty))]
    for cell, stone in enumerate(line):
        if stone != ".":
            kernel.put(t, v, NAMES.index(stone), cell)
    v[MOVER] = mover
    if v[WINNER] == 1 << mover:
        raise ParseError(f"{NAMES[mover]} has a chain already, so {NAMES[1 - mover]} must be to move")
    return game.state(v)
