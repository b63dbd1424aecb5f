"""Whose roll a roll was, told from what may follow."""

import pytest

import ludarium
from ludarium.core.game import Game
from ludarium.core.rolls import describe_turn, roller
from tests.tiny import PENNIES, RACE

LUDO, VORTEX = ludarium.load("ludo"), ludarium.load("vortex")


@pytest.mark.parametrize(
    ("game", "turns", "text", "said"),
    [
        (LUDO, (), "first B", "first B"),
        (LUDO, ("first B",), "roll 4", "B rolled 4"),
        (LUDO, ("first B",), "roll 1", "B rolled 1"),  # which forfeits the turn
        (LUDO, ("first B", "roll 1"), "roll 3", "A rolled 3"),
        (LUDO, ("first B", "roll 4"), "B1 1x4=4", "B1 1x4=4"),
        (VORTEX, (), "first X", "first X"),
        (VORTEX, ("first O",), "roll 5", "O rolled 5"),
        (RACE, (), "roll 2", "hare rolled 2"),
        (RACE, ("roll 2", "run"), "roll 1", "tortoise rolled 1"),
        (PENNIES, (), "heads tails", "heads tails"),
        (ludarium.load("grid(rocks=2)"), (), "3,4", "3,4"),
    ],
)
def test_a_roll_is_described_with_its_seat_and_other_turns_are_unchanged(
    game: Game, turns: tuple[str, ...], text: str, said: str
) -> None:
    state = game.initial()
    for turn in turns:
        state = state.move(turn)
    assert describe_turn(state, text) == said


def test_every_one_of_six_seats_rolls_in_its_turn() -> None:
    state, found = Game(RACE.definition, {"goal": 6, "seats": 6}).initial(), list[int]()
    while len(found) < 6:
        found.append(roller(state))
        state = state.move("roll 1").move("stay")
    assert found == [0, 1, 2, 3, 4, 5]


def test_chance_in_another_form_is_described_with_the_name_of_the_seat() -> None:
    assert describe_turn(RACE.initial(), "dice 3-1") == "hare: dice 3-1"
