"""Our games in the tools that others learn with: one generic file a tool, in which no game is named."""

from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.core.errors import IllegalMove
from ludarium.core.game import State
from ludarium.core.text import shorten

Mask = npt.NDArray[np.int8]


def rewards(state: State) -> tuple[float, ...]:
    """What every seat has earned: nothing while the game goes on; then 1 for a win, and in all nothing again.

    What is won is lost by the others in equal parts, and a tie shares; who plays alone earns 1 or -1.

    >>> import ludarium
    >>> rewards(ludarium.load("vortex(tokens=1)").parse_position("25/3 X 3"))
    (1.0, -1.0)
    """
    seats, payoffs = state.game.seats, state.payoffs
    if payoffs is None:
        return (0.0,) * seats
    if seats == 1:
        return (1.0,) if state.winners else (-1.0,)
    return tuple((seats * payoff - 1) / (seats - 1) for payoff in payoffs)


def read_action(given: Any) -> int:
    """The action that a learner gives: any whole number, and nothing that would have to be rounded.

    >>> read_action(np.int64(3))
    3

    Raises `IllegalMove`.
    """
    try:
        return index(given)
    except TypeError:
        raise IllegalMove(f"{shorten(repr(given))} is no action: actions are whole numbers") from None


def mask(state: State, seat: int) -> Mask:
    """Which actions a seat may choose, as ones among zeros: none where it need not act.

    >>> import ludarium
    >>> mask(ludarium.load("grid").initial(), 1)
    array([1, 1, 1, 1], dtype=int8)
    """
    found = np.zeros(state.game.num_actions, np.int8)
    found[list(state.legal(seat))] = 1
    return found
