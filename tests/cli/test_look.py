"""Commands that only look: games, rules, perft, warm."""

import pytest

import ludarium
from ludarium.core.registry import definition
from ludarium.scenes.rules_page import rules_page
from ludarium.search.compilation import BEGUN, Compilation
from ludarium.search.player import bot_kinds, levels
from tests.cli.conftest import Refused, Run


def test_games_lists_every_game_with_its_options(ludarium_command: Run) -> None:
    words = ludarium_command("games").stdout.split()
    for name in ludarium.game_names():
        assert name in words
        for option in definition(name).options:
            assert f"{option.name}={option.default}:" in words


def test_games_lists_the_levels_and_bots_of_a_game(ludarium_command: Run) -> None:
    for name in ludarium.game_names():
        words = ludarium_command("games", name).stdout.split()
        for bot in (*levels(ludarium.load(name)), *bot_kinds(ludarium.load(name))):
            assert bot in words


def test_rules_shows_the_page_of_a_game(ludarium_command: Run) -> None:
    for name in ludarium.game_names():
        assert ludarium_command("rules", name).stdout.strip() == rules_page(definition(name)).strip()


def test_perft_prints_a_line_a_depth(ludarium_command: Run) -> None:
    assert ludarium_command("perft", "orion(clicks=1)", 2).stdout == "0 1\n1 21\n2 441\n"


def test_perft_refuses_a_depth_below_0_as_a_depth(refused: Refused) -> None:
    assert "invalid value for 'DEPTH': -1 is not in the range" in refused("perft", "orion", "-1")


def test_perft_begins_at_any_position(ludarium_command: Run) -> None:
    position = str(ludarium.load("orion").initial().play(40))
    assert ludarium_command("perft", "orion", 0, "--position", position).stdout == "0 1\n"


def test_perft_refuses_an_invalid_position(refused: Refused) -> None:
    assert "is not a position" in refused("perft", "orion", 1, "--position", "nowhere")


def test_warm_compiles_every_game_and_nothing_is_left_to_compile(
    ludarium_command: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ludarium_command("warm").stdout.startswith(f"{len(ludarium.game_names())} game")
    Compilation().run()
    assert BEGUN not in capsys.readouterr().out.splitlines()
