"""Orion's rules that need no compiling: the setup, and messages to players."""

from collections.abc import Mapping

import numpy as np

from ludarium.boards.rotors import RotorLattice
from ludarium.core.definition import Setup
from ludarium.core.game import State
from ludarium.core.spec import Value
from ludarium.games.orion import kernel

BOARD = RotorLattice(5, 5)
NAMES = ("X", "O")
TOP = (1 << 16) - 1
BOTTOM = TOP << 44
"""The slots around the rotors a to e, where O begins, and around u to y, where X begins."""

_ENDINGS = (
    "",
    "a chain of X's from top to bottom",
    "a chain of O's from top to bottom",
    "a draw: the position came up for the third time",
    "a draw: the turn limit was reached",
)


def setup(options: Mapping[str, Value]) -> Setup:
    """Set up Orion with these options."""
    clicks, limit = int(options["clicks"]), int(options["turn_limit"])
    half = limit // 2 + 1
    tables = np.array([clicks, limit, options["reversal"] == "allowed", half, *BOARD.rotors], np.int64)
    start = np.zeros(kernel.PAST + 4 * half, np.int64)
    start[kernel.X], start[kernel.O] = BOTTOM, TOP
    kernel.begin(tables, start)
    return Setup(tables, start, NAMES, num_actions=kernel.DONE + 1, max_steps=clicks * limit)


def in_turn(state: State) -> bool:
    """Return whether clicks have been made and the turn has not ended."""
    t, v = state.game.tables, state.vector
    return bool(v[kernel.LEFT] < kernel.allowance(t, int(v[kernel.TURN])))


def explain(state: State, seat: int, action: int) -> str:
    """Explain in a sentence why this action is not legal here."""
    restoring = f"this would restore the position before {NAMES[seat ^ 1]}'s last move"
    if action == kernel.DONE:
        return restoring
    rotor = action >> 1
    orbit = sum(1 << slot for slot in BOARD.around(rotor))
    if int(state.vector[kernel.CARRIED]) & orbit:
        return f"{restoring}, and no other position could be reached in this turn"
    which = " that all clicks of this turn have carried" if in_turn(state) else ""
    return f"rotor {BOARD.letters[rotor]} holds no piece of {NAMES[seat]}{which}"


def ending(state: State) -> str:
    """Say how the game ended; empty while it goes on."""
    v = state.vector
    return _ENDINGS[v[kernel.RESULT]]
