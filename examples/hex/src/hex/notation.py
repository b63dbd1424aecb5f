"""Hex as text.

A turn is the name of a cell, as in `f6`, or `swap`. A position is `3/1X1/3 o`: the rows from the top, with numbers for
empty cells, and the mover.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.text import shorten

from hex import kernel
from hex.kernel import MOVER, SIZE, SWAP, WINNER
from hex.rules import NAMES, blank, names, stones

_LONGEST = 500


def action_name(state: State, seat: int, action: int) -> str:
    """Return the name of the cell, or `swap`."""
    t = state.game.tables
    return (*names(int(t[SIZE])), "swap")[action]


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return the turn, which is one action."""
    return action_name(state, 0, actions[0]) if actions else ""


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse a turn into its one action."""
    words = (*names(int(state.game.tables[SIZE])), "swap")
    word = text.strip().lower()
    if word not in words:
        raise ParseError(f"{shorten(text)} is not a turn: expected a cell from {words[0]} to {words[-2]}, or swap")
    return (words.index(word),)


def format_position(state: State) -> str:
    """Return the position as one line of text."""
    t, v = state.game.tables, state.vector
    size, line = int(t[SIZE]), stones(t, v)
    rows = (line[at : at + size] for at in range(0, len(line), size))
    return f"{'/'.join(map(_shortened, rows))} {NAMES[v[MOVER]].lower()}"


def _shortened(row: str) -> str:
    runs = ((cell, len(list(run))) for cell, run in groupby(row))
    return "".join(str(length) if cell == "." else cell * length for cell, length in runs)


def parse_position(game: Game, text: str) -> State:
    """Parse a position; raise `ParseError` where the text is not one."""
    t = game.tables
    fields = text.split() if len(text) <= _LONGEST else []
    if len(fields) != 2 or fields[1] not in ("x", "o"):
        raise ParseError(f"{shorten(text)} is not a position: expected the rows and x or o, as in 3/1X1/3 o")
    line, mover = _parse_rows(int(t[SIZE]), fields[0]), "xo".index(fields[1])
    lead = line.count("X") - line.count("O")  # after a swap it is one less
    if lead != mover and not (t[SWAP] and lead == mover - 1 and "O" in line):
        raise ParseError(f"{NAMES[mover]} is not to move with {line.count('X')} X and {line.count('O')} O on the board")
    v = blank(int(t[SIZE]))
    for cell, stone in enumerate(line):
        if stone != ".":
            kernel.fill(t, v, cell)
            kernel.put(t, v, NAMES.index(stone), cell)
    v[MOVER] = mover
    if v[WINNER] == 1 << mover:
        raise ParseError(f"{NAMES[mover]} has a chain already, so {NAMES[1 - mover]} must be to move")
    return game.state(v)


def _parse_rows(size: int, text: str) -> str:
    rows = [re.sub(r"[0-9]{1,2}", lambda run: "." * int(run[0]), row) for row in text.split("/")]
    if [len(row) for row in rows] != [size] * size or set(text) - set("XO/0123456789"):
        raise ParseError(f"{shorten(text)} is not a board: expected {size} rows of {size} cells, as in 3/1X1/3")
    return "".join(rows)
