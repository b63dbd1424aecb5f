"""The desk: works off the inbox, one mail after the other.

A mail is claimed, read, and done with; what it causes goes through the club, as from any other door, and the answers
wait in the outbox. If the process dies, another one takes the mail again when the claim has expired.
"""

import logging
import time
from collections.abc import Callable
from threading import Event, Thread

from ludarium.club.reply_addresses import parse_local_part
from ludarium.club.service import Service
from ludarium.core.text import plain
from ludarium.server.mail.answers import MESSAGE, Answer, Answers, answer_message
from ludarium.server.mail.reader import MailText, read_mail
from ludarium.server.mail.replies import Done, Replies
from ludarium.server.mail.settings import MailDoor
from ludarium.store.database import DatabaseBusy
from ludarium.store.inbox import InboxTable, ReceivedMail
from ludarium.store.rows import OutboxMessage

_log = logging.getLogger(__name__)
_LEASE = 120.0
_AT_ONCE = 20
_FIRST_PAUSE = 60.0
MOST_TRIES = 8
KEPT_DAYS = 30
_DAY = 24 * 3600.0
_LONGEST_OUTCOME = 300


class Desk:
    """Handles received mails; `now` returns the time in seconds since 1970."""

    def __init__(
        self, service: Service, inbox: InboxTable, door: MailDoor, now: Callable[[], float] = time.time
    ) -> None:
        self._service = service
        self._inbox = inbox
        self._door = door
        self._now = now
        self._replies = Replies(service)
        Answers(service, door)

    def handle_waiting(self, closing: Event | None = None) -> int:
        """Handle the mails that wait, at most a few; return how many there were."""
        now = self._now()
        mails = self._inbox.claim(now, now + _LEASE, _AT_ONCE)
        for mail in mails:
            if closing and closing.is_set():
                break
            self._handle(mail)
        return len(mails)

    def forget_old(self) -> None:
        """Delete the mails of more than 30 days ago."""
        self._inbox.forget(self._now() - KEPT_DAYS * _DAY)

    def _handle(self, mail: ReceivedMail) -> None:
        try:
            self._handle_once(mail)
        except DatabaseBusy as error:
            self._inbox.fail(mail, self._now() + 1.0, f"waiting: {error}")
        except Exception as error:  # noqa: BLE001  # whatever a mail does to this program, the next one is handled
            _log.exception("mail %s cannot be handled", mail.id)
            outcome = f"failed: {type(error).__name__}"
            if mail.tries < MOST_TRIES:
                self._inbox.fail(mail, self._now() + _FIRST_PAUSE * 2.0**mail.tries, outcome)
            else:
                self._inbox.finish(mail, outcome, self._now(), ())

    def _handle_once(self, mail: ReceivedMail) -> None:
        text = read_mail(mail.raw, mail.sender, mail.recipient, self._door.domain)
        if text.automatic:
            self._finish(mail, text, Done(f"not read: {text.automatic}"))
        elif not self._inbox.take_key(mail, text.copy_key):
            self._finish(mail, text, Done("a copy of a mail that came before"))
        else:
            self._finish(mail, text, self._read(mail, text))

    def _read(self, mail: ReceivedMail, text: MailText) -> Done:
        token = parse_local_part(mail.recipient.rpartition("@")[0])
        if token:
            return self._replies.handle(token, text.text, again=mail.tries > 1)
        expected = "reply to a mail about a match, with your turn as the first line"
        return Done("refused: no command", Answer(f"This address takes no commands yet: {expected}."))

    def _finish(self, mail: ReceivedMail, text: MailText, done: Done) -> None:
        now = self._now()
        messages = [answer_message(done.answer, text, now)] if done.answer and not text.silent else []
        outcome = plain(done.outcome)[:_LONGEST_OUTCOME] + (f" (no answer: {text.silent})" if text.silent else "")
        if self._inbox.finish(mail, outcome, now, [*messages, *self._free_text(done, now)]):
            _log.warning("mail %s has no answer: its sender had all of an hour", mail.id)
        self._service.outbox.added.set()

    def _free_text(self, done: Done, now: float) -> list[OutboxMessage]:
        """Return the messages that take the free text of a mail to the others in the match."""
        if not done.free_text or done.match is None or done.answer is None:
            return []
        sender = self._service.people.load(done.answer.person)
        people = {seat.person for seat in done.match.seats if seat.person} - {done.answer.person}
        found = [self._service.people.load(person) for person in sorted(people)]
        if sender is None or self._service.blocks.keep_out(sender, done.match):
            return []
        data = {"sender": sender.name, "number": str(done.match.number), "text": done.free_text}
        return [
            OutboxMessage("", MESSAGE, person.id, person.email, data, now)
            for person in found
            if person and person.email and person.closed_at is None
        ]


class DeskWorker:
    """The thread of a process that works off the inbox; `pause` is the time between two looks."""

    def __init__(self, desk: Desk, pause: float = 1.0) -> None:
        self._desk = desk
        self._pause = pause
        self._closing = Event()
        self._thread = Thread(target=self._run, name="desk", daemon=True)

    def start(self) -> None:
        """Begin with the mails that wait."""
        self._thread.start()

    def close(self) -> None:
        """Handle no more mails."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        forget_at = 0.0
        while not self._closing.is_set():
            try:
                found = self._desk.handle_waiting(self._closing)
                if time.monotonic() >= forget_at:
                    self._desk.forget_old()
                    forget_at = time.monotonic() + _DAY / 24
            except Exception:  # noqa: BLE001  # such as a database that cannot be reached for a moment
                _log.exception("the inbox cannot be read")
                found = 0
            if not found:
                self._closing.wait(self._pause)
