import json
from pathlib import Path

import polars as pl
import pytest

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
        ([SHORT, "--out", "."], ". exists already; name a new folder"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(refused: Refused, arguments: list[str], sentence: str) -> None:
    assert sentence in refused("measure", *arguments)
