"""The outbox and the inbox, reply addresses, and commands that wait for a mail to confirm them.

A row is written in the transaction that causes the message. A thread that sends it claims it first, so that of several
one does; a claim expires, so that a message outlives the process that tried to send it. Just before the last byte of a
mail is sent, that is recorded: a mail of a process that was killed then is not sent again.

The inbox: received mails as they came, which wait to be read and are stored for some time.

A mail is inserted before anything is read in it. A process that reads it claims it first; a claim expires, so that a
mail outlives the process that tried to read it. What the mail has caused is recorded together with the answers to it,
so that no answer is given twice.

Reply addresses, and mailed commands that wait for a mail to confirm them; only the hashes of tokens are stored.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, exists, or_, select, update
from sqlalchemy.exc import IntegrityError

from ludarium.site.ground.mapping import Values
from ludarium.site.ground.tables import (
    challenge_addresses,
    inbox,
    matches,
    outbox,
    pending_commands,
    puzzle_replies,
    reply_addresses,
)
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.outbox.rows.received import ReceivedMail

_in = inbox.c
_IS_WAITING = _in.handled_at.is_(None)


class InboxTable(Values[ReceivedMail], table=inbox, value=ReceivedMail, order=(_in.received_at.desc(),)):
    """The inbox of one database, the latest mail first."""

    def receive(self, mail: ReceivedMail) -> None:
        """Insert a mail, which waits to be read from now on."""
        self.add(mail, next_at=mail.received_at, claim_expires_at=0.0)

    def count_waiting(self) -> int:
        """Return the number of mails that wait to be read."""
        return self.count(_IS_WAITING)

    def was_given(self, token_hash: str, now: float) -> bool:
        """Return whether the address of a token was given: for a turn, a command, a challenge or a puzzle."""
        pending = pending_commands.c
        given = or_(
            exists().where(reply_addresses.c.token_hash == token_hash),
            exists().where(pending.token_hash == token_hash, pending.expires_at >= now),
            exists().where(challenge_addresses.c.token_hash == token_hash),
            exists().where(puzzle_replies.c.token_hash == token_hash),
        )
        with self.database.connect() as connection:
            return bool(connection.execute(select(given)).scalar_one())

    def was_sent(self, message_id: str) -> bool:
        """Return whether a mail server has got a mail of the outbox, or may have, so that it can come back."""
        begun = or_(outbox.c.sent_at.is_not(None), outbox.c.sending_at.is_not(None))
        with self.database.connect() as connection:
            return bool(connection.execute(select(exists().where(outbox.c.id == message_id, begun))).scalar_one())

    def claim(self, now: float, until: float) -> ReceivedMail | None:
        """Claim the oldest mail that waits, which counts as a try; the claim expires at `until`.

        One mail at a time, so that a process that dies of one has claimed no other. None waits, or another process was
        faster, if this returns None.
        """
        free = and_(_IS_WAITING, _in.next_at <= now, _in.claim_expires_at < now)
        found = self.pick(_in.id, free, order=(_in.received_at,), limit=1)
        if not found:
            return None
        mine = update(inbox).where(free, _in.id == found[0]).values(claim_expires_at=until, tries=_in.tries + 1)
        with self.database.begin() as connection:
            row = connection.execute(mine.returning(*self.chosen.selected_columns)).first()
        return ReceivedMail(*row) if row else None

    def release(self, mail: ReceivedMail) -> None:
        """Release a mail that was claimed and not begun; the try does not count."""
        self.set(mail.id, claim_expires_at=0.0, tries=mail.tries - 1)

    def take_key(self, mail: ReceivedMail, key: str) -> bool:
        """Record the key of a mail, which all its copies have; return False if a copy came before."""
        try:
            self.set(mail.id, copy_key=key)
        except IntegrityError:
            return False
        return True

    def note_steps(self, mail: ReceivedMail, steps: Mapping[str, Mapping[str, Any]]) -> None:  # Any: of JSON
        """Record the steps that are about to be carried out."""
        self.set(mail.id, steps=dict(steps))

    def finish(self, mail: ReceivedMail, outcome: str, now: float, replacement: bytes | None = None) -> bool:
        """Record the outcome of a mail, and the text that replaces it; return False if another process has done so."""
        replaced = {} if replacement is None else {"raw": replacement}
        handled = self.set(mail.id, _IS_WAITING, handled_at=now, outcome=outcome, claim_expires_at=0.0, **replaced)
        return handled == 1

    def fail(self, mail: ReceivedMail, next_at: float, outcome: str, *, by_mail: bool = True) -> None:
        """Record that a mail could not be handled, and when to try again; if not `by_mail`, it counts as one try."""
        tries = {} if by_mail else {"tries": max(1, mail.tries - 1)}
        self.set(mail.id, next_at=next_at, outcome=outcome, claim_expires_at=0.0, **tries)

    def forget(self, before: float) -> None:
        """Delete the mails that were received before a time."""
        self.remove(_in.received_at < before)

    def latest(self, limit: int) -> tuple[ReceivedMail, ...]:
        """Return the mails received last."""
        return self.find(limit=limit)

    def replay(self, mail_id: str, now: float) -> bool:
        """Let a mail be read again as if it had just come; return False if there is none."""
        again = self.set(mail_id, handled_at=None, next_at=now, tries=0, outcome="", steps={}, copy_key=None)
        return again == 1


_out = outbox.c
_UNBEGUN = (_out.claim_expires_at == 0.0, _out.sending_at.is_(None), _out.sent_at.is_(None), _out.failed_at.is_(None))
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
        return self.count(_out.created_at >= since, kind=kind, **same)

    def sent_times(self, kinds: Collection[str], address: str, after: float) -> list[float]:
        """Return when the messages of some kinds to an address are sent after a time, the last one first."""
        order = (_out.send_at.desc(),)
        return [*self.pick(_out.send_at, _out.send_at > after, order=order, kind=kinds, address=address)]

    def count_alike(self, name: str, value: str, address: str, since: float) -> int:
        """Return how many messages to an address since a time have a value under a name of their data."""
        return self.count(_out.created_at >= since, _out.data[name].as_string() == value, address=address)

    def texts(self, kind: str, sender: str, addresses: Collection[str], limit: int) -> tuple[str, ...]:
        """Return the texts of the last messages of a kind that a person has written to some addresses."""
        theirs = and_(_out.kind == kind, _out.address.in_(addresses), _out.data["from"].as_string() == sender)
        texts = self.pick(_out.data["text"].as_string(), theirs, order=(_out.created_at.desc(),), limit=limit)
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
        free = and_(_out.send_at <= now, _out.claim_expires_at < now, _out.sent_at.is_(None))
        free = and_(free, _out.sending_at.is_(None), _out.failed_at.is_(None))
        free = and_(free, _out.kind.in_(only)) if only else free
        free = and_(free, _out.kind.not_in(without)) if without else free
        if not self.has(free):
            return ()
        found = select(_out.id).where(free).order_by(_out.send_at).limit(limit)
        ours = secrets.token_hex(16)
        with self.together() as rows:
            if not rows.set(_out.id.in_(found), free, claimed_by=ours, claim_expires_at=until):
                return ()
            return rows.find(claimed_by=ours, order=(_out.send_at,))

    def begin(self, message: OutboxMessage, now: float) -> bool:
        """Record that the last byte of a mail is about to be sent; return False if another process has recorded it."""
        return self.set(message.id, _out.sending_at.is_(None), _out.sent_at.is_(None), sending_at=now) == 1

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
        unsure = and_(_out.sending_at < begun_before, _out.sent_at.is_(None), _out.failed_at.is_(None))
        if not self.has(unsure):
            return ()
        ended = update(outbox).where(unsure).values(failed_at=now, error=_UNSURE).returning(_out.id)
        with self.database.begin() as connection:
            return tuple(connection.execute(ended).scalars())

    def bounced(self, message_id: str, now: float, error: str) -> OutboxMessage | None:
        """Record that a mail which was accepted has come back; return its message, or None if it is not known."""
        with self.together() as rows:
            rows.set(message_id, failed_at=now, error=error)
            return rows.load(message_id)

    def forget(self, before: float) -> None:
        """Delete messages that were sent, or given up, before a time."""
        self.remove(or_(_out.sent_at < before, _out.failed_at < before))


_reply = reply_addresses.c


@dataclass(frozen=True, slots=True)
class ReplyAddress:
    """By the hash of its token: who may act in which match and for which seat, until the turn is over.

    The turn is known by how many `turns` were played, and how many times turns were taken back before.
    """

    token_hash: str
    person: str
    match_id: str
    seat: int
    turns: int
    takebacks: int
    created_at: float
    used_at: float | None = None


class ReplyAddressTable(Values[ReplyAddress], table=reply_addresses, value=ReplyAddress):
    """The reply addresses of one database."""

    def give(self, address: ReplyAddress, forget_before: float) -> None:
        """Insert a reply address; delete those of turns that were over long ago."""
        is_current = exists().where(matches.c.id == _reply.match_id, matches.c.turns == _reply.turns)
        with self.together() as rows:
            rows.remove(_reply.created_at < forget_before, ~is_current)
            rows.add(address)

    def use(self, token_hash: str, now: float) -> bool:
        """Record that a token was used; return False if it already was."""
        return self.set(token_hash, _reply.used_at.is_(None), used_at=now) == 1


_pending = pending_commands.c


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A command of a person, without a password, by the hash of the token that confirms it."""

    token_hash: str
    person: str
    line: str
    expires_at: float


class PendingCommandTable(Values[PendingCommand], table=pending_commands, value=PendingCommand):
    """The commands of one database that wait."""

    def wait(self, command: PendingCommand, now: float) -> None:
        """Insert a command; delete those that have expired."""
        with self.together() as rows:
            rows.remove(_pending.expires_at < now)
            rows.add(command)

    def of_token(self, token_hash: str, now: float) -> PendingCommand | None:
        """Return the command that a token confirms, or None."""
        return self.one(token_hash, _pending.expires_at >= now)
