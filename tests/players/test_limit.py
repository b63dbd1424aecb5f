"""The time that a player has for a turn."""

import math

from hypothesis import given
from hypothesis import strategies as st

from ludarium.match.clock import Clock
from ludarium.match.match import Match
from ludarium.players.player import Limit
from tests.tiny import PENNIES, STONES


@given(st.floats(0.001, 1e6), st.floats(0, 60), st.integers(1, 1000))
def test_a_seat_that_keeps_to_its_turn_budget_never_runs_out_of_time(main: float, increment: float, turns: int) -> None:
    left = main
    for _ in range(turns):
        left += increment - Limit(left, increment).budget
        assert left > 0


def test_the_limit_of_a_seat_is_what_its_clock_has_left() -> None:
    match = Match.begin(STONES, ["Ann", "Bob"], clock=Clock(60, 2)).submit(0, "a1", took=12)
    assert Limit.of(match, 1) == Limit(60, 2, (50, 60))


def test_without_a_running_clock_there_is_no_limit() -> None:
    for match in (Match.begin(STONES, ["Ann", "Bob"]), Match.begin(PENNIES, ["Ann", "Bob"], clock=Clock(60))):
        assert Limit.of(match, 0) == Limit()
        assert Limit.of(match, 0).budget == math.inf
