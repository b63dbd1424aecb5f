"""What a turn gave away by the values of searches, where no table of exact values tells it.

The state after the best turn and the one after the turn that was played are searched alike, several times, from new
seeds and for longer each time. The mean of the differences is what was given away; how much they differ says how far
the searches still waver.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import mean, stdev
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.review.luck import decisions

PASSES = 4
"""Searches of each state."""
_STUDENT = 3.182
"""The 97.5 % quantile of Student's t for so many searches."""
_MOST_STATES = 100
"""Where more states follow the two turns, as after a deal of cards, the error is not computed."""

Value = Callable[[State, int, float], float | None]
"""`value(state, number, share)` returns what a seat can expect, by search `number`, in this share of the time."""


class SearchedLoss(NamedTuple):
    """What a turn gave away, from 0 on, and half of its 95 % interval."""

    loss: float
    doubt: float


def searched_loss(best: State, played: State, value: Value) -> SearchedLoss | None:
    """Return what a turn that led to `played` gave away, compared with one that leads to `best`.

    Where chance acts its outcomes are averaged. Returns None where too many states follow, or a value is not known.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> states = start.move("p+"), start.move("p-")
    >>> loss, doubt = searched_loss(*states, lambda state, number, share: 0.1 * number + 0.2 * (state == states[0]))
    >>> round(loss, 6), round(doubt, 6)
    (0.2, 0.0)
    """
    if best == played:
        return SearchedLoss(0.0, 0.0)
    after = [decisions(state, 1) if state.actors == (CHANCE,) else {state: 1.0} for state in (best, played)]
    count = sum(map(len, after))
    if not all(after) or count > _MOST_STATES:
        return None
    gaps = list[float]()
    for number in range(PASSES):
        share = (number + 1) / sum(range(1, PASSES + 1)) / count
        values = [_mean(states, number, share, value) for states in after]
        if values[0] is None or values[1] is None:
            return None
        gaps.append(values[0] - values[1])
    return SearchedLoss(max(0.0, mean(gaps)), _STUDENT * stdev(gaps) / math.sqrt(PASSES))


def _mean(states: dict[State, float], number: int, share: float, value: Value) -> float | None:
    """Return the mean of the values of some states with their shares; None if one is not known."""
    total = 0.0
    for state, part in states.items():
        found = value(state, number, share)
        if found is None:
            return None
        total += part * found
    return total / sum(states.values())
