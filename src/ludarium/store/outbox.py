"""The outbox: messages that wait to be sent.

A row is written in the transaction that causes the message. A process that sends it claims it first, so that of several
processes one does; a claim expires, so that a message outlives the process that tried to send it.
"""

import secrets

from sqlalchemy import Connection, RowMapping, and_, delete, func, insert, or_, select, update

from ludarium.store.database import Database
from ludarium.store.rows import OutboxMessage
from ludarium.store.tables import outbox

_row = outbox.c


class OutboxTable:
    """The outbox of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, message: OutboxMessage, since: float, most: int) -> bool:
        """Insert a message, unless its address or its person got or caused `most` of its kind since a time."""
        theirs = _row.address == message.address
        if message.person:
            theirs = or_(theirs, _row.person_id == message.person)
        recent = and_(theirs, _row.kind == message.kind, _row.created_at >= since)
        with self._database.begin() as connection:
            if connection.execute(select(func.count()).select_from(outbox).where(recent)).scalar_one() >= most:
                return False
            add_message(connection, message)
        return True

    def claim(self, now: float, until: float, limit: int = 100) -> tuple[OutboxMessage, ...]:
        """Claim messages that are due, the oldest first; a claim expires at `until`."""
        free = and_(_row.sent_at.is_(None), _row.send_at <= now, _row.claim_expires_at < now)
        with self._database.connect() as connection:
            rows = connection.execute(select(outbox).where(free).order_by(_row.created_at).limit(limit)).mappings()
            found = [_message(row) for row in rows]
        claimed = []
        for message in found:
            with self._database.begin() as connection:
                ours = update(outbox).where(free, _row.id == message.id).values(claim_expires_at=until)
                if connection.execute(ours).rowcount == 1:
                    claimed.append(message)
        return tuple(claimed)

    def sent(self, message: OutboxMessage, now: float, forget_before: float) -> None:
        """Record that a message was sent; delete messages that were sent long ago."""
        with self._database.begin() as connection:
            connection.execute(update(outbox).where(_row.id == message.id).values(sent_at=now))
            connection.execute(delete(outbox).where(_row.sent_at < forget_before))

    def failed(self, message: OutboxMessage, again_at: float) -> None:
        """Record that a message could not be sent, and when to try again."""
        values = {"tries": message.tries + 1, "send_at": again_at, "claim_expires_at": 0.0}
        with self._database.begin() as connection:
            connection.execute(update(outbox).where(_row.id == message.id).values(**values))


def add_message(connection: Connection, message: OutboxMessage, send_at: float | None = None) -> None:
    """Insert a message, in the transaction that causes it; it is sent at once, or not before a time."""
    connection.execute(
        insert(outbox).values(
            id=message.id or secrets.token_urlsafe(12),
            channel="mail",
            kind=message.kind,
            person_id=message.person,
            address=message.address,
            data=dict(message.data),
            created_at=message.created_at,
            send_at=message.created_at if send_at is None else send_at,
            tries=message.tries,
            claim_expires_at=0.0,
        )
    )


def _message(row: RowMapping) -> OutboxMessage:
    data = {name: row[name] for name in ("id", "kind", "address", "data", "created_at", "tries")}
    return OutboxMessage(person=row["person_id"], **data)
