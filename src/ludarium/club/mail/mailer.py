"""The threads of a process that send what is in the outbox.

Mails have one thread for each connection to the mail server. Messages to other servers, which may answer slowly or not
at all, go in lanes of their own, so that they delay no mail and no notice.
"""

from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from ludarium.club.mail.outbox import Log, Outbox, Transport
from ludarium.club.worker import Worker

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
