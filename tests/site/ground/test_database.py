"""The connections of a server: readers go on while a writer waits, and a writer does not wait for long."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from ludarium.core.errors import ParseError
from ludarium.site.ground import engine
from ludarium.site.ground.database import Database
from ludarium.site.ground.engine import open_engine
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.tables import matches
from tests.databases import url

__all__ = ["url"]

pytestmark = pytest.mark.both_databases


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Hold the lock that every writer needs, as another process may."""
    engine = open_engine(url)
    with engine.connect() as connection:
        postgresql = connection.dialect.name == "postgresql"
        connection.exec_driver_sql("LOCK TABLE people IN EXCLUSIVE MODE" if postgresql else "BEGIN IMMEDIATE")
        yield
        connection.rollback()
    engine.dispose()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url, patience=0.05)
    yield opened
    opened.dispose()


def write(database: Database) -> None:
    with database.begin() as connection:
        connection.execute(text("DELETE FROM people"))


def test_a_writer_that_must_wait_for_long_gives_up(database: Database, url: str) -> None:
    write(database)
    with locked(url), pytest.raises(DatabaseBusy):
        write(database)
    write(database)


def test_readers_do_not_wait_for_writers(database: Database, url: str) -> None:
    for writer in (locked(url), database.begin()):
        with writer, database.connect() as connection:
            assert connection.execute(select(matches)).all() == []


def test_writers_of_one_process_wait_for_each_other_and_no_longer(database: Database) -> None:
    if database.dialect.name != "sqlite":
        pytest.skip("PostgreSQL lets several write at once")
    with database.begin(), pytest.raises(DatabaseBusy, match="no other writer has ended"):
        write(database)


def test_a_server_that_was_started_again_is_connected_to_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database.dialect.name != "postgresql":
        pytest.skip("SQLite has no server")
    write(database)
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    with database.connect(), database.connect() as connection:
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
    monkeypatch.setattr(engine, "_REST", 0.0)
    write(database)
    with database.connect() as connection:
        assert connection.execute(select(matches)).all() == []


def test_a_faulty_statement_is_no_temporary_failure(database: Database) -> None:
    with pytest.raises((OperationalError, ProgrammingError)), database.connect() as connection:
        connection.execute(text("SELECT nonsense"))


def test_an_unreachable_server_is_a_temporary_failure_once_the_site_runs(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OperationalError("", {}, Exception("connection refused"))

    monkeypatch.setattr(database.readers, "connect", refuse)
    with pytest.raises(DatabaseBusy, match="refused"), database.connect():
        pass


def test_a_database_that_cannot_be_opened_is_refused_in_a_sentence() -> None:
    with pytest.raises(ParseError, match="the database cannot be opened"):
        Database("sqlite:////nowhere/at/all.sqlite")
