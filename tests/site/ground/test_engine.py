"""The database: opened, migrated and kept safe."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect
from sqlalchemy.exc import DBAPIError

from ludarium.core.errors import LudariumError, ParseError
from ludarium.site.ground.database import Database
from ludarium.site.ground.engine import migrate, open_engine
from ludarium.site.ground.failures import DatabaseUnavailable
from ludarium.site.ground.location import require_file
from ludarium.site.ground.tables import metadata
from tests.databases import empty_url, url
from tests.fork_server import start
from tests.site.ground.opening import open_once

__all__ = ["empty_url", "url"]


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """A database as the migrations have made it."""
    engine = open_engine(url)
    yield engine
    engine.dispose()


def schema(engine: Engine) -> str:
    """Return all columns and indices as text."""
    inspected = inspect(engine)
    found = f"{inspected.get_multi_columns()} {inspected.get_multi_indexes()}"
    return re.sub(r" at 0x[0-9a-f]+", "", found)  # where a condition of an index is in memory


@pytest.mark.both_databases
def test_the_migrations_lead_to_the_tables(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        assert set(engine.dialect.get_table_names(connection)) == {*metadata.tables, "alembic_version"}


@pytest.mark.both_databases
def test_migrating_twice_changes_nothing(engine: Engine) -> None:
    before = schema(engine)
    assert "ix_seats_person_id" in before
    migrate(engine)
    assert schema(engine) == before


@pytest.mark.both_databases
def test_processes_that_start_together_wait_for_the_first(empty_url: str, tmp_path: Path) -> None:
    errors = [tmp_path / f"errors-{number}" for number in range(4)]
    started = [start(open_once, empty_url, path) for path in errors]
    for process in started:
        process.join()
    assert [(path.read_bytes(), process.exitcode) for path, process in zip(errors, started, strict=True)] == [
        (b"", 0)
    ] * 4


def test_sqlite_writes_through_to_the_disk_before_it_acknowledges(
    tmp_path: Path, pragmas: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.ground.engine._PRAGMAS", pragmas)
    engine = open_engine(f"sqlite:///{tmp_path / 'ludarium.sqlite'}", migrated=True)
    with engine.connect() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        values = [connection.exec_driver_sql(f"pragma {name}").scalar() for name in asked]
    engine.dispose()
    assert values == ["wal", 2, 1]  # 2 is FULL


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.sqlite", "postgresql+nosuchdriver://x/y"])
def test_an_unusable_url_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(ParseError, match="the database"):
        open_engine(url)


def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter.sqlite").write_bytes(b"Dear Ann, this is no database." * 100)
    with pytest.raises(ParseError, match="the database"):
        open_engine(f"sqlite:///{tmp_path / 'letter.sqlite'}")


@pytest.mark.both_databases
def test_a_database_of_a_later_version_is_refused_in_a_sentence(engine: Engine, url: str) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    with pytest.raises(ParseError, match="belongs to another version"):
        open_engine(url)


@pytest.mark.both_databases
def test_a_server_of_a_version_from_before_a_migration_writes_nothing_more(url: str) -> None:
    database = Database(url)
    database.check_version()
    with database.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")  # as a later server does
    database.check_version()
    with pytest.raises(DatabaseUnavailable, match="belongs to another version"), database.begin():
        pass
    assert "another version of Ludarium" in database.problem
    with database.connect() as connection:
        connection.exec_driver_sql("select * from matches")
    database.dispose()


@pytest.mark.both_databases
def test_tables_that_another_version_has_changed_are_named_at_once(url: str) -> None:
    database = Database(url)
    with pytest.raises(DBAPIError), database.connect() as connection:
        connection.exec_driver_sql("select gone from matches")  # a fault of ours
    with database.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    with pytest.raises(DatabaseUnavailable, match="another version"), database.connect() as connection:
        connection.exec_driver_sql("select gone from matches")
    database.dispose()


def test_what_is_deleted_is_overwritten_in_the_file(
    tmp_path: Path, pragmas: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.ground.engine._PRAGMAS", pragmas)
    file, word = tmp_path / "site.sqlite", "a-word-that-nobody-else-writes"
    engine = open_engine(f"sqlite:///{file}", migrated=True)
    with engine.begin() as connection:
        connection.exec_driver_sql("create table notes (words text)")
        connection.exec_driver_sql(f"insert into notes values ('{word}')")
    with engine.begin() as connection:
        connection.exec_driver_sql("pragma wal_checkpoint(truncate)")
    assert word.encode() in file.read_bytes()
    with engine.begin() as connection:
        connection.exec_driver_sql("delete from notes")
    engine.dispose()
    assert word.encode() not in file.read_bytes()


@pytest.mark.parametrize("url", ["/srv/ludarium.sqlite", "mysql://host/ludarium", "", "sqlite"])
def test_what_is_no_url_of_a_database_of_the_site_is_refused_with_the_forms(url: str) -> None:
    with pytest.raises(ParseError, match=r"expected sqlite:////FOLDER/FILE\.sqlite or postgresql://USER@HOST/DATABASE"):
        open_engine(url)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can act as another user")
def test_who_may_not_read_the_database_learns_as_whom_to_run_the_command(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    file = tmp_path / "data" / "ludarium.sqlite"
    file.write_text("x")
    os.seteuid(65534)
    try:
        with pytest.raises(LudariumError, match="run the command as the user of the site"):
            require_file(file)
    finally:
        os.seteuid(0)
