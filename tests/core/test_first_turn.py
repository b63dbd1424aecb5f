"""The first turn of a game in which seats act."""

import pytest

from ludarium.core.errors import InvalidOption
from ludarium.core.first_turn import check_first_turn, ends_at_once, first_turn
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import game_names, load

ROLLED = ("ludo(die=12)", "ludo(players=4)", "vortex(players=3,tokens=1)")


@pytest.mark.parametrize("spec", [*game_names(), *ROLLED])
def test_a_seat_acts_however_often_its_first_roll_would_pass(spec: str) -> None:
    state = first_turn(load(spec))
    assert state.actors
    assert CHANCE not in state.actors
    assert first_turn(load(spec)) == state


def test_exactly_the_boards_on_which_two_cities_touch_end_at_once() -> None:
    sizes = [(players, width, height) for players in (2, 3, 4) for width in range(7, 41) for height in (6, 7)]
    ended = [size for size in sizes if ends_at_once(load("grid(players={},width={},height={})".format(*size)))]
    assert ended == [(players, width, 6) for players in (3, 4) for width in range(7, 41)]


@pytest.mark.parametrize("rocks", [0, 9])
def test_options_with_which_nobody_can_choose_are_named(rocks: int) -> None:
    with pytest.raises(InvalidOption, match="whatever is played: expected another value of players or height"):
        check_first_turn(load(f"grid(players=4,width=20,height=6,rocks={rocks})"))


@pytest.mark.parametrize("name", game_names())
def test_games_go_on_after_their_first_turn(name: str) -> None:
    check_first_turn(load(name))
