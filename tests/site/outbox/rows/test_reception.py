"""Receiving in an SQLite file by its driver alone: the same rows and answers as by the repository."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from ludarium.site.ground.database import Database
from ludarium.site.ground.location import NoDatabase
from ludarium.site.ground.tables import inbox
from ludarium.site.outbox.rows.boxes import InboxTable
from ludarium.site.outbox.rows.received import ReceivedMail
from ludarium.site.outbox.rows.reception import FileInbox, open_reception

NOW = 1000.0
MAIL = ReceivedMail("1f", NOW, "ann@example.com", "play@example.org", b"\xff\x00\r\n", 4, {})


@pytest.fixture
def path(sqlite_file: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sqlite_file, tmp_path / "x.sqlite"))


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    opened = Database(f"sqlite:///{path}")
    yield opened
    opened.dispose()


@pytest.fixture
def file(path: Path, database: Database) -> Iterator[FileInbox]:
    opened = FileInbox(path)
    yield opened
    opened.close()


def test_a_mail_becomes_the_same_row(database: Database, file: FileInbox) -> None:
    file.receive(MAIL)
    with database.begin() as connection:
        (by_driver,) = connection.execute(select(inbox)).mappings().all()
        connection.execute(inbox.delete())
    repository = InboxTable(database)
    repository.receive(MAIL)
    with database.connect() as connection:
        (by_repository,) = connection.execute(select(inbox)).mappings().all()
    assert dict(by_driver) == dict(by_repository)
    assert (file.count_waiting(), repository.count_waiting()) == (1, 1)
    claimed = repository.claim(NOW, NOW + 1)
    assert claimed
    repository.finish(claimed, "done", NOW)
    assert (file.count_waiting(), repository.count_waiting()) == (0, 0)


def test_addresses_are_looked_up_alike(path: Path, database: Database, file: FileInbox) -> None:
    raw = sqlite3.connect(path)  # which asks for none of the people and matches that these rows belong to
    columns = "person, match_id, seat, turns, takebacks, created_at, used_at"
    raw.execute(f"INSERT INTO reply_addresses (token_hash, {columns}) VALUES ('turn', 'a', 'm', 0, 1, 0, 1, 2)")
    raw.execute(
        "INSERT INTO pending_commands (token_hash, person, line, expires_at) VALUES ('command', 'a', 'x', 1000)"
    )
    raw.execute("INSERT INTO challenge_addresses (token_hash, challenge_id) VALUES ('challenge', 'c')")
    columns = "token_hash, person_id, game, puzzle, made_at"
    raw.execute(f"INSERT INTO puzzle_replies ({columns}) VALUES ('puzzle', 'a', 'ludo', 'p', 1)")
    columns = "channel, kind, address, data, created_at, send_at, tries, claim_expires_at"
    for mail_id, sending_at, sent_at in (("waits", None, None), ("sending", 1.0, None), ("sent", None, 1.0)):
        values = "'mail', 'answer', 'ann@example.com', '{}', 1, 1, 0, 0"
        query = f"INSERT INTO outbox (id, sending_at, sent_at, {columns}) VALUES (?, ?, ?, {values})"
        raw.execute(query, (mail_id, sending_at, sent_at))
    raw.commit()
    raw.close()
    for reception in (file, InboxTable(database)):
        given = [reception.was_given(token, NOW) for token in ("turn", "command", "challenge", "puzzle", "other")]
        assert given == [True, True, True, True, False]
        assert not reception.was_given("command", NOW + 1)
        assert [reception.was_sent(name) for name in ("waits", "sending", "sent", "none")] == [False, True, True, False]


def test_an_inserted_mail_is_committed_and_waits_for_other_writers(path: Path, file: FileInbox) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    assert file._connection.execute("PRAGMA synchronous").fetchone() == (2,)  # the disk has it: no sign of that outside
    assert file._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    file.receive(MAIL)
    assert other.execute("SELECT count(*) FROM inbox").fetchone() == (1,)
    file._connection.execute("PRAGMA busy_timeout = 0")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):  # the program then ends with 75
        file.receive(MAIL)
    other.execute("ROLLBACK")
    other.close()


def test_nothing_is_created_where_no_database_is(tmp_path: Path) -> None:
    missing = tmp_path / "missing.sqlite"
    for suffix in ("", "?timeout=3"):
        with pytest.raises(NoDatabase, match="expected LUDARIUM_DATA"), open_reception(f"sqlite:///{missing}{suffix}"):
            pass
    assert not missing.exists()


@pytest.mark.parametrize("suffix", ["", "?timeout=3"])
def test_any_url_is_received_by(path: Path, database: Database, suffix: str) -> None:
    with open_reception(f"sqlite:///{path}{suffix}") as reception:
        reception.receive(MAIL)
    assert [mail.raw for mail in InboxTable(database).latest(2)] == [MAIL.raw]
