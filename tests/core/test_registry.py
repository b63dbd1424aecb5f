"""Games come from entry points, and the rules start without players, pictures or servers."""

import subprocess
import sys

import pytest

import ludarium
from ludarium.core.errors import UnknownGame
from ludarium.core.registry import definition, load


def test_an_unknown_game_is_told_its_neighbour() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'orin' is installed; did you mean orion\? \(there is .*orion"):
        load("orin")


def test_the_same_spec_is_the_same_game() -> None:
    assert load("orion") is load("orion")
    assert load("orion(clicks=3)") == load("orion")
    assert load("orion(clicks=2)") != load("orion")
    assert definition("orion") is load("orion").definition


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ludarium.nothing  # noqa: B018  looking it up is the test


def test_the_rules_start_without_players_pictures_and_servers() -> None:
    code = "import sys, ludarium; ludarium.load('orion').initial().move('u+'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith(("ludarium.", "click", "rich", "sqlalchemy"))}
    assert not {name for name in loaded if not name.startswith(("ludarium.core", "ludarium.boards", "ludarium.games"))}
