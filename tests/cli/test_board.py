"""The command that prints boards for paper."""

from pathlib import Path

import pytest

import ludarium
from tests.cli.conftest import Refused, Run


@pytest.mark.parametrize("name", ludarium.game_names())
def test_every_game_has_an_empty_board(ludarium_command: Run, name: str, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert ludarium_command("board", name, "--svg", file).stdout.count("\n") > 5
    assert 'class="piece' not in file.read_text("utf-8")


def test_a_position_is_on_the_board(ludarium_command: Run) -> None:
    empty, shown = (
        ludarium_command("board", "ludo(goal=24)", *words).stdout
        for words in ((), ("--position", "1,4,12,24/1,1,20,24 A 5 23"))
    )
    assert "A" not in empty
    assert "|      |A3    |" in shown


def test_an_invalid_position_is_refused(refused: Refused) -> None:
    assert "is not a position" in refused("board", "ludo", "--position", "A")
