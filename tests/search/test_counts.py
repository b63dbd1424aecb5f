"""Perft against counts by hand and a plain recursion over states."""

from itertools import product

import pytest

import ludarium
from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.search.counts import perft
from tests.tiny import PENNIES, RACE, STONES, TINY


def count(state: State, depth: int) -> int:
    """Return the same count by a recursion over states."""
    if depth == 0:
        return 1
    ways = product(*(state.legal(seat) for seat in state.actors)) if state.actors else ()
    return sum(count(state.play(*actions), depth - 1) for actions in ways)


@pytest.mark.parametrize("game", [*TINY, ludarium.load("orion(clicks=2,turn_limit=10)")], ids=lambda game: game.name)
@pytest.mark.parametrize("depth", range(4))
def test_the_count_is_that_of_a_plain_recursion(game: Game, depth: int) -> None:
    assert perft(game.initial(), depth) == count(game.initial(), depth)


def test_a_simultaneous_step_has_every_combination() -> None:
    assert [perft(PENNIES.initial(), depth) for depth in range(5)] == [1, 4, 16, 64, 0]


def test_a_roll_is_a_step() -> None:
    assert [perft(RACE.initial(), depth) for depth in range(3)] == [1, 3, 6]


def test_a_turn_may_have_several_steps() -> None:
    assert perft(STONES.initial(), 1) == 3


def test_it_counts_from_any_position() -> None:
    state = STONES.initial().move("a1").move("b3")
    assert [perft(state, depth) for depth in range(3)] == [1, 1, 2]


@pytest.mark.parametrize("depth", [-1, 101])
def test_a_depth_out_of_range_is_refused(depth: int) -> None:
    with pytest.raises(InvalidOption, match="from 0 to 100"):
        perft(STONES.initial(), depth)
