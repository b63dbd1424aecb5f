"""Failures of the database: which pass, what they are called, and that each is logged once."""

import logging
from collections.abc import Iterator

import pytest
from psycopg import errors
from sqlalchemy import text
from sqlalchemy.exc import InternalError, OperationalError

from ludarium.site.ground.database import Database
from ludarium.site.ground.failures import DatabaseBusy, DatabaseUnavailable, passing_failure

pytestmark = pytest.mark.both_databases


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url, patience=0.05)
    yield opened
    opened.dispose()


def write(database: Database) -> None:
    with database.begin() as connection:
        connection.execute(text("INSERT INTO refusing_addresses VALUES ('a', 1.0, 'x')"))
        connection.execute(text("DELETE FROM refusing_addresses"))


def read_only(database: Database, *, on: bool) -> None:
    """Let the database refuse every change, or not any more."""
    if database.dialect.name == "sqlite":
        statement = f"PRAGMA query_only = {on:d}"
    else:
        statement = f"SET SESSION CHARACTERISTICS AS TRANSACTION READ {'ONLY' if on else 'WRITE'}"
    with database._writers.connect() as connection:
        connection.exec_driver_sql(statement)
        connection.commit()


def test_a_database_that_can_only_be_read_is_named_and_logged_once(
    database: Database, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_only(database, on=True)
    for _ in range(3):
        with pytest.raises(DatabaseUnavailable, match="the database can only be read"):
            write(database)
    with database.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM matches")).scalar() == 0
    assert database.problem == "the database can only be read"
    read_only(database, on=False)
    write(database)  # a small one, as succeed on a full disk
    assert database.problem == "the database can only be read"
    monkeypatch.setattr("ludarium.site.ground.database._WELL", 0.0)
    write(database)
    assert database.problem == ""
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert lines == ["nothing can be saved: the database can only be read", "the database can be written again"]
    assert all(record.exc_info is None for record in caplog.records)


def test_a_full_sqlite_file_is_named(url: str) -> None:
    if not url.startswith("sqlite"):
        pytest.skip("of SQLite")
    database = Database(url, patience=0.05)
    with database._writers.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DatabaseUnavailable, match="the disk of the database is full"), database.begin() as connection:
        connection.execute(text("INSERT INTO refusing_addresses VALUES ('a', 1.0, :long)"), {"long": "x" * 100_000})
    database.dispose()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OperationalError("", {}, errors.DiskFull("could not extend file")), "the disk of the database is full"),
        (InternalError("", {}, errors.ReadOnlySqlTransaction("read-only")), "the database can only be read"),
        (OperationalError("", {}, errors.IoError("read failed")), "the disk of the database fails"),
        (OperationalError("", {}, Exception("connection refused")), "the database does not answer"),
    ],
)
def test_what_postgresql_says_is_named(error: Exception, reason: str) -> None:
    failure = passing_failure(error)
    assert isinstance(failure, DatabaseUnavailable)
    assert failure.reason == reason


def test_a_lock_that_is_held_is_no_problem_of_the_database() -> None:
    failure = passing_failure(OperationalError("", {}, errors.LockNotAvailable("timeout")))
    assert isinstance(failure, DatabaseBusy)
    assert not isinstance(failure, DatabaseUnavailable)
    assert passing_failure(ValueError()) is None
