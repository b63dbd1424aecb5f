"""The outbox: messages that wait to be sent.

A row is written in the transaction that causes the message. A thread that sends it claims it first, so that of several
one does; a claim expires, so that a message outlives the process that tried to send it. Just before the last byte of a
mail is sent, that is recorded: a mail of a process that was killed then is not sent again.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from sqlalchemy import RowMapping, and_, delete, func, insert, or_, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import outbox

if TYPE_CHECKING:
    from ludarium.store.rows import OutboxMessage

_row = outbox.c
_UNBEGUN = (_row.claim_expires_at == 0.0, _row.sending_at.is_(None), _row.sent_at.is_(None), _row.failed_at.is_(None))
_UNSURE = "the process ended before the mail server answered: perhaps sent, and not sent again"


class OutboxTable(Repository):
    """The outbox of one database."""

    def insert(self, message: OutboxMessage, send_at: float | None = None) -> None:
        """Insert a message, which is sent at once, or not before a time."""
        values = {name: getattr(message, name) for name in ("kind", "address", "created_at", "tries")}
        values |= {"id": message.id or secrets.token_hex(12)}  # in lower case, as it is part of addresses
        values |= {"channel": "mail", "person_id": message.person, "data": dict(message.data), "claim_expires_at": 0.0}
        send_at = message.created_at if send_at is None else send_at
        with self.database.begin() as connection:
            connection.execute(insert(outbox).values(send_at=send_at, **values))

    def has(self, message_id: str) -> bool:
        """Return whether there is a message with an id."""
        with self.database.connect() as connection:
            return connection.execute(select(_row.id).where(_row.id == message_id)).first() is not None

    def count(self, kind: str, since: float, *, address: str = "", person: str = "") -> int:
        """Return how many messages of a kind there are since a time: all, those to an address, or those of a person."""
        found = select(func.count()).select_from(outbox).where(_row.kind == kind, _row.created_at >= since)
        found = found.where(_row.address == address) if address else found
        found = found.where(_row.person_id == person) if person else found
        with self.database.connect() as connection:
            return int(connection.execute(found).scalar_one())

    def sent_times(self, kinds: Collection[str], address: str, after: float) -> list[float]:
        """Return when the messages of some kinds to an address are sent after a time, the last one first."""
        theirs = and_(_row.kind.in_(kinds), _row.address == address, _row.send_at > after)
        with self.database.connect() as connection:
            return [*connection.execute(select(_row.send_at).where(theirs).order_by(_row.send_at.desc())).scalars()]

    def count_alike(self, name: str, value: str, address: str, since: float) -> int:
        """Return how many messages to an address since a time have a value under a name of their data."""
        alike = and_(_row.address == address, _row.created_at >= since, _row.data[name].as_string() == value)
        with self.database.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(outbox).where(alike)).scalar_one())

    def texts(self, kind: str, sender: str, addresses: Collection[str], limit: int) -> tuple[str, ...]:
        """Return the texts of the last messages of a kind that a person has written to some addresses."""
        theirs = and_(_row.kind == kind, _row.address.in_(addresses), _row.data["from"].as_string() == sender)
        chosen = select(_row.data["text"].as_string()).where(theirs).order_by(_row.created_at.desc()).limit(limit)
        with self.database.connect() as connection:
            return tuple(text or "" for text in connection.execute(chosen).scalars())

    def waiting(self, kind: str, address: str) -> OutboxMessage | None:
        """Return the message of a kind to an address that nobody has begun to send; None without one."""
        free = and_(_row.kind == kind, _row.address == address, *_UNBEGUN)
        with self.database.connect() as connection:
            row = connection.execute(select(outbox).where(free).limit(1)).mappings().first()
        return _message(row) if row else None

    def add_data(self, message: OutboxMessage, more: Mapping[str, str]) -> bool:
        """Add data to a message that waits; return False if somebody has begun to send it."""
        free = and_(_row.id == message.id, *_UNBEGUN)
        with self.database.begin() as connection:
            return connection.execute(update(outbox).where(free).values(data={**message.data, **more})).rowcount == 1

    def claim(
        self,
        now: float,
        until: float,
        limit: int = 100,
        *,
        only: Collection[str] = (),
        without: Collection[str] = (),
    ) -> tuple[OutboxMessage, ...]:
        """Claim messages that are due, the oldest first, of some kinds or of all; a claim expires at `until`."""
        free = and_(_row.send_at <= now, _row.claim_expires_at < now, _row.sent_at.is_(None))
        free = and_(free, _row.sending_at.is_(None), _row.failed_at.is_(None))
        free = and_(free, _row.kind.in_(only)) if only else free
        free = and_(free, _row.kind.not_in(without)) if without else free
        found = select(_row.id).where(free).order_by(_row.send_at).limit(limit)
        with self.database.connect() as connection:
            if connection.execute(found.limit(1)).first() is None:
                return ()
        ours = secrets.token_hex(16)
        claimed = update(outbox).where(_row.id.in_(found), free).values(claimed_by=ours, claim_expires_at=until)
        with self.database.begin() as connection:
            if not connection.execute(claimed).rowcount:
                return ()
            rows = connection.execute(select(outbox).where(_row.claimed_by == ours).order_by(_row.send_at)).mappings()
            return tuple(_message(row) for row in rows)

    def begin(self, message: OutboxMessage, now: float) -> bool:
        """Record that the last byte of a mail is about to be sent; return False if another process has recorded it."""
        with self.database.begin() as connection:
            ours = and_(_row.id == message.id, _row.sending_at.is_(None), _row.sent_at.is_(None))
            return connection.execute(update(outbox).where(ours).values(sending_at=now)).rowcount == 1

    def sent(self, message: OutboxMessage, now: float) -> None:
        """Record that a message was sent, or need not be sent any more."""
        with self.database.begin() as connection:
            connection.execute(update(outbox).where(_row.id == message.id).values(sent_at=now))

    def failed(self, message: OutboxMessage, error: str, again_at: float) -> None:
        """Record that a message could not be sent, and when to try again."""
        values = {"tries": message.tries + 1, "send_at": again_at, "claim_expires_at": 0.0, "error": error}
        with self.database.begin() as connection:
            connection.execute(update(outbox).where(_row.id == message.id).values(sending_at=None, **values))

    def postpone(self, message: OutboxMessage, until: float) -> None:
        """Postpone a message until a time."""
        with self.database.begin() as connection:
            values = {"send_at": until, "claim_expires_at": 0.0}
            connection.execute(update(outbox).where(_row.id == message.id).values(**values))

    def give_up(self, message: OutboxMessage, error: str, now: float) -> None:
        """Record that a message is not sent."""
        with self.database.begin() as connection:
            connection.execute(update(outbox).where(_row.id == message.id).values(failed_at=now, error=error))

    def give_up_unsure(self, begun_before: float, now: float) -> tuple[str, ...]:
        """Give up the messages whose process has died between the last byte and the answer; return their ids."""
        unsure = and_(_row.sending_at < begun_before, _row.sent_at.is_(None), _row.failed_at.is_(None))
        with self.database.connect() as connection:
            if connection.execute(select(_row.id).where(unsure).limit(1)).first() is None:
                return ()
        ended = update(outbox).where(unsure).values(failed_at=now, error=_UNSURE).returning(_row.id)
        with self.database.begin() as connection:
            return tuple(connection.execute(ended).scalars())

    def bounced(self, message_id: str, now: float, error: str) -> OutboxMessage | None:
        """Record that a mail which was accepted has come back; return its message, or None if it is not known."""
        with self.database.begin() as connection:
            row = connection.execute(select(outbox).where(_row.id == message_id)).mappings().first()
            connection.execute(update(outbox).where(_row.id == message_id).values(failed_at=now, error=error))
        return _message(row) if row else None

    def forget(self, before: float) -> None:
        """Delete messages that were sent, or given up, before a time."""
        done = or_(_row.sent_at < before, _row.failed_at < before)
        with self.database.begin() as connection:
            connection.execute(delete(outbox).where(done))


def _message(row: RowMapping) -> OutboxMessage:
    from ludarium.store.rows import OutboxMessage  # here, so that a program that receives a mail remains light

    data = {name: row[name] for name in ("id", "kind", "address", "data", "created_at", "tries")}
    return OutboxMessage(person=row["person_id"], **data)
