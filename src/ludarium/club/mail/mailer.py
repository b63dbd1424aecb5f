"""The threads of a process that send what is in the outbox.

Mails have one thread for each connection to the mail server. Messages to other servers, which may answer slowly or not
at all, go in lanes of their own, so that they delay no mail and no notice.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread
from typing import NamedTuple

from ludarium.club.failures import log_failure
from ludarium.club.mail.outbox import Log, Outbox, Transport

_CLOSING = 5.0
"""Seconds for which a message of a lane may still be under way when the mailer is closed."""
_log = logging.getLogger(__name__)


class Lane(NamedTuple):
    """The kinds of messages that are sent beside the mails, by transports that have a thread each."""

    kinds: Collection[str]
    transports: Sequence[Transport]


class Mailer:
    """The threads of a process that send what is in the outbox: one for each transport of mails, and of the `lanes`.

    `plan` is called before every look, and `pause` is the time between two looks. Each of `beside` is called as often,
    in a thread of its own, so that a slow mail server does not delay it.
    """

    def __init__(
        self,
        outbox: Outbox,
        transports: Sequence[Transport] = (),
        plan: Callable[[], object] = lambda: None,
        pause: float = 5.0,
        lanes: Sequence[Lane] = (),
        beside: Sequence[Callable[[], object]] = (),
    ) -> None:
        self._outbox = outbox
        self._transports = tuple(transports) or (Log(),)
        self._plan = plan
        self._pause = pause
        self._elsewhere = frozenset(kind for lane in lanes for kind in lane.kinds)
        self._closing, self._planned = Event(), [Event() for lane in lanes for _ in lane.transports]
        self._thread = Thread(target=self._run, name="mailer", daemon=True)
        work = [(lane.kinds, transport) for lane in lanes for transport in lane.transports]
        self._lanes = [
            Thread(target=self._run_lane, args=(*one, planned), name="mailer-lane", daemon=True)
            for one, planned in zip(work, self._planned, strict=True)
        ]
        self._beside = [Thread(target=self._run_beside, args=(one,), name="beside", daemon=True) for one in beside]

    def start(self) -> None:
        """Start to send, including what stopped servers have left."""
        for thread in (self._thread, *self._lanes, *self._beside):
            thread.start()

    def close(self) -> None:
        """Send no more messages."""
        self._closing.set()
        for event in (self._outbox.added, *self._planned):
            event.set()
        for thread in (self._thread, *self._beside):
            thread.join()
        for thread in self._lanes:
            thread.join(_CLOSING)

    def _run(self) -> None:
        with ThreadPoolExecutor(len(self._transports), "mailer") as pool:
            while not self._closing.is_set():
                self._outbox.added.clear()
                try:
                    self._plan()
                    for planned in self._planned:
                        planned.set()
                    list(pool.map(self._deliver, self._transports))
                    self._outbox.tidy()
                except Exception as error:  # noqa: BLE001  # such as a database that cannot be reached for a moment
                    log_failure(_log, f"the outbox is looked at again in {self._pause:.0f} seconds", error)
                self._outbox.added.wait(self._pause)

    def _run_lane(self, kinds: Collection[str], transport: Transport, planned: Event) -> None:
        """Send the messages of a lane by one of its transports, whenever the plan was made."""
        while not self._closing.is_set():
            planned.wait(self._pause)
            planned.clear()
            try:
                self._outbox.deliver(transport, self._closing, only=kinds)
            except Exception as error:  # noqa: BLE001  # as above
                log_failure(_log, f"the outbox is looked at again in {self._pause:.0f} seconds", error)

    def _run_beside(self, work: Callable[[], object]) -> None:
        while not self._closing.is_set():
            try:
                work()
            except Exception as error:  # noqa: BLE001  # as above
                log_failure(_log, f"what is due is looked at again in {self._pause:.0f} seconds", error)
            self._closing.wait(self._pause)

    def _deliver(self, transport: Transport) -> None:
        try:
            self._outbox.deliver(transport, self._closing, without=self._elsewhere)
        finally:
            transport.close()
