"""The heartbeat of a server process: a thread that records that it is alive."""

import logging
import time
from dataclasses import dataclass, field
from threading import Event, Thread

from ludarium.club.failures import log_failure
from ludarium.club.match.clocks import BEAT, Clocks
from ludarium.store.database import DatabaseBusy

_log = logging.getLogger(__name__)
_PATIENCE = 30.0
"""Seconds for which a process that starts tries to beat, while the database is busy or does not answer."""
_PAUSE = 0.2


@dataclass
class Heartbeat:
    """Beats while the server runs; its first beat credits the clocks with the time for which no server did."""

    clocks: Clocks
    _closing: Event = field(default_factory=Event, init=False)
    _thread: Thread | None = field(default=None, init=False)

    def start(self) -> None:
        """Beat once, before any clock can run out, and then go on.

        Raises `DatabaseBusy` if nothing can be written for half a minute.
        """
        until = time.monotonic() + _PATIENCE
        while not self._has_begun(until):
            time.sleep(_PAUSE)
        self._thread = Thread(target=self._run, name="heartbeat", daemon=True)
        self._thread.start()

    def _has_begun(self, until: float) -> bool:
        """Try to beat for the first time; return whether that is done."""
        try:
            self.clocks.beat()
        except DatabaseBusy:
            if time.monotonic() >= until:
                raise
            return False
        return True

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
