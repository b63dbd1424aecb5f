"""Games come from entry points, and the rules start without players, pictures or servers."""

import subprocess
import sys

import pytest

from ludarium.core.errors import UnknownGame
from ludarium.core.registry import definition, load


def test_the_error_for_an_unknown_game_suggests_a_similar_name() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'orin' is installed; did you mean orion\? \(Installed: .*orion"):
        load("orin")


def test_the_same_spec_is_the_same_game() -> None:
    assert load("orion") is load("orion")
    assert load("orion(clicks=3)") == load("orion")
    assert load("orion(clicks=2)") != load("orion")
    assert definition("orion") is load("orion").definition


def test_the_rules_start_without_players_pictures_and_servers() -> None:
    code = "import sys, ludarium; ludarium.load('orion').initial().move('u+'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith(("ludarium.", "click", "rich", "sqlalchemy"))}
    assert not {name for name in loaded if not name.startswith(("ludarium.core", "ludarium.boards", "ludarium.games"))}
