"""Group commit for SQLite: writers that come together share one transaction, and so one wait for the disk.

SQLite lets one write at a time, and each commit waits until the disk has it. So a writer that is done lets the next one
that waits go on in the same transaction, within a savepoint of its own, and the last one commits for all. Every writer
returns only after that commit, one that fails, too.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import Event, Lock

from sqlalchemy import Connection, Engine

from ludarium.site.ground.prepared import run_text

_MOST = 64
"""Writers that share a transaction, so that none waits for long."""


class NoTurn(Exception):
    """Other writers have taken too long."""


class _Batch:
    """The writers of one transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.writers = 0
        self.ended = Event()
        self.failure: BaseException | None = None

    @property
    def open(self) -> bool:
        """Whether the transaction goes on."""
        return bool(self.connection.connection.dbapi_connection.in_transaction)  # type: ignore[union-attr]  # SQLite's

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Take back what one writer has written if it fails; SQLAlchemy's own savepoints are compiled each time."""
        run_text(self.connection, "SAVEPOINT writer")
        try:
            yield
        except BaseException:
            if self.open:
                run_text(self.connection, "ROLLBACK TO SAVEPOINT writer")
            raise
        run_text(self.connection, "RELEASE SAVEPOINT writer")


class GroupCommit:
    """The writers of one SQLite file in this process; `patience` is how many seconds one waits for the others.

    They keep one connection of the engine, until it fails or is given back by `dispose`.
    """

    def __init__(self, engine: Engine, patience: float) -> None:
        self._engine = engine
        self._patience = patience
        self._turn = Lock()  # held by the one that writes; taken by one writer, and perhaps passed on by another
        self._counting = Lock()
        self._waiting = 0
        self._batch: _Batch | None = None
        self._kept: Connection | None = None  # used by the writer whose turn it is
        self._opened = 0
        self._ends = False  # whether the connection is closed after the transaction

    def foreign_version(self) -> tuple[int, int] | None:
        """Return what changes whenever another process writes, and not when this one does; None while this one writes.

        It is a counter of SQLite for each connection, with the number of connections so far.
        """
        try:
            with self.connect() as connection:
                version = int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())
                return self._opened, version
        except NoTurn:
            return None

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Give the connection outside of a transaction.

        Raises `NoTurn` if there is a writer.
        """
        with self._counting:  # so nobody waits who could be passed the turn now, or give up while it is taken
            if self._waiting or not self._turn.acquire(blocking=False):
                raise NoTurn("there is a writer")
            try:
                connection = self._connection()
                try:
                    yield connection
                finally:
                    connection.rollback()
            finally:
                self._turn.release()

    def _connection(self) -> Connection:
        """Return the connection that is kept, or a new one."""
        if self._kept is None:
            self._kept = self._engine.connect()
            self._opened += 1
        return self._kept

    def dispose(self) -> None:
        """Close the connection, now or after the transaction that goes on; the next writer opens another."""
        with self._counting:
            self._ends = True
            if not self._waiting and self._turn.acquire(blocking=False):
                self._close()
                self._turn.release()

    def _close(self) -> None:
        """Close the connection, whatever state it is in."""
        if self._kept is not None:
            with self._kept as connection:
                connection.invalidate()
        self._kept, self._ends = None, False

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """Give the connection to one writer; return when all is on the disk.

        Raises `NoTurn`, or the failure of the commit.
        """
        batch = self._take_turn()
        first = batch.writers == 1  # and alone until it is done, so it needs no savepoint
        try:
            with nullcontext() if first else batch.savepoint():
                yield batch.connection
        except BaseException as error:
            if first or not batch.open:  # a full disk, for example, takes back what the others have written, too
                batch.failure = error
            self._pass_turn(batch)
            batch.ended.wait()  # why it has failed may be what the others have written, which all can read then
            raise
        self._pass_turn(batch)
        batch.ended.wait()
        if batch.failure:
            raise batch.failure

    def _take_turn(self) -> _Batch:
        """Wait for the turn, and return the open transaction, or a new one."""
        with self._counting:
            self._waiting += 1
        came = self._turn.acquire(timeout=self._patience)
        with self._counting:  # the turn may be passed to this writer until it is not counted any more
            came = came or self._turn.acquire(blocking=False)
            self._waiting -= 1
        if not came:
            raise NoTurn(f"no other writer has ended for {self._patience:g} seconds")
        if self._batch is None:
            try:
                self._batch = self._open()
            except BaseException:
                self._turn.release()
                raise
        self._batch.writers += 1
        return self._batch

    def _pass_turn(self, batch: _Batch) -> None:
        """Let the next writer go on in the same transaction; commit if there is none, or if there were many."""
        with self._counting:
            if self._waiting and batch.writers < _MOST and batch.failure is None:
                self._turn.release()
                return
        self._commit(batch)

    def _open(self) -> _Batch:
        connection = self._connection()
        try:
            connection.begin()  # as SQLAlchemy sees it
            run_text(connection, "BEGIN IMMEDIATE")  # the lock now, and not in the middle
        except BaseException:
            connection.rollback()
            raise
        return _Batch(connection)

    def _commit(self, batch: _Batch) -> None:
        try:
            try:
                if batch.failure is None:
                    batch.connection.commit()
            except BaseException as error:  # noqa: BLE001 - each writer of the transaction raises it
                batch.failure = error
            if batch.failure or self._ends:
                self._close()
        finally:
            self._batch = None
            self._turn.release()
            batch.ended.set()
