"""Orion's rules, the part that needs no speed: the setting-up, and what is said to players."""

from collections.abc import Mapping

import numpy as np

from ludarium.boards.rotors import RotorLattice
from ludarium.core.definition import Setup
from ludarium.core.kernel import Vector
from ludarium.core.spec import Value
from ludarium.games.orion import kernel

BOARD = RotorLattice(5, 5)
NAMES = ("X", "O")
TOP = (1 << 16) - 1
"""§6: O begins on the slots of the rotors a to e; X on those of u to y."""
BOTTOM = TOP << 44

_ENDINGS = (
    "",
    "a chain of X's from top to bottom",
    "a chain of O's from top to bottom",
    "a draw: the position came up for the third time",
    "a draw: the turn limit was reached",
)


def setup(options: Mapping[str, Value]) -> Setup:
    """Orion with these options."""
    clicks, limit = int(options["clicks"]), int(options["turn_limit"])
    half = limit // 2 + 1
    tables = np.array([clicks, limit, options["reversal"] == "allowed", half, *BOARD.rotors], np.int64)
    start = np.zeros(kernel.PAST + 4 * half, np.int64)
    start[kernel.X], start[kernel.O] = BOTTOM, TOP
    kernel.begin(tables, start)
    return Setup(tables, start, NAMES, num_actions=kernel.DONE + 1, max_steps=clicks * limit)


def in_turn(t: Vector, v: Vector) -> bool:
    """Whether clicks have been made that are not yet a whole turn."""
    return bool(v[kernel.LEFT] < kernel.allowance(t, int(v[kernel.TURN])))


def explain(t: Vector, v: Vector, seat: int, action: int) -> str:
    """Why this action is not legal here."""
    restoring = f"this would restore the position before {NAMES[seat ^ 1]}'s last move"
    if action == kernel.DONE:
        return restoring
    rotor = action >> 1
    orbit = sum(1 << slot for slot in BOARD.around(rotor))
    if int(v[kernel.CARRIED]) & orbit:
        return f"{restoring}, with no way left to another"
    which = "that all the clicks so far have carried" if in_turn(t, v) else "at all"
    return f"rotor {BOARD.letters[rotor]} holds no piece of {NAMES[seat]}'s {which}"


def ending(t: Vector, v: Vector) -> str:
    """How the game ended."""
    return _ENDINGS[v[kernel.RESULT]]
