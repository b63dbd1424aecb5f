"""The state of changed matches, and the announcement of changes between processes.

SQLite tells by a counter in the file that it has changed, which costs almost nothing to read. PostgreSQL sends the
changes themselves.
"""

import asyncio
import logging
import math
import time
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from threading import Event, Thread
from typing import Any

import msgspec
from sqlalchemy import ARRAY, Connection, Engine, Text, bindparam, func, select

from ludarium.site.ground.changes import AnyChange, Change, MatchChange
from ludarium.site.ground.database import Database
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.tables import leavers, matches, seats

POLL = 0.1
"""Seconds between two looks at the counter of an SQLite file."""
_RECONNECT = 1.0
_AGAIN = 10.0
"""Seconds after which any match may have changed, since a process may be killed before it has announced the change."""
_AT_ONCE = 1000
_TOGETHER = 0.005
"""Seconds in which a change waits for others that are announced with it."""
_CHANNEL = "ludarium_changes"
_COLUMNS = (
    matches.c.id, matches.c.revision, matches.c.answerable_since, matches.c.turns, matches.c.live.is_not(None),
)  # fmt: skip

_CHANGES = select(*_COLUMNS).where(matches.c.id.in_(bindparam("ids", expanding=True)))
_ANNOUNCE = select(func.pg_notify(_CHANNEL, func.unnest(bindparam("changes", type_=ARRAY(Text)))))
_ENCODE, _DECODE = msgspec.json.Encoder().encode, msgspec.json.Decoder(AnyChange).decode
_log = logging.getLogger(__name__)


def fetch_changes(connection: Connection, ids: Sequence[str]) -> list[MatchChange]:
    """Return the state of these matches; there is none for an id without a match."""
    parts = (ids[first : first + _AT_ONCE] for first in range(0, len(ids), _AT_ONCE))
    return [MatchChange(*row) for part in parts for row in connection.execute(_CHANGES, {"ids": part})]


def fetch_closed(connection: Connection, ids: Sequence[str], person_id: str | None) -> frozenset[str]:
    """Return those of these matches that are closed to a person; None is a stranger."""
    chosen = select(matches.c.id).where(matches.c.id.in_(ids), matches.c.closed)
    if person_id:
        theirs = (select(of.c.match_id).where(of.c.person == person_id) for of in (seats, leavers))
        chosen = chosen.where(*(matches.c.id.not_in(each) for each in theirs))
    return frozenset(connection.execute(chosen).scalars())


def fetch_changes_since(connection: Connection, since: float) -> list[MatchChange]:
    """Return the state of the matches that have changed since a time, with their people."""
    chosen = select(*_COLUMNS, seats.c.person).join(seats).where(matches.c.updated_at >= since)
    found: dict[str, MatchChange] = {}
    for *values, person in connection.execute(chosen.where(seats.c.person.is_not(None))):
        change = MatchChange(*values)
        people = (*found.get(change.id, change).people, person)
        found[change.id] = msgspec.structs.replace(change, people=people)
    return list(found.values())


def announce(connection: Connection, changes: Sequence[Change]) -> None:
    """Announce changes to the other processes when the transaction ends, if the database does not report them."""
    if connection.dialect.name == "postgresql":
        connection.execute(_ANNOUNCE, {"changes": [_ENCODE(change).decode() for change in changes]})


class Announcer:
    """Announces turns to the other processes, in a thread of its own.

    A transaction that tells anything holds a lock of the whole server until it is committed, so that no two commits
    could share a wait for the disk. So turns are announced after their transactions, and several at once.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changes = deque[Change]()
        self._came = Event()
        self._closing = False
        self._thread = Thread(target=self._work, name="announcer", daemon=True)
        self._needed = database.dialect.name == "postgresql"
        if self._needed:
            self._thread.start()

    def add(self, change: Change) -> None:
        """Announce a change soon."""
        if self._needed:
            self._changes.append(change)
            self._came.set()

    def close(self) -> None:
        """Announce the changes that are left."""
        if self._needed:
            self._closing = True
            self._came.set()
            self._thread.join()

    def _work(self) -> None:
        while self._changes or not self._closing:
            self._came.wait()
            time.sleep(_TOGETHER)
            self._came.clear()
            found = [self._changes.popleft() for _ in range(len(self._changes))]
            try:
                if found:
                    with self._database.connect() as connection:
                        announce(connection, found)
            except DatabaseBusy:  # `Database` logs why
                _log.warning("the other processes could not be notified of %d changes", len(found))
            except Exception:  # noqa: BLE001  # the other processes will ask for all matches that they watch
                _log.exception("the other processes could not be notified of %d changes", len(found))


def hear(database: Database) -> AsyncGenerator[Change | None]:
    """Yield the changes of other processes, perhaps with those of this one; None if any match may have changed."""
    return _poll(database) if database.dialect.name == "sqlite" else _listen(database.readers)


async def _poll(database: Database) -> AsyncGenerator[None]:
    """Yield whenever another process has written to the SQLite file; what this one writes, its notifier announces."""
    with database.readers.connect() as connection:
        connection.detach()  # so that the pool does not get it back without patience
        connection.exec_driver_sql("PRAGMA busy_timeout = 0")  # the event loop waits for each answer
        seen = foreign = None
        asked_at = -math.inf
        while True:
            now = connection.exec_driver_sql("PRAGMA data_version").scalar()
            if now != seen:
                found = database.foreign_version()
                if (found and found != foreign) or time.monotonic() - asked_at >= _AGAIN:
                    seen, foreign, asked_at = now, found or foreign, time.monotonic()
                    yield None
            await asyncio.sleep(POLL)


async def _listen(engine: Engine) -> AsyncGenerator[Change | None]:
    """Yield the changes that PostgreSQL sends; after a lost connection, and a while, any match may have changed."""
    import psycopg  # here, because SQLite needs no driver

    arguments: tuple[list[Any], dict[str, Any]] = engine.dialect.create_connect_args(engine.url)  # type: ignore[assignment]  # a tuple by its documentation
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                *arguments[0], autocommit=True, **arguments[1]
            ) as connection:
                await connection.execute(f"LISTEN {_CHANNEL}")
                while True:
                    yield None
                    async for notice in connection.notifies(timeout=_AGAIN):
                        yield _DECODE(notice.payload)
        except psycopg.OperationalError:  # the server is being started again
            await asyncio.sleep(_RECONNECT)
