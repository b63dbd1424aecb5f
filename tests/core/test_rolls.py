"""Whose roll a roll was, told from what may follow."""

import pytest

import ludarium
from ludarium.core.game import Game
from ludarium.core.rolls import describe_turn, number_turns, roller, turn_number
from tests.tiny import PENNIES, RACE

LUDO, VORTEX = ludarium.load("ludo"), ludarium.load("vortex")


@pytest.mark.parametrize(
    ("game", "turns", "text", "said"),
    [
        (LUDO, (), "first B", "first B"),
        (LUDO, ("first B",), "roll 4", "B rolls 4"),
        (LUDO, ("first B",), "roll 1", "B rolls 1"),  # which forfeits the turn
        (LUDO, ("first B", "roll 1"), "roll 3", "A rolls 3"),
        (LUDO, ("first B", "roll 4"), "B1 1x4=4", "B1 1x4=4"),
        (VORTEX, (), "first X", "first X"),
        (VORTEX, ("first O",), "roll 5", "O rolls 5"),
        (RACE, (), "roll 2", "hare rolls 2"),
        (RACE, ("roll 2", "run"), "roll 1", "tortoise rolls 1"),
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


@pytest.mark.parametrize(
    ("game", "turns", "listed"),
    [
        (LUDO, "first B|roll 4|B1 1x4=4|roll 1|roll 3", "first B|1. B rolls 4, B1 1x4=4|2. A rolls 1|3. B rolls 3"),
        (VORTEX, "first X|roll 5|0-5|roll 3|0-3", "first X|1. X rolls 5, 0-5|2. O rolls 3, 0-3"),
        (PENNIES, "heads tails|tails tails", "1. heads tails|2. tails tails"),
        (ludarium.load("grid(rocks=1)"), "3,4|n/s|n/s", "3,4|1. n/s|2. n/s"),
        (ludarium.load("orion"), "u+|pass", "1. u+|2. pass"),
    ],
)
def test_draws_and_rolls_are_no_turns_and_a_lost_roll_is_one(game: Game, turns: str, listed: str) -> None:
    state, states = game.initial(), []
    for text in turns.split("|"):
        states.append(state)
        state = state.move(text)
    numbered = number_turns(states, turns.split("|"))
    assert "|".join(turn.line(game.setup.seat_names) for turn in numbered) == listed
    assert numbered[-1].played == len(states)
    assert turn_number(numbered, len(states)) == int(listed.rpartition("|")[2].partition(".")[0])


def test_a_turn_begins_with_its_roll() -> None:
    state, states, texts = LUDO.initial(), [], ["first B", "roll 4", "B1 1x4=4", "roll 5"]
    for text in texts:
        states.append(state)
        state = state.move(text)
    numbered = number_turns(states, texts)
    assert [turn_number(numbered, played) for played in range(5)] == [0, 0, 1, 1, 2]
