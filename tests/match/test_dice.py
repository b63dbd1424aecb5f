"""Dice: fair, and the same seed gives the same rolls."""

from collections import Counter

import pytest

from ludarium.match.dice import SYSTEM, sample_chance, seeded, turn_generator
from tests.tiny import RACE


def test_a_seed_and_a_turn_give_the_same_throw() -> None:
    start = RACE.initial()
    throws = [sample_chance(start, turn_generator(seeded(7), turn)) for turn in range(50)]
    assert throws == [sample_chance(start, turn_generator(seeded(7), turn)) for turn in range(50)]
    assert throws != [sample_chance(start, turn_generator(seeded(8), turn)) for turn in range(50)]


@pytest.mark.parametrize("dice", [seeded(7), SYSTEM])
def test_every_throw_comes_as_often_as_its_probability(dice: str) -> None:
    start = RACE.initial()
    seen = Counter(sample_chance(start, turn_generator(dice, turn)) for turn in range(2000))
    for action, probability in start.chance_outcomes().items():
        assert abs(seen[action] / 2000 - probability) < 0.06  # five standard errors
