"""The connections of a server: readers and writers have pools of their own, so a writer that waits stops no reader."""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol

from sqlalchemy import Connection, Dialect, Engine, event, func, select
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludarium.store.engine import new_engine, open_engine
from ludarium.store.group_commit import GroupCommit, NoTurn

PATIENCE = 1.0
"""Seconds that a writer waits for its turn."""
_SQLITE_BUSY = (5, 6)  # SQLITE_BUSY and SQLITE_LOCKED, the low byte of more exact codes


def lock(connection: Connection, name: str) -> None:
    """Let only one transaction at a time hold a name; SQLite lets only one write in any case."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(name))))


class DatabaseBusy(Exception):
    """The database cannot be written now, or does not answer; a later attempt may succeed."""


class Connections(Protocol):
    """What a repository reads and writes by: a database, or one of its transactions."""

    def connect(self) -> AbstractContextManager[Connection]:
        """Give a connection to read."""

    def begin(self) -> AbstractContextManager[Connection]:
        """Give a connection to write."""


class Repository:
    """Rows of a database, of which every call is a transaction of its own, or of one transaction."""

    def __init__(self, database: Connections) -> None:
        self.database = database


class Transaction:
    """The one connection of a transaction, which is committed later and elsewhere."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def connect(self) -> AbstractContextManager[Connection]:
        """Give the connection, which sees what the transaction has written."""
        return nullcontext(self._connection)

    begin = connect


class Database:
    """A database with its two pools; a failure that may pass raises `DatabaseBusy`."""

    def __init__(self, url: str, patience: float = PATIENCE, *, migrated: bool = False) -> None:
        self.readers = _open_readers(url, migrated=migrated)
        self._writers = _open_writers(self.readers, patience)
        self._group = GroupCommit(self._writers, patience) if self.dialect.name == "sqlite" else None

    @property
    def dialect(self) -> Dialect:
        """The kind of the database."""
        return self.readers.dialect

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Give a connection to read, on which every query sees the newest state."""
        with _passing_failures(), self.readers.connect() as connection:
            yield connection

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """Give a connection to write, in a transaction that is committed when the block ends."""
        with _passing_failures(), (self._group or self._writers).begin() as connection:
            yield connection

    def dispose(self) -> None:
        """Close all connections."""
        self._writers.dispose()
        self.readers.dispose()


def _open_readers(url: str, *, migrated: bool) -> Engine:
    """Return the pool of readers, without transactions: to begin and end one takes PostgreSQL as long as a query."""
    opened = open_engine(url, migrated=migrated)
    opened.dispose()
    return new_engine(opened.url, isolation_level="AUTOCOMMIT", pool_reset_on_return=None)


def _open_writers(readers: Engine, patience: float) -> Engine:
    """Open the pool of writers: one connection to SQLite, which lets one write at a time."""
    if readers.dialect.name == "sqlite":
        engine = new_engine(readers.url, pool_size=1, max_overflow=0)
        wait = f"PRAGMA busy_timeout = {1000 * patience:.0f}"
    else:
        engine = new_engine(readers.url, pool_timeout=patience)
        wait = f"SET lock_timeout = {1000 * patience:.0f}"

    @event.listens_for(engine, "connect")
    def limit(connection: object, _record: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]  # a driver's connection, whichever driver it is
        cursor.execute(wait)
        cursor.close()
        connection.commit()  # type: ignore[attr-defined]  # as above

    return engine


@contextmanager
def _passing_failures() -> Iterator[None]:
    """Raise `DatabaseBusy` for a failure that may pass."""
    try:
        yield
    except NoTurn as error:
        raise DatabaseBusy(str(error)) from error
    except NoConnection as error:
        raise DatabaseBusy("all connections to the database are in use") from error
    except DBAPIError as error:
        if _may_pass(error):
            raise DatabaseBusy(str(error.orig)) from error
        raise


def _may_pass(error: DBAPIError) -> bool:
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in _SQLITE_BUSY
    if isinstance(error.orig, sqlite3.Error):  # of the driver itself, such as for text that is not UTF-8
        return False
    return isinstance(error, OperationalError) or error.connection_invalidated
