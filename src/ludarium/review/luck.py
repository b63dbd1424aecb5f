"""What a roll gave and what a turn gave away, by the values of searches, where no table of exact values tells it.

The luck of a roll is what was rolled less the mean over all rolls. For the loss of a turn the state after the best turn
and the one after the turn that was played are searched alike, several times, from new seeds and for longer each time.
The mean of the differences is what was given away; how much they differ says how far the searches still waver.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from statistics import mean, stdev
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE

_MOST_OUTCOMES = 100
"""Of a roll with more outcomes, such as a deal of cards, the luck is not computed,"""
_MOST_STATES = 500
"""nor where more states follow, each of which needs a search."""
LEVELS = 2
"""Where a roll leaves no choice, the next roll is looked at as well, and no further."""
PASSES = 4
"""Searches of each state for the loss of a turn."""
_STUDENT = 3.182
"""The 97.5 % quantile of Student's t for so many searches."""
_MOST_AFTER = 100
"""Where more states follow two turns, as after a deal of cards, the loss is not computed."""

Value = Callable[[State, int, float], float | None]
"""`value(state, number, share)` returns what a seat can expect, by search `number`, in this share of the time."""


def searched_luck(rolled: State, after: State, value: Callable[[State, int], float | None]) -> float | None:
    """Return how much more a seat can expect after a roll than on average over all rolls.

    `value` returns what the seat can expect in a state in which chance does not act, after a search whose limit is
    divided by the number of states, its second argument. Where chance acts again, its outcomes are averaged; those
    after which it acts once more are left out. Returns None where there are too many, or a value is not known.

    >>> import ludarium
    >>> state = ludarium.load("ludo").initial().move("first B")
    >>> round(searched_luck(state, state.move("roll 6"), lambda found, _: float("B 6" in str(found))), 3)
    0.833
    """
    states = decisions(rolled, LEVELS)
    got = decisions(after, LEVELS - 1) if after.actors == (CHANCE,) else {after: 1.0}
    if not 0 < len(states) <= _MOST_STATES or not got:
        return None
    known = cache(lambda state: value(state, len(states)))
    usual = mean_value(states, known)
    rolled_value = None if usual is None else mean_value(got, known)
    return None if usual is None or rolled_value is None else rolled_value - usual


def mean_value(states: Mapping[State, float], value: Callable[[State], float | None]) -> float | None:
    """Return the mean of the values of some states with their shares; None if one is not known."""
    total = 0.0
    for state, share in states.items():
        found = value(state)
        if found is None:
            return None
        total += share * found
    return total / sum(states.values())


def decisions(rolled: State, levels: int) -> dict[State, float]:
    """Return the states in which chance does not act after so many rolls, with their shares; none if too many."""
    found, outcomes = dict[State, float](), rolled.chance_outcomes()
    for action, probability in outcomes.items() if len(outcomes) <= _MOST_OUTCOMES else ():
        after = rolled.play_unchecked(action)
        if after.actors != (CHANCE,):
            found[after] = found.get(after, 0.0) + probability
        elif levels > 1 and (following := decisions(after, levels - 1)):
            whole = sum(following.values())
            for state, share in following.items():
                found[state] = found.get(state, 0.0) + probability * share / whole
    return found


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
    after = [decisions(state, 1) if state.actors == (CHANCE,) else {state: 1.0} for state in (best, played)]
    count = sum(map(len, after))
    if not all(after) or count > _MOST_AFTER:
        return None

    def gap(number: int) -> float | None:
        share = (number + 1) / sum(range(1, PASSES + 1)) / count
        first, second = (mean_value(states, lambda state: value(state, number, share)) for states in after)
        return None if first is None or second is None else first - second

    gaps = list[float]()
    for number in range(PASSES):
        found = gap(number)
        if found is None:
            return None
        gaps.append(found)
    return SearchedLoss(max(0.0, mean(gaps)), _STUDENT * stdev(gaps) / math.sqrt(PASSES))
