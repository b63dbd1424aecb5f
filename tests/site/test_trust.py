"""Visitors choose among the bots of the house: no door of the server starts a file or a program."""

from pathlib import Path

import pytest

import ludarium
from ludarium.core.errors import InvalidOption, LudariumError, ParseError
from ludarium.players.external.specs import check_player
from ludarium.search.player import make_bot
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A file that leaves a mark when it is run, by whatever means."""
    mark = tmp_path / "mark"
    (tmp_path / "bot.py").write_text(f"open({str(mark)!r}, 'w').close()\ndef think(state, seat): return 0\n", "utf-8")
    (tmp_path / "bot.js").write_text("api.south()", "utf-8")
    return mark


def specs(folder: Path) -> list[str]:
    evaluated = f"mcts(evaluate={folder}/bot.py:think)"
    return [
        evaluated,
        f"{folder}/bot.py:think",
        f"program:touch {folder}/mark",
        f"js:{folder}/bot.js",
        f" {folder}/bot.py:think ",
    ]


def test_checking_an_untrusted_player_runs_its_file(trap: Path) -> None:
    check_player(f"{trap.parent}/bot.py:think", ludarium.load("orion"))
    assert trap.exists()


@pytest.mark.parametrize("game", ["orion", "grid"])
def test_the_server_makes_no_external_players(trap: Path, game: str) -> None:
    for spec in specs(trap.parent):
        with pytest.raises((ParseError, InvalidOption)):
            make_bot(spec, ludarium.load(game), 0)
    assert not trap.exists()


@pytest.mark.parametrize("game", ["orion", "grid"])
def test_the_service_begins_no_match_with_one(service: Service, trap: Path, game: str) -> None:
    for spec in specs(trap.parent):
        with pytest.raises(LudariumError):
            service.create(game, [SeatAssignment("bot", spec), SeatAssignment("person", "Ann")])
    assert not trap.exists()
