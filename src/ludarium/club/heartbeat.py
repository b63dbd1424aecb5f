"""The heartbeat of a server process: a thread that records that it is alive."""

import logging
from dataclasses import dataclass, field
from threading import Event, Thread

from ludarium.club.failures import log_failure
from ludarium.club.match.clocks import BEAT, Clocks

_log = logging.getLogger(__name__)


@dataclass
class Heartbeat:
    """Beats while the server runs; its first beat credits the clocks with the time for which no server did."""

    clocks: Clocks
    _closing: Event = field(default_factory=Event, init=False)
    _thread: Thread | None = field(default=None, init=False)

    def start(self) -> None:
        """Beat once, before any clock can run out, and then go on."""
        self.clocks.beat()
        self._thread = Thread(target=self._run, name="heartbeat", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Beat a last time, and stop."""
        self._closing.set()
        if self._thread:
            self._thread.join()
        self._beat()

    def _run(self) -> None:
        while not self._closing.wait(BEAT):
            self._beat()

    def _beat(self) -> None:
        try:
            self.clocks.beat()
        except Exception as error:  # noqa: BLE001 - the database may be unavailable for a while, so try again
            log_failure(_log, "the heartbeat could not be stored", error)
