"""The inbox processor: carries out the commands of received mails, one mail after the other.

A mail is claimed, read, and done with; what it causes goes through the club, as from any other door, and the answers
wait in the outbox. If the process dies, another one takes the mail again when the claim has expired. Every claim is a
try, since a process that dies reports nothing: at the third the mail is given up, and its sender gets an answer. If the
process dies then, too, the answer is tried again twice; at the sixth claim the mail ends without one.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event

from ludarium.core.errors import NotReady
from ludarium.core.text import plain
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.mail.answers import MailAnswer, answer_message
from ludarium.site.mail.dispatch import Handled
from ludarium.site.mail.handling import Mails, OtherReply
from ludarium.site.mail.incoming.automatic import Bounce, parse_bounce_address
from ludarium.site.mail.incoming.limited_reader import LimitedReader, ReaderClosed, UnreadableMail
from ludarium.site.mail.incoming.reader import MailText
from ludarium.site.mail.incoming.redaction import hide, without_secrets, without_text
from ludarium.site.mail.messages import FAILED
from ludarium.site.mail.sensitive import secrets_of, without_secrets_in
from ludarium.site.mail.settings import MailDoor
from ludarium.site.outbox.finishing import finish
from ludarium.site.outbox.reply_tokens import parse_local_part
from ludarium.site.outbox.rows.received import ReceivedMail
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.worker import Worker

_log = logging.getLogger(__name__)
_LEASE = 120.0
_AT_ONCE = 20
_FIRST_PAUSE = 60.0
MOST_TRIES = 3
"""The claim of a mail with which it is read no more."""
_UNANSWERED = 6
"""The claim of a mail with which it ends without an answer: each process that wrote one has died."""
KEPT_DAYS = 30
_DAY = 24 * 3600.0
_LONGEST_OUTCOME = 300
_LAST_MAIL = 5.0
"""Seconds in which the mail at hand ends when the site closes."""
_WATCHERS = 10.0
"""Seconds between two looks for what watchers should hear."""


class InboxProcessor:
    """Handles received mails; `now` returns the time in seconds since 1970, `other` handles more replies."""

    def __init__(
        self,
        service: Service,
        store: Store,
        door: MailDoor,
        now: Callable[[], float] = time.time,
        reader: LimitedReader | None = None,
        other: OtherReply = lambda token, text: None,
    ) -> None:
        self.reader = reader or LimitedReader()
        self._service = service
        self._store = store
        self._inbox = store.inbox
        self._door = door
        self._now = now
        self._mails = Mails(service, store, other)

    def handle_waiting(self, closing: Event | None = None) -> int:
        """Handle the mails that wait, at most a few; return how many there were."""
        count = 0
        while count < _AT_ONCE and not (closing and closing.is_set()):
            now = self._now()
            mail = self._inbox.claim(now, now + _LEASE)
            if mail is None:
                break
            self._handle(mail)
            count += 1
        return count

    def tell_watchers(self) -> None:
        """Put the mails to people who watch matches by mail into the outbox."""
        self._service.watching.tell()

    def forget_old(self) -> None:
        """Delete the mails of more than 30 days ago."""
        self._inbox.forget(self._now() - KEPT_DAYS * _DAY)

    def _handle(self, mail: ReceivedMail) -> None:
        try:
            if mail.tries < MOST_TRIES:
                self._handle_once(mail)
            else:
                self._give_up(mail, f"{mail.tries - 1} processes have failed to handle it", FAILED)
        except ReaderClosed:
            self._inbox.release(mail)
        except (DatabaseBusy, NotReady) as error:
            self._inbox.fail(mail, self._now() + 1.0, f"waiting: {error}", by_mail=False)
        except Exception as error:  # noqa: BLE001  # whatever a mail does to this program, the next one is handled
            _log.exception("mail %s cannot be handled", mail.id)
            outcome = f"failed: {type(error).__name__}"
            if mail.tries < MOST_TRIES:
                self._inbox.fail(mail, self._now() + _FIRST_PAUSE * 2.0**mail.tries, outcome)
            else:
                finish(self._store, mail, outcome, self._now())

    def _handle_once(self, mail: ReceivedMail) -> None:
        try:
            if came_back := parse_bounce_address(mail.recipient.rpartition("@")[0]):
                self._take_back(mail, came_back, self.reader.read_bounce(mail.raw))
                return
            text = self.reader.read(mail.raw, mail.sender, mail.recipient, self._door.domain)
        except UnreadableMail as error:
            _log.info("mail %s is not read: %s", mail.id, error)
            answer_text = "Your mail takes too long to read: mail it again as plain text. Nothing was changed."
            self._give_up(mail, str(error), answer_text)
            return
        if self._is_first(mail, text):
            self._finish(mail, text, self._mails.handle(mail, text, self._now()))

    def _take_back(self, mail: ReceivedMail, came_back: str, bounce: Bounce | None) -> None:
        """Record that a mail of ours has come back."""
        if bounce:
            self._service.outbox.bounced(came_back, bounce.said, address_fails=bounce.address_fails)
        outcome = f"mail {came_back} came back: {bounce.said}" if bounce else "not read: no report of a failure"
        finish(self._store, mail, outcome, self._now())

    def _is_first(self, mail: ReceivedMail, text: MailText) -> bool:
        """Return whether a mail is to be answered; one by a program, and a copy, is finished."""
        if text.automatic:
            finish(self._store, mail, f"not read: {text.automatic}", self._now(), replacement=without_text(text))
        elif not self._inbox.take_key(mail, text.copy_key):
            finish(self._store, mail, "a copy of a mail that came before", self._now(), replacement=without_text(text))
        else:
            return True
        return False

    def _give_up(self, mail: ReceivedMail, why: str, answer_text: str) -> None:
        """Finish a mail; only its first headers are read, to find the address of the answer."""
        if mail.tries == MOST_TRIES:
            _log.error("mail %s is given up: %s", mail.id, why)
        unanswered = mail.tries >= _UNANSWERED
        if unanswered or parse_bounce_address(mail.recipient.rpartition("@")[0]):
            finish(self._store, mail, f"not read{', nor answered' * unanswered}: {why}", self._now())
            return
        text = self.reader.read_head(mail.raw, mail.sender, mail.recipient, self._door.domain)
        if self._is_first(mail, text):
            self._finish(mail, text, Handled(f"not read: {why}", "Your mail", MailAnswer(answer_text)))

    def _finish(self, mail: ReceivedMail, text: MailText, handled: Handled) -> None:
        now = self._now()
        messages = list(handled.messages)
        if handled.answer and not text.silent:
            messages.append(answer_message(handled.answer, self._addressed(text, handled.answer), handled.subject, now))
        outcome = plain(handled.outcome)[:_LONGEST_OUTCOME] + (f" (no answer: {text.silent})" if text.silent else "")
        is_command = parse_local_part(mail.recipient.rpartition("@")[0]) is None
        secrets = secrets_of(self._service, text, handled, is_command=is_command)
        messages, (outcome,) = (
            [without_secrets_in(one, secrets) for one in messages],
            hide([outcome], secrets.passwords | secrets.suspected),
        )
        replacement = without_secrets(text, secrets.may_be) if secrets.may_be else None
        done = finish(self._store, mail, outcome, now, messages, handled.confirmed, replacement)
        if done.refused or done.folded:
            _log.info("mail %s: %d mails were not sent, %d wait with others", mail.id, done.refused, done.folded)
        self._service.outbox.added.set()

    def _addressed(self, text: MailText, answer: MailAnswer) -> MailText:
        """Return a mail from the address of `From` if that one is of the person who has proven to be its sender.

        Servers that pass mails on put an address of their own into the envelope.
        """
        person = self._service.people.load(answer.person) if answer.person and not answer.address else None
        addresses = self._service.accounts.addresses(person) if person else ()
        is_own = text.address not in addresses and text.author in addresses
        return replace(text, address=text.author) if is_own else text


class InboxWorker:
    """The thread of a process that handles the mails of the inbox; `pause` is the time between two polls."""

    def __init__(self, processor: InboxProcessor, pause: float = 1.0) -> None:
        self._processor = processor
        self._tell_at = self._forget_at = 0.0
        self._worker = Worker("inbox", self._look, pause, "the inbox cannot be read")

    def start(self) -> None:
        """Begin with the mails that wait."""
        self._worker.start()

    def close(self) -> None:
        """Handle no more mails; a mail that is being read waits for the next process."""
        self._worker.end()
        self._processor.reader.close()
        self._worker.close(_LAST_MAIL)
        self._processor.reader.stop()

    def _look(self) -> int:
        """Handle the mails that wait; return how many did."""
        found = 0
        try:
            found = self._processor.handle_waiting(self._worker.closing)
            if time.monotonic() >= self._tell_at:
                self._processor.tell_watchers()
                self._tell_at = time.monotonic() + _WATCHERS
            if time.monotonic() >= self._forget_at:
                self._processor.forget_old()
                self._forget_at = time.monotonic() + _DAY / 24
        finally:
            if not found:
                self._processor.reader.stop()
        return found
