"""Migrations that copy a table, as they must on SQLite to change a column, delete no row that refers to it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import IntegrityError

from ludarium.core.errors import ParseError
from ludarium.site.check import check_database
from ludarium.site.ground import engine as engines
from ludarium.site.ground.engine import migrate, open_engine
from tests.databases import url
from tests.fork_server import start
from tests.site.ground.test_migrations import insert

__all__ = ["url"]

pytestmark = pytest.mark.both_databases

MIGRATION = """
import os
from alembic import op
import sqlalchemy as sa

revision, down_revision = "later", "{head}"


def upgrade():
    with op.batch_alter_table("people") as table:
        table.alter_column("challenges", existing_type=sa.String(16), type_=sa.String(20), existing_nullable=False)
    {more}
"""
Install = Callable[[str], None]


def install(folder: str, more: str) -> None:
    """Add a migration to those that there are, which copies the table of people, and does something more."""
    engines._revisions.cache_clear()
    written = MIGRATION.format(head=engines._revisions()[0], more=more)
    (Path(folder) / "later.py").write_text(written)
    engines._MIGRATIONS = [*engines._MIGRATIONS[:1], Path(folder)]
    engines._revisions.cache_clear()


def install_and_migrate(url: str, folder: str, more: str) -> None:
    install(folder, more)
    migrate(open_engine(url, migrated=True))


@pytest.fixture
def add_migration(tmp_path: Path) -> Iterator[Install]:
    former = engines._MIGRATIONS
    yield lambda more: install(str(tmp_path), more)
    engines._MIGRATIONS = former
    engines._revisions.cache_clear()


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """A database with two people, of whom one blocks the other."""
    engine = open_engine(url)
    for name in ("ann", "bob"):
        insert(engine, "people", id=name, name=name, named=False, created_at=1.0)
    insert(engine, "blocks", person_id="ann", blocked_id="bob", created_at=2.0)
    yield engine
    engine.dispose()


def count(engine: Engine, table: str) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def version(engine: Engine) -> str:
    with engine.connect() as connection:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def width(engine: Engine) -> int | None:
    kinds = {column["name"]: column["type"] for column in inspect(engine).get_columns("people")}
    return getattr(kinds["challenges"], "length", None)


def test_no_row_is_lost_that_refers_to_a_copied_table(engine: Engine, url: str, add_migration: Install) -> None:
    add_migration("pass")
    migrate(engine)
    assert (version(engine), width(engine)) == ("later", 20)
    assert (count(engine, "people"), count(engine, "blocks")) == (2, 1)
    assert check_database(url) == []
    with pytest.raises(IntegrityError):  # foreign keys are checked again
        insert(engine, "blocks", person_id="nobody", blocked_id="bob", created_at=2.0)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM people WHERE id = 'ann'"))
    assert count(engine, "blocks") == 0


def test_a_migration_that_leaves_orphans_changes_nothing(engine: Engine, add_migration: Install) -> None:
    if engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL has foreign keys on in every transaction")
    before = version(engine)
    add_migration("""op.execute("DELETE FROM people WHERE id = 'bob'")""")
    with pytest.raises(ParseError, match=r"1 of blocks to people.*nothing was changed"):
        migrate(engine)
    assert (version(engine), width(engine), count(engine, "people"), count(engine, "blocks")) == (before, 16, 2, 1)
    with pytest.raises(IntegrityError):
        insert(engine, "blocks", person_id="nobody", blocked_id="bob", created_at=2.0)


def test_rows_that_were_orphans_before_hinder_no_migration(engine: Engine, add_migration: Install) -> None:
    if engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL has foreign keys on in every transaction")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("DELETE FROM people WHERE id = 'bob'")
        connection.commit()
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
    add_migration("pass")
    migrate(engine)
    assert (version(engine), count(engine, "blocks")) == ("later", 1)


def test_a_process_that_dies_while_it_copies_a_table_changes_nothing(
    engine: Engine, url: str, tmp_path: Path, add_migration: Install
) -> None:
    before = version(engine)
    process = start(install_and_migrate, url, str(tmp_path), "os.kill(os.getpid(), 9)")
    process.join()
    assert process.exitcode == -9
    assert (version(engine), width(engine), count(engine, "blocks")) == (before, 16, 1)
    add_migration("pass")
    migrate(engine)
    assert (version(engine), count(engine, "people"), count(engine, "blocks")) == ("later", 2, 1)
