"""The luck of a roll by the values of a search: what was rolled less the mean over all rolls."""

from __future__ import annotations

from collections.abc import Callable

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE

_MOST_OUTCOMES = 100
"""Of a roll with more outcomes, such as a deal of cards, the luck is not computed,"""
_MOST_STATES = 500
"""nor where more states follow, each of which needs a search."""
_LEVELS = 2
"""Where a roll leaves no choice, the next roll is looked at as well, and no further."""


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
    states = decisions(rolled, _LEVELS)
    got = decisions(after, _LEVELS - 1) if after.actors == (CHANCE,) else {after: 1.0}
    if not 0 < len(states) <= _MOST_STATES or not got:
        return None
    values = dict[State, float]()
    for state in states:
        found = value(state, len(states))
        if found is None:
            return None
        values[state] = found
    return _mean(got, values) - _mean(states, values)


def _mean(states: dict[State, float], values: dict[State, float]) -> float:
    return sum(share * values[state] for state, share in states.items()) / sum(states.values())


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
