"""`ludarium bench`."""

import json
from pathlib import Path

import pytest

import ludarium
from ludarium.analysis import bench
from tests.cli.conftest import Refused, Run


def test_the_figures_are_printed_and_kept(
    ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "_LEAST_SECONDS", 0.0)
    monkeypatch.setattr(bench, "_latency", lambda game: iter(()))
    game = "orion(turn_limit=10)"
    result = ludarium_command("bench", game, "--threads", 1, "--json", tmp_path / "figures.json")
    assert result.exit_code == 0
    kept = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert kept["ludarium"] == ludarium.__version__
    assert [figure["name"].partition(",")[0] for figure in kept["figures"]] == [
        "steps through states", "steps of learners", "random steps", "random games", "search playouts",
    ]  # fmt: skip
    for figure in kept["figures"]:
        assert figure["game"] == game
        assert figure["name"].partition(",")[0] in result.stdout


def test_an_unknown_game_is_refused_before_anything_is_measured(refused: Refused) -> None:
    assert "no game 'orin' is installed" in refused("bench", "orion", "orin")
