"""Hex's rules, the part that needs no speed: the setting-up, and what is said to players."""

from collections.abc import Mapping
from functools import cache
from string import ascii_lowercase

import numpy as np
from ludarium.core.definition import Setup
from ludarium.core.kernel import Vector
from ludarium.core.spec import Value

from hex import kernel

NAMES = ("X", "O")
EDGES = ("top and bottom", "left and right")


@cache
def names(size: int) -> tuple[str, ...]:
    """The names of the cells, row by row from the top: a column's letter and a row's number.

    >>> names(3)
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3')
    """
    return tuple(f"{letter}{row}" for row in range(1, size + 1) for letter in ascii_lowercase[:size])


def blank(size: int) -> Vector:
    """The empty board; §1: X owns the rim above and below it, O the rim beside it."""
    rimmed = np.zeros((size + 2, size + 2), np.int64)
    rimmed[0], rimmed[-1] = kernel.FIRST, kernel.SECOND
    rimmed[:, 0] |= kernel.FIRST << 3
    rimmed[:, -1] |= kernel.SECOND << 3
    return np.concatenate([[0, 0, size * size], rimmed.ravel(), np.arange(size * size)])


def setup(options: Mapping[str, Value]) -> Setup:
    """Hex with these options."""
    size = int(options["size"])
    start, cells, rimmed = blank(size), size * size, (size + 2) * (size + 2)
    places = kernel.BOARD + np.arange(rimmed).reshape(size + 2, size + 2)[1:-1, 1:-1].ravel()
    tables = np.concatenate([[size, options["swap"] == "on", kernel.BOARD + rimmed], places])
    return Setup(tables, start, NAMES, num_actions=cells + 1, max_steps=cells + 1)


def stones(t: Vector, v: Vector) -> str:
    """What the cells hold, row by row: X, O or a point."""
    held = v[t[kernel.PLACE :]].tolist()
    return "".join("X" if bits & kernel.STONE else "O" if bits >> 3 & kernel.STONE else "." for bits in held)


def in_turn(t: Vector, v: Vector) -> bool:
    """A turn is one step, so none is ever half done."""
    return False


def explain(t: Vector, v: Vector, seat: int, action: int) -> str:
    """Why this action is not legal here."""
    size = int(t[kernel.SIZE])
    if action == size * size:
        return "only O may swap, in reply to the first stone" if t[kernel.SWAP] else "this game is played without swap"
    return f"{names(size)[action]} holds a stone of {stones(t, v)[action]}'s"


def ending(t: Vector, v: Vector) -> str:
    """How the game ended."""
    if not v[kernel.WINNER]:
        return ""
    winner = int(v[kernel.WINNER]) - 1
    return f"a chain of {NAMES[winner]}'s from {EDGES[winner].replace('and', 'to')}"
