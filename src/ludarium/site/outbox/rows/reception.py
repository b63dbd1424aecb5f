"""What a program needs of the database that an MTA starts for every mail: to look an address up, and to store the mail.

`InboxTable` does this for every database. `FileInbox` does the same for an SQLite file by its driver alone, since
SQLAlchemy takes several times as long to load as all the rest of such a program.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludarium.site.ground.location import require_file, sqlite_file
from ludarium.site.outbox.rows.received import ReceivedMail, Reception

PATIENCE = 10.0
"""Seconds that a mail waits until other writers are done: an MTA would only come again after minutes."""

_COUNT_WAITING = "SELECT count(*) FROM inbox WHERE handled_at IS NULL"
_WAS_GIVEN = """SELECT EXISTS (SELECT 1 FROM reply_addresses WHERE token_hash = :token)
    OR EXISTS (SELECT 1 FROM pending_commands WHERE token_hash = :token AND expires_at >= :now)
    OR EXISTS (SELECT 1 FROM challenge_addresses WHERE token_hash = :token)
    OR EXISTS (SELECT 1 FROM puzzle_replies WHERE token_hash = :token)"""
_WAS_SENT = """SELECT EXISTS
    (SELECT 1 FROM outbox WHERE id = :id AND (sent_at IS NOT NULL OR sending_at IS NOT NULL))"""
_INSERT = """INSERT INTO inbox
    (id, received_at, sender, recipient, raw, size, steps, tries, next_at, claim_expires_at, handled_at, outcome)
    VALUES (:id, :received_at, :sender, :recipient, :raw, :size, '{}', 0, :received_at, 0.0, NULL, '')"""


class FileInbox:
    """The part of an inbox that receives mails, in an SQLite file."""

    def __init__(self, path: Path) -> None:
        address = f"{path.absolute().as_uri()}?mode=rw"  # creates nothing
        self._connection = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)
        self._connection.execute("PRAGMA synchronous = FULL")  # a commit is on the disk, as for every other writer

    def count_waiting(self) -> int:
        """Return the number of mails that wait to be read."""
        return self._number(_COUNT_WAITING)

    def was_given(self, token_hash: str, now: float) -> bool:
        """Return whether the address of a token was given: for a turn, a command, a challenge or a puzzle."""
        return bool(self._number(_WAS_GIVEN, token=token_hash, now=now))

    def was_sent(self, message_id: str) -> bool:
        """Return whether a mail server has got a mail of the outbox, or may have, so that it can come back."""
        return bool(self._number(_WAS_SENT, id=message_id))

    def receive(self, mail: ReceivedMail) -> None:
        """Insert a mail, which waits to be read from now on; it is safe on the disk when this returns."""
        values = {name: getattr(mail, name) for name in ("id", "received_at", "sender", "recipient", "raw", "size")}
        self._connection.execute(_INSERT, values)  # a transaction of its own

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _number(self, query: str, **values: object) -> int:
        return int(self._connection.execute(query, values).fetchone()[0])


@contextmanager
def open_reception(url: str) -> Iterator[Reception]:
    """Give the part of the inbox that receives mails, in a database to which all migrations are applied.

    Raises `NoDatabase` if there is no database, so that a mistaken setting creates none.
    """
    path = sqlite_file(url)
    if path is not None:
        require_file(path)
        inbox = FileInbox(path)
        try:
            yield inbox
        finally:
            inbox.close()
        return
    from ludarium.site.ground.database import Database  # here, since it loads SQLAlchemy
    from ludarium.site.ground.engine import require_database
    from ludarium.site.outbox.rows.boxes import InboxTable

    require_database(url, migrated=True)
    database = Database(url, PATIENCE, migrated=True)
    try:
        yield InboxTable(database)
    finally:
        database.dispose()
