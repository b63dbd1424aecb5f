"""Tables for other programs: rows, and the page that describes the file."""

import re
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest

import ludarium
from ludarium.analysis.rows import exact_rows
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.solve.race.table import race_layout
from ludarium.solve.race_solution import solve_race
from ludarium.solve.solution import solve
from ludarium.solve.table import Table, open_source
from ludarium.solve.tablefile import BadTable, read_table
from tests.cli.conftest import Refused, Run, ludarium_command, refused

__all__ = ["ludarium_command", "refused"]  # fixtures

VORTEX = "vortex(tokens=2,board=square3,die=3)"


@cache
def written(game: Game, bits: int | None) -> bytes:
    """Return the file of a race's table."""
    layout = race_layout(game)
    assert layout
    solution = solve_race(game, layout, memory=1e8, bits=bits)
    solution.run(2e-7)
    with TemporaryDirectory() as folder:
        solution.write(Path(folder) / "race.table")
        return (Path(folder) / "race.table").read_bytes()


def race_table(game: Game, path: Path, bits: int | None = None) -> Path:
    path.write_bytes(written(game, bits))
    return path


@pytest.mark.parametrize(("spec", "bits"), [(VORTEX, None), ("ludo(markers=2,goal=24)", 16)])
def test_the_program_of_the_page_reads_every_value_of_a_race(spec: str, bits: int | None, tmp_path: Path) -> None:
    """Every sixtieth of them, since it looks for each among all configurations."""
    page = Path("docs/reference/tables.md").read_text("utf-8")
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert "ludarium." not in program
    names: dict[str, Any] = {}
    exec(program, names)
    game = ludarium.load(spec)
    reader = names["RaceTable"](race_table(game, tmp_path / "race.table", bits))
    layout = race_layout(game)
    assert layout
    places = reader.header["race"]["places"]
    source = open_source(read_table(tmp_path / "race.table"), game)
    for state, value in islice(source.positions(game), 0, None, 60):
        mine, theirs = ([places[place] for place in layout.places(state.vector, side)] for side in (0, 1))
        assert reader.value(mine, theirs, layout.turn(state.vector)[1]) == pytest.approx(value, abs=1e-7)
    reader.file.close()


def test_the_rows_of_a_race_are_those_of_single_positions(tmp_path: Path) -> None:
    """The two tables share nothing but the rules; not every position of a race can be reached."""
    game = ludarium.load("ludo(markers=1,goal=24)")
    solve(game).write(tmp_path / "positions.table")
    race, single = (
        exact_rows(path) for path in (race_table(game, tmp_path / "race.table"), tmp_path / "positions.table")
    )
    both = race.join(single, on="position")
    assert len(both) > 0.9 * len(race)
    assert both["seat"].equals(both["seat_right"])
    assert (both["value"] - both["value_right"]).abs().max() < 1e-6  # type: ignore[operator]  # a number
    assert both.filter((pl.col("low") > pl.col("value_right")) | (pl.col("high") < pl.col("value_right"))).is_empty()
    chosen = single.filter(pl.col("best").list.len() == 1).row(0, named=True)
    state = game.parse_position(chosen["position"])
    table = Table.open(tmp_path / "positions.table", game)
    action = next(action for action in state.legal() if state.action_name(action) == chosen["best"][0])
    assert table.value(state.play(action)) == pytest.approx(chosen["value"], abs=1e-7)


def test_too_many_rows_are_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.analysis.rows.MOST_ROWS", 100)
    path = race_table(ludarium.load(VORTEX), tmp_path / "race.table")
    with pytest.raises(LudariumError, match=r"race\.table has [\d,]+ positions: expected at most 100; other programs"):
        exact_rows(path)


def test_a_damaged_table_gives_no_rows(tmp_path: Path) -> None:
    path = race_table(ludarium.load(VORTEX), tmp_path / "race.table")
    content = bytearray(path.read_bytes())
    content[-2000] ^= 1
    path.write_bytes(content)
    with pytest.raises(BadTable, match="is damaged: expected the sum"):
        exact_rows(path)


def test_export_writes_parquet_and_csv(ludarium_command: Run, refused: Refused, tmp_path: Path) -> None:
    game = ludarium.load("ludo(markers=1,goal=24)")
    path = race_table(game, tmp_path / "small.table")
    for ending in ("parquet", "csv"):
        assert ludarium_command("export", path, tmp_path / f"x.{ending}").exit_code == 0
    rows, text = pl.read_parquet(tmp_path / "x.parquet"), pl.read_csv(tmp_path / "x.csv")
    assert rows["position"].equals(text["position"])
    assert rows.columns == text.columns == ["position", "seat", "value", "low", "high", "best"]
    assert rows.row(0, named=True)["best"] == [None, *(f"A1 1x{roll}={roll}" for roll in range(2, 7))]
    assert text.row(0, named=True)["best"].startswith("- | A1 1x2=2 | ")
    assert "should end in .parquet or .csv" in refused("export", path, tmp_path / "x.json")
    assert "exists already" in refused("export", path, tmp_path / "x.csv")
    assert "is not a table" in refused("export", tmp_path / "x.csv", tmp_path / "y.csv")
