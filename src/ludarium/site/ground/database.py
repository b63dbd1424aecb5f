"""The connections of a server: readers and writers have pools of their own, so a writer that waits stops no reader.

To take a connection from a pool of SQLAlchemy, and to give it back, takes longer than to read a row.
"""

import logging
import time
from collections import deque
from collections.abc import Iterator, MutableSequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import count
from typing import Protocol

from sqlalchemy import Connection, Dialect, Engine, event, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from ludarium.site.ground.changes import Change
from ludarium.site.ground.engine import is_of_this_version, new_engine, open_engine
from ludarium.site.ground.failures import OTHER_VERSION, DatabaseUnavailable, passing_failure
from ludarium.site.ground.group_commit import GroupCommit

_MOST = 15
"""Connections that rest; more are open only while they are used."""


class RestingReaders:
    """The readers of one SQLite file in this process, whose `engine` has no pool and commits by itself."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._resting = deque[Connection]()

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Give a connection to one reader; one whose reader has failed is closed, whatever state it is in."""
        resting = self._resting
        try:
            connection = resting.pop()  # the one used last, whose cache is the freshest
        except IndexError:
            connection = self._engine.connect()
        try:
            yield connection
            if connection.in_transaction():  # as SQLAlchemy sees it: there is none in the file
                connection.rollback()
        except BaseException:
            connection.close()
            raise
        if resting is self._resting and len(resting) < _MOST:
            resting.append(connection)
        else:
            connection.close()

    def dispose(self) -> None:
        """Close all connections: those that are used, when their readers are done."""
        resting, self._resting = self._resting, deque()
        while resting:
            resting.pop().close()


PATIENCE = 1.0
"""Seconds that a writer waits for its turn."""
_log = logging.getLogger(__name__)
_WELL = 10.0
"""Seconds without a failure after which a write shows that all is well: on a full disk small ones still succeed."""


def lock(connection: Connection, name: str) -> None:
    """Let only one transaction at a time hold a name; SQLite lets only one write in any case."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(name))))


class Connections(Protocol):
    """The interface by which a repository reads and writes: that of a database and of a transaction.

    What joins `changes` is announced after the commit of a transaction; a database has none, and forgets them.
    """

    changes: MutableSequence[Change]

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

    def __init__(self, connection: Connection, changes: MutableSequence[Change] | None = None) -> None:
        self._connection = connection
        self.changes: MutableSequence[Change] = [] if changes is None else changes

    def connect(self) -> AbstractContextManager[Connection]:
        """Give the connection, which sees what the transaction has written."""
        return nullcontext(self._connection)

    begin = connect


class Database:
    """A database with its two pools; a failure that may pass raises `DatabaseBusy`.

    `problem` says why the database cannot be used, from the failure that shows it until something was written and no
    failure came for a while; it is empty while all is well.
    """

    def __init__(self, url: str, patience: float = PATIENCE, *, migrated: bool = False) -> None:
        self.readers = _open_readers(url, migrated=migrated)
        self._reading = RestingReaders(self.readers) if self.dialect.name == "sqlite" else self.readers
        self._writers = _open_writers(self.readers, patience)
        self.problem = ""
        self.changes: MutableSequence[Change] = deque(maxlen=0)
        self._writes = count(1)
        self._last_write = 0
        self._failed_at = 0.0
        self._is_foreign = False

    @property
    def dialect(self) -> Dialect:
        """The kind of the database."""
        return self.readers.dialect

    def foreign_version(self) -> tuple[int, int] | None:
        """Return what changes whenever another process writes to an SQLite file; None while it is not known."""
        return self._writers.foreign_version() if isinstance(self._writers, GroupCommit) else None

    def last_write(self) -> int:
        """Return a number that no other state had: it changes whenever this process has written."""
        return self._last_write

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Give a connection to read, on which every query sees the newest state."""
        try:
            with self._reading.connect() as connection:
                yield connection
        except Exception as error:
            self._name_failure(error)
            raise

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """Give a connection to write, in a transaction that is committed when the block ends."""
        try:
            with self._writers.begin() as connection:
                if self._is_foreign:
                    raise DatabaseUnavailable(OTHER_VERSION, "nothing is written")
                yield connection
        except Exception as error:
            self._name_failure(error)
            raise
        self._last_write = next(self._writes)
        if self.problem and time.monotonic() >= self._failed_at + _WELL:
            self.problem = ""
            _log.warning("the database can be written again")

    def _name_failure(self, error: Exception) -> None:
        """Raise `DatabaseBusy` for a failure that may pass."""
        failure = passing_failure(error) or self._foreign_failure(error)
        if isinstance(failure, DatabaseUnavailable):
            self._note(failure.reason)
        if failure:
            raise failure from error

    def check_version(self) -> None:
        """Note whether a server of another version has migrated the database; then nothing more is written to it."""
        try:
            self._look_at_version()
        except Exception as error:
            self._name_failure(error)
            raise

    def _look_at_version(self) -> None:
        with self.readers.connect() as connection:
            self._is_foreign = not is_of_this_version(connection)
        if self._is_foreign:
            self._note(OTHER_VERSION)

    def _foreign_failure(self, error: Exception) -> DatabaseUnavailable | None:
        """Return what an error is if it comes of tables that another version has changed; None for any other."""
        if not isinstance(error, DBAPIError):
            return None
        with suppress(DBAPIError):
            self._look_at_version()
        return DatabaseUnavailable(OTHER_VERSION, str(error.orig)) if self._is_foreign else None

    def _note(self, problem: str) -> None:
        """Note why the database cannot be used; log it when that changes, and not for each request."""
        self._failed_at = time.monotonic()
        if problem != self.problem:
            self.problem = problem
            _log.error("nothing can be saved: %s", problem)

    def dispose(self) -> None:
        """Close all connections."""
        self._writers.dispose()
        self._reading.dispose()
        self.readers.dispose()


def _open_readers(url: str, *, migrated: bool) -> Engine:
    """Return the pool of readers, without transactions: to begin and end one takes PostgreSQL as long as a query."""
    opened = open_engine(url, migrated=migrated)
    opened.dispose()
    pool = {"poolclass": NullPool} if opened.dialect.name == "sqlite" else {"pool_reset_on_return": None}
    return new_engine(opened.url, isolation_level="AUTOCOMMIT", **pool)


def _open_writers(readers: Engine, patience: float) -> Engine | GroupCommit:
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

    return GroupCommit(engine, patience) if engine.dialect.name == "sqlite" else engine
