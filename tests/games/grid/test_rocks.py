"""Rocks in Grid Game: a test for each thing that paragraph 10 and its ruling say."""

import pytest

import ludarium
from ludarium.core.errors import IllegalMove
from ludarium.games.grid import kernel


def test_10_rocks_are_placed_by_chance_before_turn_0() -> None:
    state = ludarium.load("grid(rocks=3)").initial()
    assert str(state).endswith(" #3")
    for left in (2, 1, 0):
        assert state.actors == (-1,)
        chance_outcomes = state.chance_outcomes()
        assert len(set(chance_outcomes.values())) == 1
        state = state.play(next(iter(chance_outcomes)))
        assert int(state.vector[kernel.ROCKS_LEFT]) == left
    assert state.actors == (0, 1)
    assert str(state).startswith("#3//")


def test_10_no_rock_is_placed_on_something_or_next_to_a_city() -> None:
    state = ludarium.load("grid(rocks=3)").initial().move("3,4")
    assert len(state.legal(-1)) == 240 - 2 * 9 - 1
    for cell in ("1,1", "3,3", "17,9", "3,4"):
        with pytest.raises(IllegalMove, match=f"no rock can be placed on {cell}: the cell is not empty, or a piece is"):
            state.move(cell)


def test_ruling_8_as_many_rocks_are_placed_as_there_is_room_for() -> None:
    game = ludarium.load("grid(width=7,height=6,players=4,rocks=60)")
    state, placed = game.initial(), 0
    while state.actors == (-1,):
        state, placed = state.play(state.legal(-1)[-1]), placed + 1
    assert placed == 42 - 5 * 4
    assert game.max_steps == 3000 + placed
