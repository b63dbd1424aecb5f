"""Every law holds for every installed game, and for the tiny ones of the tests."""

from functools import cache

import pytest

import ludarium
from ludarium.core.game import Game
from ludarium.laws import LAWS, Law, Sample, check, picture
from ludarium.laws.machine import compare_with_plain_python, compiled_and_plain_kernels_agree
from tests.tiny import RACE, TINY


def extremes(name: str) -> list[str]:
    """Return the specs of a game with one option at its first or last value, except the game with its defaults.

    Grid Game goes on to its limit of turns, which the other options do not need, so there it is lower.
    """
    options = ludarium.load(name).definition.options
    ends = [
        f"{name}({option.name}={value}{',turn_limit=300' if name == 'grid' and option.name != 'turn_limit' else ''})"
        for option in options
        for value in (option.values[0], option.values[-1])
    ]
    return [spec for spec in dict.fromkeys(ludarium.load(end).spec for end in ends) if spec != name]


@cache
def sample(spec: str, seed: int = 1, games: int = 3) -> Sample:
    return Sample.draw(ludarium.load(spec), seed, games)


@pytest.mark.parametrize("name", ludarium.game_names())
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_law(law: Law, name: str) -> None:
    law.test(sample(name))


@pytest.mark.parametrize("spec", [spec for name in ludarium.game_names() for spec in extremes(name)])
def test_laws_hold_with_options_at_their_ends(spec: str) -> None:
    for law in LAWS:
        if law.holds is not compiled_and_plain_kernels_agree:
            law.test(sample(spec, 2, 1))


@pytest.mark.long
@pytest.mark.parametrize("name", ludarium.game_names())
def test_compiled_and_plain_kernels_agree_with_options_at_their_ends(name: str) -> None:
    """One process of plain Python serves all options of a game; of the default ones `test_law` repeats more steps."""
    compare_with_plain_python([sample(spec, 2, 1) for spec in extremes(name)], most=20)


@pytest.mark.parametrize("law", picture.LAWS, ids=lambda law: law.name)
@pytest.mark.parametrize("seats", [2, 6])
def test_laws_of_pictures_hold_for_a_tiny_game(law: Law, seats: int) -> None:
    law.test(Sample.draw(Game(RACE.definition, {"goal": 6, "seats": seats}), seed=3, games=2))


@pytest.mark.parametrize("game", TINY, ids=lambda game: game.spec)
def test_laws_hold_for_the_tiny_games(game: Game) -> None:
    check(game, seed=3)
