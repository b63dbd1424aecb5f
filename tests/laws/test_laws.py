"""Every law holds for every installed game, and for the tiny ones of the tests."""

from functools import cache

import pytest

import ludarium
from ludarium.core.game import Game
from ludarium.laws import LAWS, Law, Sample, check
from tests.tiny import TINY


def extremes(name: str) -> list[str]:
    """Return the specs of a game with one option at its first or last value."""
    definition = ludarium.load(name).definition
    ends = [(option, value) for option in definition.options for value in (option.values[0], option.values[-1])]
    return list(dict.fromkeys(f"{name}({option.name}={value})" for option, value in ends))


@cache
def sample(name: str) -> Sample:
    return Sample.draw(ludarium.load(name), seed=1)


@pytest.mark.parametrize("name", ludarium.game_names())
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_law(law: Law, name: str) -> None:
    law.test(sample(name))


@pytest.mark.parametrize("spec", [spec for name in ludarium.game_names() for spec in extremes(name)])
def test_laws_hold_with_options_at_their_ends(spec: str) -> None:
    check(spec, seed=2, games=2)


@pytest.mark.parametrize("game", TINY, ids=lambda game: game.spec)
def test_laws_hold_for_the_tiny_games(game: Game) -> None:
    check(game, seed=3)
