"""Observations of any game, and of a game that defines none of its own."""

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.observation import Observation, Part
from ludarium.core.observe import observe
from tests.tiny import PENNIES, RACE


def test_the_parts_lie_one_after_another() -> None:
    parts = (Part("two", "", 2, high=5), Part("one", "", low=-1))
    planes = Observation(lambda *_: None, parts, (2, 2))
    assert planes.shape == (3, 2, 2)
    assert planes.low.tolist() == [[[0, 0], [0, 0]]] * 2 + [[[-1, -1], [-1, -1]]]
    assert planes.high[:, 0, 0].tolist() == [5, 5, 1]
    assert Observation(lambda *_: None, parts).low.tolist() == [0, 0, -1]


def test_the_text_of_an_observation_lists_its_parts() -> None:
    seen = Observation(lambda *_: None, (Part("a", "this", 2, whole=True), Part("b", "that", high=2)), version=3)
    assert str(seen).splitlines() == [
        "Version 3, float32 of the shape (3,).",
        "",
        "| place | what | type | range | meaning |",
        "|---|---|---|---|---|",
        "| 0 to 1 | a | 0 or 1 | 0 to 1 | this |",
        "| 2 | b | number | 0 to 2 | that |",
    ]


def test_a_board_may_be_no_rectangle() -> None:
    planes = Observation(lambda *_: None, (Part("a", "this", 2), Part("b", "that", filled=True)), (3,))
    assert str(planes).startswith("Version 0, float32 of the shape (3, 3): planes of 3 cells.")
    assert planes.moved((2, 0, 1)).tolist() == [2, 0, 1, 5, 3, 4, 6, 7, 8]


@pytest.mark.parametrize("word", [0, 1, -1, 2**20 - 1, 2**20, -(2**20), -(2**20) - 1, 2**62 - 3, 2**63 - 1, -(2**63)])
def test_a_game_without_its_own_observation_shows_every_word_exactly(word: int) -> None:
    state = State(RACE, np.array([word, 2, 5, -1]).tobytes())
    seen = [int(number) for number in observe(state, 1)]
    digits = zip(seen[:4], seen[4:8], seen[8:12], strict=True)
    assert [low + (middle << 21) + (high << 42) for low, middle, high in digits] == [word, 2, 5, -1]
    assert seen[1:4] == [2, 5, -1]
    assert seen[12:] == [0, 1]
    assert (RACE.observation.low <= seen).all()
    assert (seen <= RACE.observation.high).all()


def test_every_array_is_a_new_one() -> None:
    state = PENNIES.initial()
    observe(state, 0)[:] = 7
    assert observe(state, 0).max() == 1


@pytest.mark.parametrize("seat", [-1, 2])
def test_only_seats_have_observations(seat: int) -> None:
    with pytest.raises(LudariumError, match=f"{seat} is not a seat of orion: expected 0 to 1"):
        ludarium.observe(ludarium.load("orion").initial(), seat)
