"""The rating worker of one server process: a thread that computes all ratings again, once after they changed.

It does so if the games are rated in another way than those before an upgrade. A process that is killed on the way
leaves the former ratings, and the next one begins again.
"""

import logging
from dataclasses import dataclass, field
from threading import Event, Thread

from ludarium.club.failures import log_failure
from ludarium.club.ratings.ratings import Ratings

_log = logging.getLogger(__name__)


@dataclass
class RatingWorker:
    """Brings the ratings up to date, and ends; `pause` is the seconds after which it tries again what has failed."""

    ratings: Ratings
    pause: float = 10.0
    _closing: Event = field(default_factory=Event, init=False)
    _thread: Thread | None = field(default=None, init=False)

    def start(self) -> None:
        """Begin; nobody waits for it."""
        self._thread = Thread(target=self._run, name="ratings", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Try no more; the next server computes what this one has not."""
        self._closing.set()
        if self._thread:
            self._thread.join(5.0)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self.ratings.bring_up_to_date()
                return
            except Exception as error:  # noqa: BLE001 - the database may be unavailable for a while, so try again
                log_failure(_log, "computing the ratings again failed", error)
            self._closing.wait(self.pause)
