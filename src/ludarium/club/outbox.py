"""Sending what waits in the outbox.

A message is kept as its kind and what its text is made of, and becomes a mail when it is sent: so no secret of a mail
is ever stored, and a message that no longer matters is not sent. Until there is a mail server, the log gets the mail.
"""

import logging
from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import NamedTuple

from ludarium.store.outbox import OutboxTable
from ludarium.store.rows import OutboxMessage

_log = logging.getLogger(__name__)
MOST_TRIES = 8
_FIRST_PAUSE = 60.0
_LEASE = 60.0
_DAY = 24 * 3600.0


class Mail(NamedTuple):
    """A mail: its text, and the same as HTML with pictures, which are PNG files by their content ids."""

    address: str
    subject: str
    text: str
    html: str = ""
    pictures: Mapping[str, bytes] = {}
    headers: Mapping[str, str] = {}


Send = Callable[[Mail], object]
"""Sends a mail, or raises."""
Compose = Callable[[OutboxMessage], Mail | None]
"""Makes the mail of a message; None if it need not be sent any more."""


def log_mail(mail: Mail) -> None:
    """Write a mail to the log."""
    _log.warning("mail to %s: %s\n%s", mail.address, mail.subject, mail.text)


class Outbox:
    """The outbox of a database; `composers` make mails, by the kind of the message."""

    def __init__(self, table: OutboxTable, now: Callable[[], float]) -> None:
        self.composers: dict[str, Compose] = {}
        self.added = Event()
        self._table = table
        self._now = now

    def send_due(self, send: Send) -> None:
        """Send all messages that are due; one that cannot be sent is tried again later, with growing pauses."""
        now = self._now()
        for message in self._table.claim(now, now + _LEASE):
            try:
                mail = self.composers[message.kind](message)
                if mail:
                    send(mail)
            except Exception:  # noqa: BLE001  # whatever a mail server does, the message waits for the next try
                _log.exception("message %s cannot be sent", message.id)
                self._table.failed(message, self._now() + _pause(message.tries))
            else:
                self._table.sent(message, self._now(), self._now() - _DAY)


def _pause(tries: int) -> float:
    """Return the seconds until the next try."""
    return float("inf") if tries + 1 >= MOST_TRIES else _FIRST_PAUSE * 2.0**tries


class Mailer:
    """The thread of a server process that sends what is in the outbox; `pause` is the time between two polls."""

    def __init__(self, outbox: Outbox, send: Send = log_mail, pause: float = 5.0) -> None:
        self._outbox = outbox
        self._send = send
        self._pause = pause
        self._closing = Event()
        self._thread = Thread(target=self._run, name="mailer", daemon=True)

    def start(self) -> None:
        """Start to send, including what stopped servers have left."""
        self._thread.start()

    def close(self) -> None:
        """Send no more messages."""
        self._closing.set()
        self._outbox.added.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            self._outbox.added.clear()
            try:
                self._outbox.send_due(self._send)
            except Exception:  # noqa: BLE001  # such as a database that cannot be reached for a moment
                _log.exception("the outbox cannot be read")
            self._outbox.added.wait(self._pause)
