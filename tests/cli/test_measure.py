"""`ludarium measure`: tables, Parquet and a picture; nothing is lost by an interruption."""

import errno
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import IO

import polars as pl
import pytest

from ludarium import load
from ludarium.analysis.measuring import measures
from ludarium.analysis.measuring.played import MeasureJournal, PlayedGame, Task, play_task
from ludarium.core.game import Game
from tests.cli.conftest import Refused, Run

SHORT = "orion(turn_limit=10)"


def test_measure_prints_measures_and_writes_them(ludarium_command: Run, tmp_path: Path) -> None:
    out = tmp_path / "orion"
    shown = ludarium_command("measure", SHORT, "--games", 2, "--player", "easy", "--workers", 1, "--out", out).stdout
    for part in (f"{SHORT}: 2 games of easy with itself, seed 0", "Branching factor", "Skill trace", "clicks=1"):
        assert part in shown
    written = json.loads((out / "measures.json").read_text("utf-8"))
    assert (written["game"], written["measures"]["turns"][0]) == (SHORT, 10)
    assert len(pl.read_parquet(out / "measures.parquet")) == len(written["measures"])
    assert (out / "picture.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["orio"], "did you mean orion?"),
        ([SHORT, "--player", "hrad"], "did you mean hard?"),
        ([SHORT, "--games", "1"], "1 is not in the range 2<=x<=1000000"),
        ([SHORT, "--out", "."], ". exists already, and holds no measure; name a new folder"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(refused: Refused, arguments: list[str], sentence: str) -> None:
    assert sentence in refused("measure", *arguments)


def test_an_interrupted_measure_keeps_its_games_and_continues(
    tmp_path: Path, ludarium_command: Run, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(game: Game, player: str, seed: int, task: Task) -> PlayedGame:
        if task == ("100", 1):
            raise KeyboardInterrupt
        return play_task(game, player, seed, task)

    out = tmp_path / "orion"
    words = ("measure", SHORT, "--games", 2, "--player", "easy", "--workers", 1)
    monkeypatch.setattr(measures, "play_task", interrupted)
    assert (
        refused(*words) == "stopped; with --out FOLDER the finished games are saved, and the measure can be continued"
    )
    saved = r"stopped; .*orion holds \d+ games, and the same command continues from there"
    assert re.fullmatch(saved, refused(*words, "--out", out))
    monkeypatch.setattr(measures, "play_task", play_task)
    with MeasureJournal(out, load(SHORT), "easy", 0):
        assert "another process writes the measures in" in refused(*words, "--out", out)
    assert "name another folder" in refused(*words, "--seed", 1, "--out", out)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", full(Path.open))
        assert "picture.png cannot be written: No space left on device" in refused(*words, "--out", out)
    assert not (out / "measures.json").exists()
    assert ludarium_command(*words, "--out", out).exit_code == 0
    assert (out / "measures.json").exists()


def full(usual: Callable[..., IO[bytes]]) -> Callable[..., IO[bytes]]:
    """Return a way to open files on a disk that has no space for pictures."""

    def opened(path: Path, *given: str) -> IO[bytes]:
        if path.suffix == ".png":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return usual(path, *given)

    return opened
