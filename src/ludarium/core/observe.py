"""Observing a state, as a learner does."""

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.kernel import Singles


def observe(state: State, seat: int) -> Singles:
    """Return what a seat sees of a state, as a new float32 array; `state.game.observation` is its format.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> own, other = observe(start, seat=0)[:2]
    >>> own.sum(), (observe(start, seat=1)[1] == own).all()
    (np.float32(16.0), np.True_)

    Raises `LudariumError` if the game has no such seat.
    """
    game = state.game
    if seat not in range(game.seats):
        raise LudariumError(f"{seat} is not a seat of {game.spec}: expected 0 to {game.seats - 1}")
    out = np.zeros(game.observation.shape, np.float32)
    game.observation.function(game.tables, state.vector, seat, out.reshape(-1))
    return out
