"""Verdicts on matches that must count before they are over."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from ludarium.core.game import State
from ludarium.core.registry import load
from ludarium.review.advice import Advice, Roll, SeatAdvice
from ludarium.review.adviser import Adviser
from ludarium.review.verdict import judge
from ludarium.solve.installed import require_table
from tests.conftest import EXACT_LUDO


class Opinion(Adviser):
    """Says what a test has written, of the positions from the last one backwards, as seat 0 sees them."""

    def __init__(self, values: Sequence[float], gap: float | None = None) -> None:
        self.written, self.gap, self.asked = iter(values), gap, list[int]()

    def advise(
        self, state: State, played: int, seconds: float, after: State | None = None, rolls: tuple[Roll, ...] = ()
    ) -> Advice:
        self.asked.append(played)
        value, seat = next(self.written), state.actors[0]
        return Advice(played, (SeatAdvice(seat, value if seat == 0 else 1.0 - value, "", self.gap),))


def after_a_turn(state: State) -> State:
    """Return the state after the first legal turn of whoever must act, and after chance."""
    seat, begun = state.actors[0], False
    while state.actors == (seat,) and (state.in_turn or not begun):
        state, begun = state.play(state.legal(seat)[0]), True
    return after_chance(state)


def after_chance(state: State) -> State:
    while state.actors and state.actors[0] < 0:
        state = state.play([*state.chance_outcomes()][-1])
    return state


def states(turns: int, spec: str = "orion(clicks=1)") -> list[State]:
    found = [after_chance(load(spec).initial())]
    while len(found) <= turns:
        found.append(after_a_turn(found[-1]))
    return found


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ((0.96, 0.97, 0.98), 1.0), ((0.02, 0.04, 0.01), 0.0), ((0.96, 0.95), 0.5), ((0.5,), 0.5),
        ((0.97, 0.02, 0.98), 0.5), ((0.03, 0.04, 0.06), 0.5),
    ],
)  # fmt: skip
def test_the_strongest_bot_decides_if_it_is_sure_in_three_positions(values: Sequence[float], points: float) -> None:
    opinion = Opinion(values)
    verdict = judge(opinion, states(4), 1.0)
    assert verdict.points == points
    assert opinion.asked == [4, 3, 2][: len(values)]
    assert f"{values[0]:.2f}" in verdict.how


def test_a_match_of_two_positions_is_a_draw_whatever_is_thought_of_them() -> None:
    assert judge(Opinion((0.99, 0.99)), states(1), 1.0).points == 0.5


def test_an_exact_value_counts_as_it_is() -> None:
    opinion = Opinion((0.7345,), gap=1e-6)
    assert judge(opinion, states(3), 1.0).points in (0.734, 0.735)
    assert opinion.asked == [3]


def test_a_table_tells_what_the_first_player_can_expect(tables: Path) -> None:
    game = load(EXACT_LUDO)

    found = states(12, EXACT_LUDO)
    payoffs = require_table(game).payoffs(found[-1])
    assert payoffs is not None
    verdict = judge(Adviser(game, 1, lambda: None), found, 0.01)
    assert verdict.points == round(game.payoff_range.parts(payoffs)[0], 3)
    assert "exact values" in verdict.how
