"""The inbox: received mails as they came, which wait to be read and are stored for some time.

A mail is inserted before anything is read in it. A process that reads it claims it first; a claim expires, so that a
mail outlives the process that tried to read it. What the mail has caused is recorded together with the answers to it,
so that no answer is given twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from sqlalchemy import RowMapping, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from ludarium.store.database import Repository
from ludarium.store.mail.received import ReceivedMail
from ludarium.store.tables import challenge_addresses, inbox, outbox, pending_commands, reply_addresses

_row = inbox.c


class InboxTable(Repository):
    """The inbox of one database."""

    def insert(self, mail: ReceivedMail) -> None:
        """Insert a mail, which waits to be read from now on."""
        values = {field.name: getattr(mail, field.name) for field in fields(ReceivedMail)}
        with self.database.begin() as connection:
            connection.execute(insert(inbox).values(next_at=mail.received_at, claim_expires_at=0.0, **values))

    def count_waiting(self) -> int:
        """Return the number of mails that wait to be read."""
        waiting = select(func.count()).select_from(inbox).where(_row.handled_at.is_(None))
        with self.database.connect() as connection:
            return int(connection.execute(waiting).scalar_one())

    def was_given(self, token_hash: str, now: float) -> bool:
        """Return whether the address of a token was given: for a turn, a command or a challenge."""
        pending = pending_commands.c
        given = or_(
            exists().where(reply_addresses.c.token_hash == token_hash),
            exists().where(pending.token_hash == token_hash, pending.expires_at >= now),
            exists().where(challenge_addresses.c.token_hash == token_hash),
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
        free = and_(_row.handled_at.is_(None), _row.next_at <= now, _row.claim_expires_at < now)
        with self.database.connect() as connection:
            found = connection.execute(select(_row.id).where(free).order_by(_row.received_at).limit(1)).scalar()
        if found is None:
            return None
        mine = update(inbox).where(free, _row.id == found).values(claim_expires_at=until, tries=_row.tries + 1)
        with self.database.begin() as connection:
            row = connection.execute(mine.returning(*inbox.c)).mappings().first()
        return _mail(row) if row else None

    def release(self, mail: ReceivedMail) -> None:
        """Release a mail that was claimed and not begun; the try does not count."""
        values = {"claim_expires_at": 0.0, "tries": mail.tries - 1}
        with self.database.begin() as connection:
            connection.execute(update(inbox).where(_row.id == mail.id).values(**values))

    def take_key(self, mail: ReceivedMail, key: str) -> bool:
        """Record the key of a mail, which all its copies have; return False if a copy came before."""
        try:
            with self.database.begin() as connection:
                connection.execute(update(inbox).where(_row.id == mail.id).values(copy_key=key))
        except IntegrityError:
            return False
        return True

    def note_steps(self, mail: ReceivedMail, steps: Mapping[str, Mapping[str, Any]]) -> None:  # Any: as above
        """Record the steps that are about to be carried out."""
        with self.database.begin() as connection:
            connection.execute(update(inbox).where(_row.id == mail.id).values(steps=dict(steps)))

    def finish(self, mail: ReceivedMail, outcome: str, now: float, replacement: bytes | None = None) -> bool:
        """Record the outcome of a mail, and the text that replaces it; return False if another process has done so."""
        handled = {"handled_at": now, "outcome": outcome, "claim_expires_at": 0.0}
        handled |= {} if replacement is None else {"raw": replacement}
        open_still = and_(_row.id == mail.id, _row.handled_at.is_(None))
        with self.database.begin() as connection:
            return connection.execute(update(inbox).where(open_still).values(**handled)).rowcount == 1

    def fail(self, mail: ReceivedMail, next_at: float, outcome: str, *, by_mail: bool = True) -> None:
        """Record that a mail could not be handled, and when to try again; if not `by_mail`, it counts as one try."""
        values = {"next_at": next_at, "outcome": outcome, "claim_expires_at": 0.0}
        values |= {} if by_mail else {"tries": max(1, mail.tries - 1)}
        with self.database.begin() as connection:
            connection.execute(update(inbox).where(_row.id == mail.id).values(**values))

    def forget(self, before: float) -> None:
        """Delete the mails that were received before a time."""
        with self.database.begin() as connection:
            connection.execute(delete(inbox).where(_row.received_at < before))

    def latest(self, limit: int) -> tuple[ReceivedMail, ...]:
        """Return the mails received last, the latest first."""
        with self.database.connect() as connection:
            rows = connection.execute(select(inbox).order_by(_row.received_at.desc()).limit(limit)).mappings()
            return tuple(_mail(row) for row in rows)

    def load(self, mail_id: str) -> ReceivedMail | None:
        """Return the mail of an id, or None."""
        with self.database.connect() as connection:
            row = connection.execute(select(inbox).where(_row.id == mail_id)).mappings().first()
        return _mail(row) if row else None

    def replay(self, mail_id: str, now: float) -> bool:
        """Let a mail be read again as if it had just come; return False if there is none."""
        again: dict[str, object] = {
            "handled_at": None,
            "next_at": now,
            "tries": 0,
            "outcome": "",
            "steps": {},
            "copy_key": None,
        }
        with self.database.begin() as connection:
            return connection.execute(update(inbox).where(_row.id == mail_id).values(**again)).rowcount == 1


def _mail(row: RowMapping) -> ReceivedMail:
    return ReceivedMail(**{field.name: row[field.name] for field in fields(ReceivedMail)})
