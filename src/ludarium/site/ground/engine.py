"""Connections to the database; opening it applies the missing migrations.

The database is an SQLite file, or one of a PostgreSQL server. Both write each transaction to the disk before they
acknowledge it (SQLite in WAL mode with full synchronization), so acknowledged transactions survive a killed process and
a power cut.
"""

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    create_engine,
    event,
    inspect,
    select,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from ludarium.core.errors import ParseError
from ludarium.core.extras import extra
from ludarium.site.ground.location import NoDatabase, require_file
from ludarium.site.ground.tables import metadata

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what a person deletes is overwritten in the file, too
    "PRAGMA busy_timeout = 20000",
)
_MIGRATIONS = [Path(__file__).parent / "migrations" / "versions"]
_VERSION = Table(
    "alembic_version", MetaData(), Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)  # fmt: skip
"""Where Alembic keeps which migrations are applied; a new database says so without Alembic."""
_MIGRATION_LOCK = 0x4C756461  # any number, the same in all processes
_REST = 1.0
"""Seconds after which a connection to a server is tested before it is used again."""


def require_database(url: str, *, migrated: bool = False) -> str:
    """Return how the database of a URL is named to people, without its password; nothing is created there.

    A server is not asked about a database that is known to be `migrated`.

    Raises `NoDatabase` if there is none, `ParseError` if it cannot be opened.
    """
    place = _parse_url(url)
    name = place.render_as_string(hide_password=True)
    if place.get_backend_name() == "sqlite":
        path = Path(place.database or "")
        require_file(path)
        return str(path)
    if not migrated:
        engine = open_engine(url, migrated=True)
        try:
            found = inspect(engine).has_table(_VERSION.name)
        except DBAPIError as error:
            raise ParseError(f"the database {name} cannot be opened: {error.orig}") from error
        finally:
            engine.dispose()
        if not found:
            raise NoDatabase(name)
    return name


def open_engine(url: str, *, migrated: bool = False) -> Engine:
    """Open the database of a URL and apply all migrations, unless they are known to be applied.

    Raises `ParseError` if it cannot be opened.
    """
    try:
        engine = new_engine(_parse_url(url))
        try:
            if not migrated:
                migrate(engine)
        except BaseException:
            engine.dispose()
            raise
    except (ArgumentError, NoSuchModuleError, ImportError) as error:  # an option or a driver that it names
        raise ParseError(f"the database URL cannot be used: {error}") from error
    except DBAPIError as error:
        raise ParseError(f"the database cannot be opened: {error.orig}") from error
    return engine


def _parse_url(url: str) -> URL:
    """Return the URL of a database of a kind that the site can use; raise `ParseError` for another text."""
    try:
        place = make_url(url)
    except ArgumentError:
        place = None
    if place is None or place.get_backend_name() not in ("sqlite", "postgresql", "postgres"):
        raise ParseError(
            "LUDARIUM_DATABASE is no URL of a database: expected sqlite:////FOLDER/FILE.sqlite or "
            "postgresql://USER@HOST/DATABASE"
        )
    return place


def migrate(engine: Engine) -> None:
    """Create the tables of a database that has none, as they are declared; else apply the migrations that are missing.

    Several processes may start at once: the first migrates, the others wait for it.

    Raises `ParseError` if the database belongs to another version.
    """
    newest = _revisions()[0]
    with engine.connect() as connection:
        if _revision(connection) == newest:
            return
    change = _sqlite_change if engine.dialect.name == "sqlite" else _server_change
    with change(engine) as connection:
        if _revision(connection) is None:
            metadata.create_all(connection)
            _VERSION.create(connection, checkfirst=True)
            connection.execute(_VERSION.insert().values(version_num=newest))
        else:
            _upgrade(connection)


def _revision(connection: Connection) -> str | None:
    """Return the revision of a database, None if it is new; raise `ParseError` if no migration leads from it."""
    applied = (
        connection.execute(select(_VERSION)).scalars().all() if inspect(connection).has_table(_VERSION.name) else ()
    )
    found, known = ", ".join(applied) or None, _revisions()
    if found is not None and found not in known:
        raise ParseError(
            f"the database belongs to another version of Ludarium: its revision is {found}, "
            f"and this version opens those of {known[-1]} to {known[0]}"
        )
    return found


@contextmanager
def _server_change(engine: Engine) -> Iterator[Connection]:
    """Begin a transaction that changes the schema, alone among all processes."""
    with engine.begin() as connection:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
        yield connection


@contextmanager
def _sqlite_change(engine: Engine) -> Iterator[Connection]:
    """Begin a transaction that changes the schema, alone among all processes, and in which no row deletes another.

    SQLite cannot change a column: a migration copies the table and drops the former one, which deletes the rows that
    refer to it, too, unless foreign keys are off. That they still hold is checked before the transaction ends.

    Raises `ParseError`, and changes nothing, if rows then refer to others that are missing.
    """
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")  # outside of a transaction, as it must be
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver begins no transaction for a change of schema
            before = _count_orphans(connection)
            yield connection
            if broken := _count_orphans(connection) - before:
                found = ", ".join(f"{count} of {child} to {parent}" for (child, parent), count in broken.items())
                raise ParseError(f"a migration leaves rows that refer to missing ones ({found}): nothing was changed")
            connection.commit()
        finally:
            connection.rollback()
            connection.exec_driver_sql("PRAGMA foreign_keys = ON")


def _count_orphans(connection: Connection) -> Counter[tuple[str, str]]:
    """Return how many rows of a table refer to missing ones of another, by both."""
    found = connection.exec_driver_sql("PRAGMA foreign_key_check")
    return Counter((table, parent) for table, _, parent, _ in found)


def is_of_this_version(connection: Connection) -> bool:
    """Return whether the migrations of this version, and no others, are applied to a database."""
    return connection.execute(select(_VERSION)).scalars().all() == [_revisions()[0]]


@cache
def _revisions() -> Sequence[str]:
    """Return what the migrations lead to, the newest first: the beginnings of the names of their files."""
    files = (file.stem.partition("_")[0] for folder in _MIGRATIONS for file in folder.glob("[!_]*.py"))
    return sorted(files, reverse=True)


def _upgrade(connection: Connection) -> None:
    """Apply the migrations that are missing."""
    from alembic import command  # here, since most starts need no migration, and Alembic takes as long as all tables
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "ludarium.site.ground:migrations")
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(str, _MIGRATIONS)))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def new_engine(url: URL, **options: Any) -> Engine:  # Any: of `create_engine`
    """Return an engine of a URL; PostgreSQL's has the driver of the extra, unless the URL names another."""
    if url.get_backend_name() not in ("postgresql", "postgres"):
        engine = create_engine(url, **options)
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _prepare_sqlite)
        return engine
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    with extra("postgresql", "a PostgreSQL database"):
        engine = create_engine(url, **options)
    _test_after_rest(engine)
    return engine


def _test_after_rest(engine: Engine) -> None:
    """Test connections that were not used for a second: the server may have been started again."""

    @event.listens_for(engine, "checkin")
    def note(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info["used_at"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def test(connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
        if time.monotonic() < record.info.get("used_at", math.inf) + _REST:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise InvalidatePoolError from error  # all connections are made again


def _prepare_sqlite(connection: object, _record: object) -> None:
    """Set up a new connection to an SQLite file."""
    cursor = connection.cursor()  # type: ignore[attr-defined]  # a driver's connection, whichever driver it is
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()
