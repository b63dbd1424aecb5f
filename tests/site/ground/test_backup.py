"""Backups are whole, move between databases, and are checked."""

import sqlite3
import time
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from ludarium.core.errors import ParseError
from ludarium.site.check import check_database
from ludarium.site.ground.backup import restore_backup, write_backup
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.match.seating import open_seat
from ludarium.site.service import Service
from ludarium.site.store import Store

pytestmark = pytest.mark.both_databases


@pytest.fixture
def matches(url: str) -> list[str]:
    """Fill a database with people and matches, and return the ids of the matches."""
    store = Store(url)
    service = Service(store)
    ann = service.people.rename(service.people.create_guest(), "Ann")
    service.people.begin_session(ann, "a browser")
    mine = SeatAssignment("person", "Ann", ann.id)
    first = service.create("orion(clicks=2)", [mine, open_seat(time.time())], host=ann.id)
    service.bots.submit(first.id, 0, "u+", first.revision)
    second = service.create("ludo", [mine, SeatAssignment("bot", "easy")], seed=1)
    third = service.create("orion", [mine, SeatAssignment("person", "Bob")])
    service.bots.act(third.id, 1, Resign(), third.revision)
    store.close()
    return sorted([first.id, second.id, third.id])


def contents(url: str) -> dict[str, object]:
    store = Store(url)
    found: dict[str, object] = {match.id: store.load(match.id) for match in store.recent(10)}
    store.close()
    return found


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_backup_is_one_file_that_restores_everything_to_either_database(
    url: str, matches: list[str], target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file = tmp_path / "backup.sqlite"
    assert write_backup(url, file) == 3
    assert not list(tmp_path.glob("backup.sqlite?*"))
    assert check_database(f"sqlite:///{file}") == []
    if target == "sqlite":
        check_restored(file, f"sqlite:///{tmp_path / 'new.sqlite'}", url)
        return
    with request.getfixturevalue("postgresql").database() as copy:
        check_restored(file, copy, url)


def check_restored(file: Path, copy: str, url: str) -> None:
    """Restore a backup, which has all of a database; the next match has the next number."""
    assert restore_backup(file, copy) == 3
    assert contents(copy) == contents(url)
    store = Store(copy)
    last = max(match.number for match in store.recent(10))
    assert Service(store).create("orion", [SeatAssignment("person", "Ann")] * 2).number == last + 1
    store.close()


def test_a_restored_database_goes_on(url: str, matches: list[str], tmp_path: Path) -> None:
    write_backup(url, tmp_path / "backup.sqlite")
    store = Store(f"sqlite:///{tmp_path / 'backup.sqlite'}")
    service = Service(store)
    first = next(view for view in map(service.bots.look, matches) if view.open_seats)
    (invitation,) = [seat.invitation for seat in first.seats if seat.invitation]
    joined = service.seating.take(first.id, invitation.token, service.people.create_guest(), "Cid")
    assert len(service.bots.submit(first.id, 1, "a-", joined.revision).match.turns) == 2
    store.close()


def test_nothing_is_overwritten(url: str, matches: list[str], tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite"
    write_backup(url, file)
    with pytest.raises(ParseError, match="exists already"):
        write_backup(url, file)
    with pytest.raises(ParseError, match="expected an empty one"):
        restore_backup(file, url)
    with pytest.raises(ParseError, match="there is no file"):
        restore_backup(tmp_path / "none.sqlite", url)
    (tmp_path / "letter").write_text("Dear Ann")
    with pytest.raises(ParseError, match="cannot be opened"):
        restore_backup(tmp_path / "letter", url)


def test_a_damaged_match_is_named_and_costs_no_other_match(url: str, matches: list[str]) -> None:
    assert check_database(url) == []
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        orion = "(SELECT id FROM matches WHERE game LIKE 'orion%')"
        connection.execute(text(f"UPDATE turns SET text = 'z+' WHERE number = 1 AND match_id IN {orion}"))
    engine.dispose()
    (fault,) = check_database(url)
    assert fault.match_id in matches
    assert "turn 1" in fault.cause
    store = Store(url)
    assert len(store.recent(10)) == 3
    store.close()


def test_a_page_that_is_damaged_is_found(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite"
    Store(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_matches_host_id'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    with file.open("r+b") as stream:
        stream.seek((page - 1) * size)
        stream.write(b"x" * size)
    assert [fault.match_id for fault in check_database(f"sqlite:///{file}")] == [""]
