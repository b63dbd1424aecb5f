"""The outbox: messages that wait to be sent.

A row is written in the transaction that causes the message. A thread that sends it claims it first, so that of several
one does; a claim expires, so that a message outlives the process that tried to send it. Just before the last byte of a
mail is sent, that is recorded: a mail of a process that was killed then is not sent again.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping

from sqlalchemy import and_, or_, select, update

from ludarium.store.mapping import Values
from ludarium.store.rows import OutboxMessage
from ludarium.store.tables import outbox

_row = outbox.c
_UNBEGUN = (_row.claim_expires_at == 0.0, _row.sending_at.is_(None), _row.sent_at.is_(None), _row.failed_at.is_(None))
_UNSURE = "the process ended before the mail server answered: perhaps sent, and not sent again"


class OutboxTable(Values[OutboxMessage], table=outbox, value=OutboxMessage):
    """The outbox of one database."""

    def send(self, message: OutboxMessage, send_at: float | None = None) -> None:
        """Insert a message, which is sent at once, or not before a time."""
        self.add(
            message,
            id=message.id or secrets.token_hex(12),  # in lower case, as it is part of addresses
            channel="mail",
            data=dict(message.data),
            send_at=message.created_at if send_at is None else send_at,
            claim_expires_at=0.0,
        )

    def count_since(self, since: float, kind: str, **same: str) -> int:
        """Return how many messages of a kind there are since a time: all, those to an `address`, or of a `person`."""
        return self.count(_row.created_at >= since, kind=kind, **same)

    def sent_times(self, kinds: Collection[str], address: str, after: float) -> list[float]:
        """Return when the messages of some kinds to an address are sent after a time, the last one first."""
        order = (_row.send_at.desc(),)
        return [*self.pick(_row.send_at, _row.send_at > after, order=order, kind=kinds, address=address)]

    def count_alike(self, name: str, value: str, address: str, since: float) -> int:
        """Return how many messages to an address since a time have a value under a name of their data."""
        return self.count(_row.created_at >= since, _row.data[name].as_string() == value, address=address)

    def texts(self, kind: str, sender: str, addresses: Collection[str], limit: int) -> tuple[str, ...]:
        """Return the texts of the last messages of a kind that a person has written to some addresses."""
        theirs = and_(_row.kind == kind, _row.address.in_(addresses), _row.data["from"].as_string() == sender)
        texts = self.pick(_row.data["text"].as_string(), theirs, order=(_row.created_at.desc(),), limit=limit)
        return tuple(text or "" for text in texts)

    def waiting(self, kind: str, address: str) -> OutboxMessage | None:
        """Return the message of a kind to an address that nobody has begun to send; None without one."""
        return self.one(*_UNBEGUN, kind=kind, address=address)

    def add_data(self, message: OutboxMessage, more: Mapping[str, str]) -> bool:
        """Add data to a message that waits; return False if somebody has begun to send it."""
        return self.set(message.id, *_UNBEGUN, data={**message.data, **more}) == 1

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
        if not self.has(free):
            return ()
        found = select(_row.id).where(free).order_by(_row.send_at).limit(limit)
        ours = secrets.token_hex(16)
        with self.together() as rows:
            if not rows.set(_row.id.in_(found), free, claimed_by=ours, claim_expires_at=until):
                return ()
            return rows.find(claimed_by=ours, order=(_row.send_at,))

    def begin(self, message: OutboxMessage, now: float) -> bool:
        """Record that the last byte of a mail is about to be sent; return False if another process has recorded it."""
        return self.set(message.id, _row.sending_at.is_(None), _row.sent_at.is_(None), sending_at=now) == 1

    def sent(self, message: OutboxMessage, now: float) -> None:
        """Record that a message was sent, or need not be sent any more."""
        self.set(message.id, sent_at=now)

    def failed(self, message: OutboxMessage, error: str, again_at: float) -> None:
        """Record that a message could not be sent, and when to try again."""
        values = {"tries": message.tries + 1, "send_at": again_at, "claim_expires_at": 0.0, "error": error}
        self.set(message.id, sending_at=None, **values)

    def postpone(self, message: OutboxMessage, until: float) -> None:
        """Postpone a message until a time."""
        self.set(message.id, send_at=until, claim_expires_at=0.0)

    def give_up(self, message: OutboxMessage, error: str, now: float) -> None:
        """Record that a message is not sent."""
        self.set(message.id, failed_at=now, error=error)

    def give_up_unsure(self, begun_before: float, now: float) -> tuple[str, ...]:
        """Give up the messages whose process has died between the last byte and the answer; return their ids."""
        unsure = and_(_row.sending_at < begun_before, _row.sent_at.is_(None), _row.failed_at.is_(None))
        if not self.has(unsure):
            return ()
        ended = update(outbox).where(unsure).values(failed_at=now, error=_UNSURE).returning(_row.id)
        with self.database.begin() as connection:
            return tuple(connection.execute(ended).scalars())

    def bounced(self, message_id: str, now: float, error: str) -> OutboxMessage | None:
        """Record that a mail which was accepted has come back; return its message, or None if it is not known."""
        with self.together() as rows:
            rows.set(message_id, failed_at=now, error=error)
            return rows.load(message_id)

    def forget(self, before: float) -> None:
        """Delete messages that were sent, or given up, before a time."""
        self.remove(or_(_row.sent_at < before, _row.failed_at < before))
