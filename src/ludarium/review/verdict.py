"""The verdict on a match that must count before it is over: by an exact table, by the strongest bot, or a draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.review.advice import Advice, SeatAdvice
from ludarium.review.adviser import Adviser

WON, LOST, TURNS = 0.95, 0.05, 3
"""Above the first and below the second value, in each of so many positions in a row, a bot's opinion decides."""
_DRAW = 0.5


class Verdict(NamedTuple):
    """The points of seat 0 of two, as a part of the range of payoffs, and how they were found, in words."""

    points: float
    how: str


NO_VERDICT = Verdict(_DRAW, "a draw, as no program could judge the position")


def judge(adviser: Adviser, states: Sequence[State], seconds: float) -> Verdict:
    """Return the verdict on the last of the states between the turns of a match of two.

    An exact value counts as it is, so that nobody gains or loses by the end of the time. The strongest bot decides only
    if it finds the same side clearly better in each of the last positions; it searches each for some seconds.
    """
    deciding = [number for number, state in enumerate(states) if state.actors and min(state.actors) >= 0][-TURNS:]
    values = list[float]()
    for number in reversed(deciding):
        advice = adviser.advise(states[number], number, seconds)
        value, is_exact = _of_seat_0(advice), advice.seats[0].exact
        if is_exact and not values:
            return Verdict(round(value, 3), f"by a table of exact values: {value:.3f} for the first player")
        values.insert(0, value)
        if LOST <= value <= WON:
            break
    said = ", ".join(f"{value:.2f}" for value in values)
    if len(values) == TURNS and (min(values) > WON or max(values) < LOST):
        return Verdict(float(values[0] > _DRAW), f"by the strongest program, in {TURNS} positions: {said}")
    if not values:
        return NO_VERDICT
    return Verdict(_DRAW, f"a draw, as the strongest program sees no clear winner: {said}")


def _of_seat_0(advice: Advice) -> float:
    """Return what seat 0 can expect in a position in which it or the other seat decides, or both do."""
    said: SeatAdvice = advice.of(0) or advice.seats[0]
    return said.value if said.seat == 0 else 1.0 - said.value
