"""The command skill: who gives away how much, whatever the number of workers."""

from pathlib import Path

import pytest

import ludarium
from tests.cli.conftest import Refused, Run
from tests.conftest import EXACT_LUDO


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    found = []
    for seed in range(6):
        players = ["random", "exact"] if seed % 2 else ["exact", "random"]
        found.append(tmp_path / f"{seed}.txt")
        found[-1].write_text(str(ludarium.play_match(EXACT_LUDO, players, seed=seed)), "utf-8")
    return found


def test_the_table_of_players(ludarium_command: Run, tables: Path, records: list[Path]) -> None:
    said = ludarium_command("skill", *records, "--workers", 1).stdout
    assert f"{EXACT_LUDO}: 6 records" in said
    rows = [line.split() for line in said.splitlines()]
    exact, lot = (next(row for row in rows if row[0] == name) for name in ("exact", "random"))
    assert exact[1:3] == lot[1:3] == ["all", "6"]
    assert exact[4:] == ["0.000", "0.000"]
    assert float(lot[4]) > float(lot[5]) > 0
    assert rows.index(exact) < rows.index(lot)
    kinds = [int(row[2]) for row in rows[rows.index(lot) + 1 :] if row]
    assert sum(kinds) == int(lot[3])
    plain = ludarium_command("skill", *records, "--workers", 1, "--no-kinds").stdout
    assert " ".join(["random", *lot[2:]]) in [" ".join(line.split()) for line in plain.splitlines()]
    assert "moving" not in plain


def test_any_number_of_workers_writes_the_same_rows(
    ludarium_command: Run, tables: Path, records: list[Path], tmp_path: Path
) -> None:
    files = [tmp_path / "one.csv", tmp_path / "two.csv"]
    for workers, file in enumerate(files, 1):
        ludarium_command("skill", *records, "--workers", workers, "--executor", "processes", "--out", file)
    rows = files[0].read_text().splitlines()
    assert rows[0] == "player,kind,games,decisions,mean,half"
    assert rows[1].startswith("exact,all,6,")
    assert rows == files[1].read_text().splitlines()


def test_what_is_refused(ludarium_command: Run, refused: Refused, tables: Path, tmp_path: Path) -> None:
    orion, ludo, wrong = (tmp_path / f"{name}.txt" for name in ("orion", "ludo", "wrong"))
    orion.write_text('[Game "orion"]\n\n1. u+\n', "utf-8")
    ludo.write_text(f'[Game "{EXACT_LUDO}"]\n', "utf-8")
    wrong.write_text(f'[Game "{EXACT_LUDO}"]\n\n1. nonsense\n', "utf-8")
    assert "expected records of one game" in refused("skill", ludo, orion)
    assert "no proved table of orion is installed" in refused("skill", orion)
    assert f"{wrong}: " in refused("skill", wrong, "--workers", 1)
    assert f"no decision that a table of {EXACT_LUDO} tells" in refused("skill", ludo, "--workers", 1)
