"""The outbox: how messages wait, and the threads that send them.

A message is stored as its kind and the data of its text, and becomes a mail when it is sent: so no secret of a mail
is ever stored, and a message that no longer matters is not sent. Without a mail server the log gets the mail.

The threads of a process that send what is in the outbox.

Mails have one thread for each connection to the mail server. Messages to other servers, which may answer slowly or not
at all, go in lanes of their own, so that they delay no mail and no notice.
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Event
from typing import NamedTuple, Protocol

from ludarium.match.clock import DAY, HOUR
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.outbox.rows.boxes import OutboxTable
from ludarium.site.worker import Worker

_log = logging.getLogger(__name__)
PATIENCE = 5 * DAY
"""Seconds for which a mail that cannot be sent is tried again."""
LONGEST_PAUSE = 12 * HOUR
_FIRST_PAUSE = 60.0
_LEASE = 10 * 60.0
_AT_ONCE = 10
_RECORD_TRIES = 10
_KEPT = 30 * DAY
"""Seconds for which it is known what became of a mail."""
_UNANSWERED = HOUR
"""Seconds after which a mail server answers no more."""


class Mail(NamedTuple):
    """A mail: its text, and the same as HTML with pictures, which are PNG files by their content ids.

    `calendars` are iCalendar objects, by which the reader's calendar follows appointments.
    `id` is that of its message in the outbox; the same mail has it whenever it is tried again.
    """

    address: str
    subject: str
    text: str
    html: str = ""
    pictures: Mapping[str, bytes] = {}
    headers: Mapping[str, str] = {}
    calendars: Sequence[bytes] = ()
    id: str = ""


Send = Callable[[Mail], object]
"""Sends a mail, or raises."""
Compose = Callable[[OutboxMessage], Mail | None]
"""Makes the mail of a message; None if it need not be sent any more. Raises `NotNow` if it is to wait."""


class MailRefused(Exception):
    """The mail server refuses a mail for good; `address_fails` tells whether it refuses the address."""

    def __init__(self, said: str, *, address_fails: bool = False) -> None:
        super().__init__(said)
        self.address_fails = address_fails


class ChannelDown(Exception):
    """No mail can be sent now, whatever it is."""


class NotNow(Exception):
    """The mail is to wait until a time."""

    def __init__(self, until: float) -> None:
        super().__init__(f"not before {until:.0f}")
        self.until = until


class AlreadyTaken(Exception):
    """Another process sends the mail."""


class Transport(Protocol):
    """The interface of objects that take mails to a mail server."""

    def send(self, mail: Mail, before_last_byte: Callable[[], None]) -> None:
        """Send a mail; call `before_last_byte` when nothing but the end is missing, and stop if it raises.

        Raises `MailRefused`, `ChannelDown`, or anything else for a mail that is to be tried again.
        """

    def close(self) -> None:
        """End the connection, if there is one."""


class Log:
    """Gives mails to a function, by default one that writes them to the log."""

    def __init__(self, send: Send | None = None) -> None:
        self._send = send or log_mail

    def send(self, mail: Mail, before_last_byte: Callable[[], None]) -> None:
        """Give a mail to the function."""
        before_last_byte()
        self._send(mail)

    def close(self) -> None:
        """Do nothing: there is no connection."""


def log_mail(mail: Mail) -> None:
    """Write a mail to the log."""
    _log.warning("mail to %s: %s\n%s", mail.address, mail.subject, mail.text)


class Outbox:
    """The outbox of a database; `composers` make mails by the kind of the message.

    `added` is set when a message was added, and `refuse` is called with an address that refuses mail, and why.
    """

    def __init__(
        self,
        table: OutboxTable,
        now: Callable[[], float],
        composers: Mapping[str, Compose],
        added: Event,
        refuse: Callable[[str, str], object],
    ) -> None:
        self.added = added
        self._composers = composers
        self._refuse = refuse
        self._table = table
        self._now = now
        self._tidied_at = 0.0

    def with_composers(self, more: Mapping[str, Compose]) -> "Outbox":
        """Return the same outbox, which makes mails of more kinds."""
        return Outbox(self._table, self._now, {**self._composers, **more}, self.added, self._refuse)

    def send_due(self, send: Send) -> None:
        """Send all messages that are due by a function."""
        self.deliver(Log(send))

    def deliver(
        self,
        transport: Transport,
        closing: Event | None = None,
        *,
        only: Collection[str] = (),
        without: Collection[str] = (),
    ) -> int:
        """Send all messages that are due; one that cannot be sent is tried again later, with growing pauses.

        `only` names the kinds of the messages, none for all, and `without` those that are left to others. Return how
        many were tried.
        """
        tried = 0
        while not (closing and closing.is_set()):
            claimed = self._table.claim(self._now(), self._now() + _LEASE, _AT_ONCE, only=only, without=without)
            if not claimed:
                break
            tried += len(claimed)
            self._deliver_some(claimed, transport)
        return tried

    def tidy(self) -> None:
        """Give up mails of which nobody knows whether they were sent, and delete old ones; once an hour."""
        now = self._now()
        if 0 <= now - self._tidied_at < HOUR:
            return
        self._tidied_at = now
        for message_id in self._table.give_up_unsure(now - _UNANSWERED, now):
            _log.warning("message %s was perhaps not sent: its sender died before the mail server answered", message_id)
        self._table.forget(now - _KEPT)

    def bounced(self, message_id: str, said: str, *, address_fails: bool) -> None:
        """Record that a mail has come back."""
        message = self._table.bounced(message_id, self._now(), said)
        if message and address_fails:
            self._refuse(message.address, said)

    def texts(self, kind: str, sender: str, addresses: Collection[str], limit: int) -> tuple[str, ...]:
        """Return the texts of the last messages of a kind that a person has written to some addresses."""
        return self._table.texts(kind, sender, addresses, limit)

    def _deliver_some(self, claimed: Sequence[OutboxMessage], transport: Transport) -> None:
        for number, message in enumerate(claimed):
            try:
                self._deliver_one(message, transport)
            except ChannelDown as error:  # so the rest need not be tried
                _log.warning("mail cannot be sent: %s", error)
                for waiting in claimed[number:]:
                    self._try_again(waiting, str(error))
                return

    def _deliver_one(self, message: OutboxMessage, transport: Transport) -> None:
        def before_last_byte() -> None:
            if not self._table.begin(message, self._now()):
                raise AlreadyTaken

        try:
            mail = self._composers[message.kind](message)
            if mail:
                transport.send(mail._replace(id=message.id), before_last_byte)
        except AlreadyTaken:
            return
        except NotNow as error:
            self._table.postpone(message, error.until)
        except MailRefused as error:
            _log.warning("message %s is refused: %s", message.id, _without_address(message, str(error)))
            self._table.give_up(message, str(error), self._now())
            if error.address_fails:
                self._refuse(message.address, str(error))
        except ChannelDown:
            raise
        except Exception as error:  # noqa: BLE001  # whatever a mail server does, the message waits for the next try
            ours = not isinstance(error, (OSError, DatabaseBusy))  # what a mail server does is an OSError, too
            said = _without_address(message, str(error))
            _log.warning("message %s cannot be sent: %s", message.id, said, exc_info=ours)
            self._try_again(message, str(error) or type(error).__name__)
        else:
            self._record_sent(message)

    def _record_sent(self, message: OutboxMessage) -> None:
        """Record that a mail was accepted; a busy database is asked again, since the mail is not sent twice."""
        for _ in range(_RECORD_TRIES - 1):
            with suppress(DatabaseBusy):
                return self._table.sent(message, self._now())
        return self._table.sent(message, self._now())

    def _try_again(self, message: OutboxMessage, error: str) -> None:
        now = self._now()
        if now >= message.created_at + PATIENCE:
            self._table.give_up(message, error, now)
        else:
            pause = min(LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(message.tries, 20))
            self._table.failed(message, error, min(now + pause, max(now + _FIRST_PAUSE, message.created_at + PATIENCE)))


def _without_address(message: OutboxMessage, said: str) -> str:
    """Return what a mail server has said for the log, which names nobody."""
    return said.replace(message.address, "the address") if message.address else said


_FAILURE = "the outbox is looked at again"


class Lane(NamedTuple):
    """The kinds of messages that are sent beside the mails, by transports that have a thread each."""

    kinds: Collection[str]
    transports: Sequence[Transport]


class Mailer:
    """The threads of a process that send what is in the outbox: one for each transport of mails, and of the `lanes`.

    `pause` is the time between two looks, if nothing is added in this process.
    """

    def __init__(
        self, outbox: Outbox, transports: Sequence[Transport] = (), pause: float = 5.0, lanes: Sequence[Lane] = ()
    ) -> None:
        self._outbox = outbox
        self._transports = tuple(transports) or (Log(),)
        self._elsewhere = frozenset(kind for lane in lanes for kind in lane.kinds)
        self._pool = ThreadPoolExecutor(len(self._transports), "mailer")
        self._mails = Worker("mailer", self._send, pause, _FAILURE, asked=outbox.added)
        self._lanes: list[Worker] = []
        for lane in lanes:
            for transport in lane.transports:
                send = partial(outbox.deliver, transport, self._mails.closing, only=lane.kinds)
                self._lanes.append(Worker("mailer-lane", send, pause, _FAILURE))

    def start(self) -> None:
        """Start to send, including what stopped servers have left."""
        for worker in (self._mails, *self._lanes):
            worker.start()

    def close(self) -> None:
        """Send no more messages; a mail that is under way is sent."""
        for worker in (self._mails, *self._lanes):
            worker.end()
        self._mails.close(patience=None)
        for worker in self._lanes:
            worker.close()
        self._pool.shutdown()

    def _send(self) -> None:
        """Send the mails that wait, and have the lanes send theirs."""
        for lane in self._lanes:
            lane.asked.set()
        list(self._pool.map(self._deliver, self._transports))
        self._outbox.tidy()

    def _deliver(self, transport: Transport) -> None:
        try:
            self._outbox.deliver(transport, self._mails.closing, without=self._elsewhere)
        finally:
            transport.close()
