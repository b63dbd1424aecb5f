"""The threads of a process that send what is in the outbox."""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

from ludarium.club.failures import log_failure
from ludarium.club.mail.outbox import Log, Outbox, Transport

_log = logging.getLogger(__name__)


class Mailer:
    """The threads of a process that send what is in the outbox, one for each transport.

    `plan` is called before every look, and `pause` is the time between two looks.
    """

    def __init__(
        self,
        outbox: Outbox,
        transports: Sequence[Transport] = (),
        plan: Callable[[], object] = lambda: None,
        pause: float = 5.0,
    ) -> None:
        self._outbox = outbox
        self._transports = tuple(transports) or (Log(),)
        self._plan = plan
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
        with ThreadPoolExecutor(len(self._transports), "mailer") as pool:
            while not self._closing.is_set():
                self._outbox.added.clear()
                try:
                    self._plan()
                    list(pool.map(self._deliver, self._transports))
                    self._outbox.tidy()
                except Exception as error:  # noqa: BLE001  # such as a database that cannot be reached for a moment
                    log_failure(_log, f"the outbox is looked at again in {self._pause:.0f} seconds", error)
                self._outbox.added.wait(self._pause)

    def _deliver(self, transport: Transport) -> None:
        try:
            self._outbox.deliver(transport, self._closing)
        finally:
            transport.close()
