"""The inbox: received mails as they came, which wait to be read and are stored for some time.

A mail is inserted before anything is read in it. A process that reads it claims it first; a claim expires, so that a
mail outlives the process that tried to read it. What the mail has caused is recorded together with the answers to it,
so that no answer is given twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import and_, exists, or_, select, update
from sqlalchemy.exc import IntegrityError

from ludarium.store.mail.received import ReceivedMail
from ludarium.store.mapping import Values
from ludarium.store.tables import challenge_addresses, inbox, outbox, pending_commands, puzzle_replies, reply_addresses

_row = inbox.c
_IS_WAITING = _row.handled_at.is_(None)


class InboxTable(Values[ReceivedMail], table=inbox, value=ReceivedMail, order=(_row.received_at.desc(),)):
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
        free = and_(_IS_WAITING, _row.next_at <= now, _row.claim_expires_at < now)
        found = self.pick(_row.id, free, order=(_row.received_at,), limit=1)
        if not found:
            return None
        mine = update(inbox).where(free, _row.id == found[0]).values(claim_expires_at=until, tries=_row.tries + 1)
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
        self.remove(_row.received_at < before)

    def latest(self, limit: int) -> tuple[ReceivedMail, ...]:
        """Return the mails received last."""
        return self.find(limit=limit)

    def replay(self, mail_id: str, now: float) -> bool:
        """Let a mail be read again as if it had just come; return False if there is none."""
        again = self.set(mail_id, handled_at=None, next_at=now, tries=0, outcome="", steps={}, copy_key=None)
        return again == 1
