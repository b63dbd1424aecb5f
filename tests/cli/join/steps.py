"""Steps that the tests of `ludarium join` share."""

import sys
import time
from collections.abc import Callable
from threading import Event

from ludarium.cli.terminal.prompt import Interrupted
from ludarium.match.clock import Clock
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.seating import open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service

GAME = "orion(clicks=1)"


Step = str | Callable[[], str | None]
"""A line that is typed, or what happens elsewhere: it returns the line that is typed then, or None to wait for news."""


def invite(service: Service, hal: Person, game: str, clock: Clock | None = None) -> MatchView:
    seats = [SeatAssignment("person", hal.name, hal.id), open_seat(time.time())]
    return service.create(game, seats, host=hal.id, clock=clock)


def invitation(view: MatchView) -> str:
    assert view.seats[1].invitation
    return f"/matches/{view.id}/seat/{view.seats[1].invitation.token}"


class Typed:
    """What is typed, and what happens elsewhere meanwhile."""

    def __init__(self, *steps: Step) -> None:
        self._steps = iter(steps)
        self._news = Event()

    def __call__(self, prompt: str) -> str:
        sys.stdout.write(f"{prompt}\n")
        step = next(self._steps, None)
        if step is None:
            raise EOFError
        if isinstance(step, str):
            return step
        if (line := step()) is not None:
            return line
        assert self._news.wait(60)
        self._news.clear()
        raise Interrupted

    def interrupt(self) -> None:
        self._news.set()
