"""The heartbeat of a server process: a thread that records that it is alive."""

import logging
import time
from dataclasses import dataclass, field

from ludarium.site.ground.failures import DatabaseBusy, log_failure
from ludarium.site.match.clocks import BEAT, Clocks
from ludarium.site.worker import Worker

_log = logging.getLogger(__name__)
_PATIENCE = 30.0
"""Seconds for which a process that starts tries to beat, while the database is busy or does not answer."""
_PAUSE = 0.2
_FAILURE = "the heartbeat could not be stored"


@dataclass
class Heartbeat:
    """Beats while the server runs; its first beat credits the clocks with the time for which no server did."""

    clocks: Clocks
    _worker: Worker = field(init=False)

    def __post_init__(self) -> None:
        self._worker = Worker("heartbeat", self._beat, BEAT, _FAILURE, delay=BEAT)

    def start(self) -> None:
        """Beat once, before any clock can run out, and then go on.

        Raises `DatabaseBusy` if nothing can be written for half a minute.
        """
        until = time.monotonic() + _PATIENCE
        while not self._has_begun(until):
            time.sleep(_PAUSE)
        self._worker.start()

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
        self._worker.close(patience=None)
        try:
            self._beat()
        except Exception as error:  # noqa: BLE001 - the database may be unavailable; the next server sees the gap
            log_failure(_log, _FAILURE, error)

    def _beat(self) -> None:
        self.clocks.beat()
