"""`ludarium backup`, `restore` and `check`, by the settings of the site."""

from pathlib import Path

import pytest

from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.cli.conftest import Refused, Run


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDARIUM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LUDARIUM_DATABASE", "")
    (tmp_path / "data").mkdir()
    store = Store(f"sqlite:///{tmp_path / 'data' / 'ludarium.sqlite'}")
    Service(store).create("orion", [SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")])
    store.close()
    return tmp_path / "data"


def test_a_backup_is_written_checked_and_restored(
    ludarium_command: Run, refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ludarium_command("backup", tmp_path / "b.sqlite").stdout.endswith("b.sqlite: 1 match\n")
    assert "exists already" in refused("backup", tmp_path / "b.sqlite")
    monkeypatch.setenv("LUDARIUM_DATA", str(tmp_path / "new"))
    assert ludarium_command("restore", tmp_path / "b.sqlite").stdout.endswith("1 match restored\n")
    assert ludarium_command("check").stdout == "1 match: all correct\n"


def test_a_damaged_match_is_reported_and_the_exit_code_is_1(ludarium_command: Run, data: Path) -> None:
    store = Store(f"sqlite:///{data / 'ludarium.sqlite'}")
    with store.database.begin() as connection:
        connection.exec_driver_sql("UPDATE matches SET game = 'chess'")
    store.close()
    result = ludarium_command("check")
    assert result.exit_code == 1
    assert "chess" in result.stderr


def test_a_file_in_a_place_that_cannot_be_used_is_refused(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    inside = tmp_path / "file" / "b.sqlite"
    assert refused("backup", inside).endswith("b.sqlite cannot be written: Not a directory")
    long = tmp_path / ("x" * 300)
    assert refused("restore", long).endswith("cannot be read: File name too long")
