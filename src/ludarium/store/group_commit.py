"""Group commit for SQLite: writers that come together share one transaction, and so one wait for the disk.

SQLite lets one write at a time, and each commit waits until the disk has it. So a writer that is done lets the next one
that waits go on in the same transaction, within a savepoint of its own, and the last one commits for all. Every writer
returns only after that commit.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import Event, Lock

from sqlalchemy import Connection, Engine

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


class GroupCommit:
    """The writers of one SQLite file in this process; `patience` is how many seconds one waits for the others."""

    def __init__(self, engine: Engine, patience: float) -> None:
        self._engine = engine
        self._patience = patience
        self._turn = Lock()  # held by the one that writes; taken by one writer, and perhaps passed on by another
        self._counting = Lock()
        self._waiting = 0
        self._batch: _Batch | None = None
        self._renewed = 0

    def foreign_version(self) -> tuple[int, int] | None:
        """Return what changes whenever another process writes, and not when this one does; None while this one writes.

        It is a counter of SQLite for each connection, with the number of connections so far.
        """
        with self._counting:  # so nobody waits who could be passed the turn now, or give up while it is taken
            if self._waiting or not self._turn.acquire(blocking=False):
                return None
            try:
                with self._engine.connect() as connection:
                    return self._renewed, int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())
            finally:
                self._turn.release()

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """Give the connection to one writer; return when all is on the disk.

        Raises `NoTurn`, or the failure of the commit.
        """
        batch = self._take_turn()
        first = batch.writers == 1  # and alone until it is done, so it needs no savepoint
        try:
            with nullcontext() if first else batch.connection.begin_nested():
                yield batch.connection
        except BaseException as error:
            if first or not batch.open:  # a full disk, for example, takes back what the others have written, too
                batch.failure = error
            raise
        finally:
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
        connection = self._engine.connect()
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the lock now, and not in the middle
        except BaseException:
            connection.close()
            raise
        return _Batch(connection)

    def _commit(self, batch: _Batch) -> None:
        with batch.connection as connection:
            try:
                if batch.failure is None:
                    connection.commit()
            except BaseException as error:  # noqa: BLE001 - each writer of the transaction raises it
                batch.failure = error
            if batch.failure:
                connection.invalidate()  # whatever state it is in
                self._renewed += 1
        self._batch = None
        self._turn.release()
        batch.ended.set()
