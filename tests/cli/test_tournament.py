"""The command `tournament`: a folder that holds everything, and that may be come back to."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from ludarium.core.extras import install_command
from ludarium.tournament.journal import NAME
from ludarium.tournament.waves import Format
from tests.cli.conftest import Refused, Run
from tests.tournament.test_waves import data_of, finished

CUP = """\
game = "orion(turn_limit=10)"
games = 4
seed = 3
players = ["random", "easy", "mcts(simulations=3)"]
"""


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    path = tmp_path / "cup.toml"
    path.write_text(CUP, "utf-8")
    return path


def test_a_tournament_leaves_tables_a_journal_and_a_report(ludarium_command: Run, cup: Path, tmp_path: Path) -> None:
    result = ludarium_command("tournament", cup, "--workers", 1)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert re.search(r"^mcts\(simulations=3\) +8 ", result.stdout, re.MULTILINE)
    folder = tmp_path / "cup"
    files = {"games.csv", "games.parquet", NAME, "report.html", "results.json", "standings.csv", "standings.parquet"}
    assert {path.name for path in folder.iterdir()} == files
    standings, games = (pl.read_parquet(folder / f"{name}.parquet") for name in ("standings", "games"))
    assert standings.equals(pl.read_csv(folder / "standings.csv"))
    assert sorted(standings["player"]) == ["easy", "mcts(simulations=3)", "random"]
    assert standings["points"].sum() == len(games) == 12
    assert games["game"].to_list() == list(range(1, 13))
    whole = json.loads((folder / "results.json").read_text("utf-8"))
    assert whole["standings"] == standings.to_dicts()
    assert whole["tournament"]["seed"] == 3


def test_the_same_command_again_plays_nothing_and_prints_the_same(
    ludarium_command: Run, cup: Path, tmp_path: Path
) -> None:
    first = ludarium_command("tournament", cup, "--workers", 1).stdout
    journal = (tmp_path / "cup" / NAME).read_bytes()
    assert ludarium_command("tournament", cup, "--workers", 1).stdout == first
    assert (tmp_path / "cup" / NAME).read_bytes() == journal


def test_a_tournament_can_be_given_by_options_alone(ludarium_command: Run, tmp_path: Path) -> None:
    bots = ("--player", "random", "--player", "easy")
    words = ("tournament", "--game", "orion(turn_limit=10)", *bots, "--system", "single-elimination", "--games", 1)
    assert ludarium_command(*words, "--out", tmp_path / "cup", "--executor", "threads").exit_code == 0
    assert "<h2>Bracket</h2>" in (tmp_path / "cup" / "report.html").read_text("utf-8")


def test_thirds_of_a_point_have_two_decimal_places(ludarium_command: Run, tmp_path: Path) -> None:
    words = ("--game", "ludo(players=3, turn_limit=10)", *("--player", "random") * 3, "--executor", "threads")
    assert "0.67/2" in ludarium_command("tournament", *words, "--out", tmp_path / "cup").stdout


def test_a_changed_file_is_refused_in_the_same_folder(ludarium_command: Run, refused: Refused, cup: Path) -> None:
    ludarium_command("tournament", cup, "--workers", 1)
    cup.write_text(CUP.replace("seed = 3", "seed = 4"), "utf-8")
    assert "holds a tournament whose seed is 3, not 4; name another folder" in refused("tournament", cup)


def test_a_mistake_in_the_file_is_reported_with_its_name_and_line(refused: Refused, cup: Path) -> None:
    cup.write_text(CUP.replace("games", "gmaes"), "utf-8")
    said = refused("tournament", cup)
    assert said.startswith(f"{cup}: line 2: a tournament has no 'gmaes'; did you mean games?")
    assert not cup.with_suffix("").exists()


@pytest.mark.parametrize(("words", "sentence"), [
    ((), "a tournament needs a game"),
    (("nowhere.toml",), "nowhere.toml cannot be read: No such file"),
    (("--game", "orion", "--player", "easy", "--player", "hard"), "name a folder"),
])  # fmt: skip
def test_missing_arguments_are_named(refused: Refused, words: Sequence[object], sentence: str) -> None:
    assert sentence in refused("tournament", *words)


def test_an_unusable_executor_is_refused_in_a_sentence_and_results_are_kept(
    refused: Refused, cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.tournament.executors._PATIENCE", 1)
    said = refused("tournament", cup, "--executor", "proceses")
    assert (
        said
        == "'proceses' is not an executor; did you mean processes? (expected one of processes, processes:4, threads, dask://host:port)"
    )
    said = refused("tournament", cup, "--executor", "dask://127.0.0.1:1")
    assert said.startswith("no Dask scheduler answers at '127.0.0.1:1'")
    assert said.endswith(f"{tmp_path / 'cup'} holds 0 games, and the same command continues from there")


@pytest.mark.parametrize(("library", "words", "extra"), [
    ("openskill.models", (), "tournament"), ("distributed", ("--executor", "dask://127.0.0.1:1"), "dask"),
])  # fmt: skip
def test_a_missing_library_is_reported_before_anything_is_played(
    refused: Refused,
    monkeypatch: pytest.MonkeyPatch,
    cup: Path,
    tmp_path: Path,
    library: str,
    words: Sequence[object],
    extra: str,
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    assert f"needs {install_command(extra)}" in refused("tournament", cup, *words)
    journal = tmp_path / "cup" / NAME
    assert not journal.exists() or journal.read_bytes().count(b"\n") == 1


SEVERAL = """\
game = ["orion(turn_limit=10)", "throngs(turn_limit=10)", "ludo(turn_limit=10)"]
draw = 2
rounds = 25
players = ["random", "easy"]
"""


_KILLED = """
import os, signal
from ludarium.cli.main import app

