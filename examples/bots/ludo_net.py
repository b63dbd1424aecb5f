"""An evaluation for MCTS, as a network would give one: values and priors of many positions of Ludo at once.

    ludarium match ludo "mcts(simulations=200,evaluate=examples/bots/ludo_net.py:evaluate)" easy

It is for games of two with the default four markers. The network is a logistic regression on two numbers that the
observation of Ludo has: the rolls that the own markers need, and those that the others need.
"""

import numpy as np
import numpy.typing as npt

from ludarium.search import EvaluationBatch

OWN_ROLLS, OTHER_ROLLS = slice(8, 12), slice(12, 16)
WEIGHT = 0.15
"""How much a roll that a side needs more or less counts."""


def evaluate(batch: EvaluationBatch) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the payoffs that the seats can expect (n, 2), and the priors of all actions (n, 4)."""
    own, other = batch.observations[:, OWN_ROLLS], batch.observations[:, OTHER_ROLLS]
    chance = 1 / (1 + np.exp(WEIGHT * (own.sum(axis=1) - other.sum(axis=1))))
    rows, values = np.arange(len(batch)), np.empty((len(batch), 2))
    values[rows, batch.to_move] = chance
    values[rows, 1 - batch.to_move] = 1 - chance
    # what is nearly at the goal is tried first; the search ignores actions that are not legal
    priors = np.exp(-0.1 * own.astype(np.float64))
    return values, priors
