"""Ludarium's games in Gymnasium, PettingZoo, OpenSpiel and stable-baselines3: one adapter a library, for all games."""

from collections.abc import Iterable
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.core.errors import IllegalMove
from ludarium.core.game import Game, State
from ludarium.core.text import shorten

Mask = npt.NDArray[np.int8]


def rewards(state: State, before: State | None = None) -> tuple[float, ...]:
    """Return the reward of every seat: 0 while the game goes on, and at its end what it is paid.

    Where a game says what seats have earned on the way (`Observation.earned`), it is what they have earned since the
    state `before`, or since the game began. Payoffs that a game declares are the rewards. Where it declares none, a win
    is worth 1, the others lose equal parts of what a winner gains, winners of a tie share, and the rewards sum to 0; a
    single seat gets 1 or -1.

    >>> import ludarium
    >>> rewards(ludarium.load("vortex(tokens=1)").parse_position("25/3 X 3"))
    (1.0, -1.0)
    """
    if state.game.observation.earned is None:
        return to_rewards(state.game, state.payoffs or ()) or (0.0,) * state.game.seats
    return tuple(now - then for now, then in zip(_earned(state), _earned(before or state.game.initial()), strict=True))


def _earned(state: State) -> tuple[float, ...]:
    """Return what the seats of a game that pays on the way have been paid."""
    out, pay = np.zeros(state.game.seats), state.game.observation.earned
    if state.payoffs is None and pay:
        pay(state.game.tables, state.vector, out)
    return state.payoffs or tuple(out.tolist())


def to_rewards(game: Game, payoffs: Iterable[float]) -> tuple[float, ...]:
    """Return the rewards for some payoffs of a game."""
    factor, shift, divisor = game.reward_scale.tolist()
    return tuple((factor * payoff - shift) / divisor for payoff in payoffs)


def parse_action(given: Any) -> int:
    """Return a learner's action as an `int`; floats are refused, because they would have to be rounded.

    >>> parse_action(np.int64(3))
    3

    Raises `IllegalMove` for anything that is not a whole number.
    """
    try:
        return index(given)
    except TypeError:
        raise IllegalMove(f"{shorten(repr(given))} is not an action: expected a whole number") from None


def action_mask(state: State, seat: int) -> Mask:
    """Return the seat's legal actions as a vector of length `num_actions`: 1 for legal, 0 for others.

    All are 0 if the seat need not act.

    >>> import ludarium
    >>> action_mask(ludarium.load("grid").initial(), 1)
    array([1, 1, 1, 1], dtype=int8)
    """
    found = np.zeros(state.game.num_actions, np.int8)
    found[list(state.legal(seat))] = 1
    return found
