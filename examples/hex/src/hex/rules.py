"""Hex's rules that need no compiling: the setup, and messages to players."""

from collections.abc import Mapping
from functools import cache
from string import ascii_lowercase

import numpy as np
from ludarium.authoring import Setup, State, Value, Vector

from hex import kernel

NAMES = ("X", "O")
EDGES = ("top and bottom", "left and right")


@cache
def names(size: int) -> tuple[str, ...]:
    """Return the names of the cells, row by row from the top: the column's letter and the row's number.

    >>> names(3)
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3')
    """
    return tuple(f"{letter}{row}" for row in range(1, size + 1) for letter in ascii_lowercase[:size])


def blank(size: int) -> Vector:
    """Return the empty board; §1: the rim above and below it is X's, the rim on the left and right is O's."""
    rimmed = np.zeros((size + 2, size + 2), np.int64)
    rimmed[0], rimmed[-1] = kernel.FIRST, kernel.SECOND
    rimmed[:, 0] |= kernel.FIRST << 3
    rimmed[:, -1] |= kernel.SECOND << 3
    return np.concatenate([[0, 0, size * size], rimmed.ravel(), np.arange(size * size)])


def setup(options: Mapping[str, Value]) -> Setup:
    """Set up Hex with these options."""
    size = int(options["size"])
    start, cells, rimmed = blank(size), size * size, (size + 2) * (size + 2)
    places = kernel.BOARD + np.arange(rimmed).reshape(size + 2, size + 2)[1:-1, 1:-1].ravel()
    tables = np.concatenate([[size, options["swap"] == "on", kernel.BOARD + rimmed], places])
    return Setup(tables, start, NAMES, num_actions=cells + 1, max_steps=cells + 1)


def stones(t: Vector, v: Vector) -> str:
    """Return a letter for every cell, row by row: `X`, `O` or `.`."""
    held = v[t[kernel.PLACE :]].tolist()
    return "".join("X" if bits & kernel.STONE else "O" if bits >> 3 & kernel.STONE else "." for bits in held)


def in_turn(state: State) -> bool:
    """Return False: a turn is one step."""
    return False


def explain(state: State, seat: int, action: int) -> str:
    """Explain in a sentence why this action is not legal here."""
    t, v = state.game.tables, state.vector
    size = int(t[kernel.SIZE])
    if action == size * size:
        return "only O may swap, in reply to the first stone" if t[kernel.SWAP] else "this game is played without swap"
    return f"{names(size)[action]} holds a stone of {stones(t, v)[action]}: expected an empty cell"


def ending(state: State) -> str:
    """Return how the game ended; empty while it goes on."""
    v = state.vector
    if not v[kernel.WINNER]:
        return ""
    winner = int(v[kernel.WINNER]) - 1
    return f"a chain of {NAMES[winner]}'s from {EDGES[winner].replace('and', 'to')}"