sync, synced = os.fsync, 0

def sync_or_die(file):
    global synced
    synced += 1
    if synced > 5:
        os.write(file, b'{"number": 1')
        os.kill(os.getpid(), signal.SIGKILL)
    sync(file)

os.fsync = sync_or_die
app()
"""
"""A command that is killed when it has written some games, and a part of the next line."""


@pytest.mark.long
@pytest.mark.parametrize("text", [CUP, SEVERAL.replace("25", "3")])
def test_a_killed_tournament_goes_on(ludarium_command: Run, cup: Path, tmp_path: Path, text: str) -> None:
    cup.write_text(text, "utf-8")
    killed = subprocess.run([sys.executable, "-c", _KILLED, "tournament", cup, "--executor", "threads"], check=False)
    assert killed.returncode == -signal.SIGKILL
    journal = tmp_path / "cup" / NAME
    before = journal.read_bytes()
    assert 3 < before.count(b"\n") < 12
    said = ludarium_command("tournament", "--verify", tmp_path / "cup")
    assert said.exit_code == 2
    assert "of the last round are missing: the same command plays on" in said.stderr
    assert ludarium_command("tournament", cup, "--workers", 1, "--replays", 0).exit_code == 0
    numbers = [json.loads(line)["number"] for line in journal.read_bytes().splitlines()[1:]]
    assert sorted(numbers) == list(range(12))
    assert journal.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    ludarium_command("tournament", cup, "--out", tmp_path / "whole", "--workers", 1, "--replays", 0)
    tables = [(tmp_path / name / "standings.csv").read_bytes() for name in ("cup", "whole")]
    assert tables[0] == tables[1]


def test_several_games_are_drawn_and_each_has_a_table(ludarium_command: Run, cup: Path, tmp_path: Path) -> None:
    cup.write_text(SEVERAL, "utf-8")
    first = ludarium_command("tournament", cup, "--rounds", 3, "--workers", 1)
    assert first.exit_code == 0, first.stderr
    assert re.search(r"^easy +12 ", first.stdout, re.MULTILINE)
    assert "\nthrongs(turn_limit=10)\nplayer" in first.stdout
    assert ludarium_command("tournament", cup, "--rounds", 3, "--workers", 1).stdout == first.stdout
    folder = tmp_path / "cup"
    assert pl.read_parquet(folder / "by_game.parquet").equals(pl.read_csv(folder / "by_game.csv"))
    assert {"standings", "games", "by_game"} < set(json.loads((folder / "results.json").read_text("utf-8")))
    words = [word for spec in ("orion(turn_limit=10)", "ludo(turn_limit=10)") for word in ("--game", spec)]
    bots = ("--player", "random", "--player", "easy", "--draw", 1)
    assert ludarium_command("tournament", *words, *bots, "--out", tmp_path / "two", "--workers", 1).exit_code == 0


@pytest.mark.parametrize("text", [CUP, SEVERAL.replace("25", "2")])
def test_a_tournament_is_computed_again_from_its_folder(
    ludarium_command: Run, refused: Refused, cup: Path, tmp_path: Path, text: str
) -> None:
    cup.write_text(text, "utf-8")
    folder, journal = tmp_path / "cup", tmp_path / "cup" / NAME
    assert ludarium_command("tournament", cup, "--workers", 1).exit_code == 0
    said = ludarium_command("tournament", "--verify", folder)
    assert said.exit_code == 0, said.stderr
    assert re.search(
        r"games: (draws, )?pairings, records and standings follow from the seed and the rules", said.stdout
    )
    for name, old, new, sentence in (
        ("standings.csv", "easy", "eazy", "standings.csv is not what follows from the games"),
        (NAME, "turn_limit=10)", "turn_limit=11)", "as Game, where "),
        (NAME, r"[Seed \"", r"[Seed \"1", "as Seed, where "),
        (NAME, r"\"easy\"", r"\"hard\"", "'hard' as "),
        (NAME, '"number": 3', '"number": 3000', "are missing: the same command plays on"),
    ):
        path = folder / name
        whole = path.read_text("utf-8")
        head, _, rest = whole.partition("\n")
        assert old in rest
        path.write_text(f"{head}\n{rest.replace(old, new)}", "utf-8")
        said = ludarium_command("tournament", "--verify", folder)
        assert said.exit_code == 2
        assert sentence in said.stderr
        path.write_text(whole, "utf-8")
    journal.write_text("{}\n", "utf-8")
    assert "line 1 is damaged" in refused("tournament", "--verify", folder)
    journal.unlink()
    assert f"{journal} cannot be read" in refused("tournament", "--verify", folder)


def test_a_tournament_of_a_site_is_computed_again(ludarium_command: Run, refused: Refused, tmp_path: Path) -> None:
    form = Format("swiss", 7, 3, seed=5)
    data = data_of(form, finished(form, 5))
    path = tmp_path / "cup.json"
    path.write_text(json.dumps(data), "utf-8")
    said = ludarium_command("tournament", "--verify", path)
    assert said.exit_code == 0
    assert "A cup: 7 players, 12 games: seed numbers, pairings and table follow" in said.stdout
    path.write_text(json.dumps({**data, "table": data["table"][::-1]}), "utf-8")
    said = ludarium_command("tournament", "--verify", path)
    assert said.exit_code == 2
    assert "The table is not what follows from the results." in said.stderr
    assert "cannot be read" in refused("tournament", "--verify", tmp_path / "missing.json")
