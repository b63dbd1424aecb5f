"""Connections to an SQLite file that rest between two reads.

To take a connection from a pool of SQLAlchemy, and to give it back, takes longer than to read a row.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine

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
