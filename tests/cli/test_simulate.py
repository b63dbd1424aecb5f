import sys
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from ludarium.core.extras import install_command
from tests.cli.conftest import Refused, Run


def test_simulate_reports_wins_lengths_and_numbers_of_actions(ludarium_command: Run) -> None:
    shown = ludarium_command("simulate", "ludo", "--games", 200, "--seed", 1).stdout
    for part in (
        "ludo: 200 games of random v random, seed 1",
        "who chose first",
        "95 % interval",
        "turns",
        "choices",
        "steps",
        "On average",
    ):
        assert part in shown


def test_simulate_writes_games_and_picture(ludarium_command: Run, tmp_path: Path) -> None:
    files = "--out", tmp_path / "games.parquet", "--picture", tmp_path / "games.png"
    assert ludarium_command("simulate", "ludo", "--games", 50, *files).exit_code == 0
    assert len(pl.read_parquet(tmp_path / "games.parquet")) == 50
    assert (tmp_path / "games.png").read_bytes().startswith(b"\x89PNG")
    ludarium_command("simulate", "ludo", "--games", 50, "--out", tmp_path / "games.csv", "--workers", 1)
    assert pl.read_csv(tmp_path / "games.csv").equals(pl.read_parquet(tmp_path / "games.parquet"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ludo", "random"], "ludo has 2 seats, so name 2 players, not 1"),
        (["ludo", "auto12", "random"], "did you mean auto120?"),
        (["ludo", "--executor", "proceses"], "did you mean processes?"),
        (["ludo", "nowhere.py:think", "random"], "nowhere.py"),
        (["ludoo"], "did you mean ludo?"),
        (["ludo", "--out", "games.xlsx"], "games.xlsx should end in .parquet or .csv"),
        (["ludo", "--picture", "games.parquet"], "games.parquet should end in .png or .svg or .pdf"),
    ],
)
def test_simulate_refuses_invalid_arguments_in_a_sentence(
    refused: Refused, arguments: list[str], sentence: str
) -> None:
    assert sentence in refused("simulate", *arguments)


def test_simulate_keeps_an_existing_file(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text("mine")
    assert "exists already" in refused("simulate", "ludo", "--out", tmp_path / "games.csv")
    assert (tmp_path / "games.csv").read_text() == "mine"


@pytest.mark.parametrize("command", [("simulate", "ludo"), ("match", "orion", "random", "random"), ("bench", "orion")])
def test_an_impossible_folder_is_refused_before_anything_is_played(
    refused: Refused, tmp_path: Path, command: Sequence[str]
) -> None:
    (tmp_path / "file").write_text("mine")
    option, name = ("--json", "figures.json") if command[0] == "bench" else ("--out", "games.csv")
    said = f"cannot write in {tmp_path / 'file'}"
    assert refused(*command, option, tmp_path / "file" / name).startswith(said)


@pytest.mark.parametrize(("missing", "purpose"), [("polars", "a simulation"), ("matplotlib.axes", "a picture")])
def test_simulate_names_the_extra_that_is_missing(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, missing: str, purpose: str
) -> None:
    for module in ("simulation", "plot"):
        monkeypatch.delitem(sys.modules, f"ludarium.analysis.{module}", raising=False)
        monkeypatch.delattr(f"ludarium.analysis.{module}", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    said = refused("simulate", "ludo", "--picture", "games.svg")
    assert said == f"{missing} is missing; {purpose} needs {install_command('analysis')}"


def test_simulate_needs_no_library_of_pictures_where_none_is_wanted(
    ludarium_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "ludarium.analysis.plot", raising=False)
    monkeypatch.delattr("ludarium.analysis.plot", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib.axes", None)
    assert "random v random" in ludarium_command("simulate", "ludo", "--games", 2).stdout
