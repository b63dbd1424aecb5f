"""The ladder worker of one server process: a thread that lets another process play one ranked match after another.

That process and its scripts have the lowest priority: they take the processor when nobody else wants it. What waits is
in the database, as with trials; a claim lasts a while and is renewed, and another server takes over what a stopped one
has left.
"""

import logging
import math
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Thread

from ludarium.core.errors import NotReady
from ludarium.players.sandbox.trial_process import TrialFailed, TrialProcess
from ludarium.site.ground.failures import log_failure
from ludarium.site.ladder.ladders import LEASE, LadderJob
from ludarium.site.service import Service
from ludarium.site.worker import Worker

_log = logging.getLogger(__name__)
_PUBLISHING = 600.0
"""Seconds between two looks for files that are to be published."""
SECONDS = 600.0
"""Seconds of real time for a match: a guard, since budgets are counted, and nobody's match may hold the only place."""


@dataclass
class LadderWorker:
    """Plays the matches of the ladders, from `delay` seconds after the start on; `pause` is that between two polls."""

    service: Service
    pause: float = 10.0
    delay: float = 30.0
    process: TrialProcess = field(default_factory=lambda: TrialProcess(idle=True))
    worker: str = field(default_factory=lambda: secrets.token_hex(8))
    _worker: Worker = field(init=False)
    _published: float = field(default=-math.inf, init=False)

    def __post_init__(self) -> None:
        failure = "looking for matches of the ladders failed"
        self._worker = Worker("ladder", self._look, self.pause, failure, delay=self.delay)

    def start(self) -> None:
        """Begin to look for matches, also for what stopped servers have left."""
        self._worker.start()

    def close(self) -> None:
        """Stop; the next server begins the match again."""
        self._worker.end()
        self.process.close()
        self._worker.close()

    def _look(self) -> bool:
        """Publish what is due, and play the match that is next; return whether there was one."""
        if time.monotonic() > self._published + _PUBLISHING:
            self._published = time.monotonic()
            self.service.nightly_files.work()
        with suppress(NotReady):  # the compiler is at work
            return self.work()
        return False

    def work(self) -> bool:
        """Play the match that is next; return whether there was one.

        Raises `NotReady` while the compiler is at work.
        """
        ladders = self.service.ladders
        job = ladders.next(self.worker)
        if job is None:
            return False
        try:
            with self._renewed(job):
                modules = self.service.workshop.modules(job.seats)
                trial = self.process.play(job.match.game, job.seats, job.match.seed, SECONDS, modules)
        except NotReady:
            ladders.release(job)
            raise
        except TrialFailed as error:
            ladders.release(job, failed=not self._worker.closing.is_set())
            if not self._worker.closing.is_set():
                log_failure(_log, f"match {job.match.number} of the ladder of {job.match.game} failed", error)
            return True
        ladders.finish(job, trial)
        return True

    @contextmanager
    def _renewed(self, job: LadderJob) -> Iterator[None]:
        """Renew the claim of a match as long as it is played."""
        over = Event()

        def renew() -> None:
            while not over.wait(LEASE / 4):
                try:
                    self.service.ladders.renew(job, self.worker)
                except Exception as error:  # noqa: BLE001 - the next time it may be written
                    log_failure(_log, "a claim of a match of a ladder was not renewed", error)

        thread = Thread(target=renew, name="ladder-claim", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
