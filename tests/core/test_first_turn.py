"""The first turn of a game in which seats act."""

import pytest

from ludarium.core.first_turn import first_turn
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import game_names, load

ROLLED = ("ludo(die=12)", "ludo(players=4)", "vortex(players=3,tokens=1)")


@pytest.mark.parametrize("spec", [*game_names(), *ROLLED])
def test_a_seat_acts_however_often_its_first_roll_would_pass(spec: str) -> None:
    state = first_turn(load(spec))
    assert state.actors
    assert CHANCE not in state.actors
    assert first_turn(load(spec)) == state
