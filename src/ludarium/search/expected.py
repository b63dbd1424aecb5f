"""The expected payoff of every seat in a state, by the evaluation that searches use."""

import numpy as np

from ludarium.core.game import State
from ludarium.search.evaluators import find_evaluator, has_evaluation
from ludarium.search.learned import Learned
from ludarium.search.network import values_of


def expected_payoffs(state: State, evaluate: str | Learned = "default") -> tuple[float, ...]:
    """Return the payoff that every seat can expect, by an evaluation; at the end of a game its payoffs.

    `evaluate` is what the option of a search takes: `default` for the game's own evaluation, or a draw where it has
    none, `learned` for the player that comes with the game, a file such as `ada.player`, or a `Learned`.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> expected_payoffs(start), expected_payoffs(start.move("p+"))[0] > 0.5
    ((0.5, 0.5), True)

    Raises `InvalidOption` for a text that names no evaluation, `BadPlayer` for a file that cannot be read, or has
    learnt another game.
    """
    if state.payoffs is not None:
        return state.payoffs
    has_evaluation(state.game, evaluate)
    evaluator, tables = find_evaluator(state.game, evaluate)
    out = np.zeros(state.game.seats)
    values_of(evaluator, tables, state.vector, out)
    return tuple(out.tolist())
