"""What a site does when its time comes, and the clock that sees to it.

The clock has a thread of its own, so nothing that is due waits for a mail server or for a request.
"""

import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ludarium.site.ground.failures import log_failure
from ludarium.site.service import Service
from ludarium.site.worker import Worker

_log = logging.getLogger(__name__)
_USUAL, _CLOCKS, _RARE = 5.0, 1.0, 60.0
"""Seconds between two looks for what is due, for clocks that have run out, and for what begins once a week."""


class Due(NamedTuple):
    """What is done when its time comes: `step` does what is due by now, and is called every so many seconds."""

    name: str
    step: Callable[[], object]
    every: float = _USUAL


class Clock:
    """Calls the steps of what is due, each as often as it wants, in one thread; one that fails holds up no other.

    The thread is called by `name`.
    """

    def __init__(self, dues: Sequence[Due], now: Callable[[], float] = time.monotonic, *, name: str = "clock") -> None:
        self._dues, self._now = dues, now
        self._next = [now()] * len(dues)
        pause = min(due.every for due in dues)
        self._worker = Worker(name, self.look, pause, "what is due is looked at again")

    def start(self) -> None:
        """Begin with what became due while no server ran."""
        self._worker.start()

    def close(self) -> None:
        """Begin no more steps, and wait for the one that is made now."""
        self._worker.close(patience=None)

    def look(self) -> None:
        """Make the steps whose time has come."""
        for number, due in enumerate(self._dues):
            if self._worker.closing.is_set():
                return
            if self._now() >= self._next[number]:
                self._next[number] = self._now() + due.every
                try:
                    due.step()
                except Exception as error:  # noqa: BLE001 - such as a database that cannot be reached for a while
                    log_failure(_log, f"{due.name}: what is due is looked at again in {due.every:.0f} seconds", error)


def dues(service: Service) -> tuple[Due, ...]:
    """Return what a site does when its time comes, in the order in which it is looked at; not what `overdue` does."""
    return (
        Due("warnings", service.notices.warn),
        Due("notices", partial(_plan_notices, service)),
        Due("offers", service.offers.pair_again),
        Due("appointments", service.challenges.appointments.work),
        Due("leagues", service.leagues.work),
        Due("challenge ladders", service.challenge_ladders.work),
        Due("weekly arenas", service.weekly_arenas.work, _RARE),
        Due("tournaments", service.tournaments.work),
        Due("guests", service.people.sweep),
        Due("moderation", service.moderation.sweep),
    )


def overdue(service: Service) -> Clock:
    """Return the clock that ends matches on time: of its own, so that it waits for nothing else that is due.

    It is for a process with a heartbeat, which has credited the time for which no server ran.
    """
    return Clock([Due("clocks", service.clocks.end_overdue, _CLOCKS)], name="overdue")


def _plan_notices(service: Service) -> None:
    """Put the notices that are due into the outbox, and have them sent at once."""
    if service.notices.plan():
        service.outbox.added.set()
