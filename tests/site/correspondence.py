"""Matches by correspondence in fake time."""

import pytest

from ludarium.match.clock import Clock
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import FakeTime

CLOCK = Clock.parse("2d+1d/2d")


@pytest.fixture
def club(store: Store, time: FakeTime) -> Service:
    return Service(store, now=time, vacation_days=0)


def people(club: Service, count: int = 2) -> list[SeatAssignment]:
    guests = [club.people.create_guest() for _ in range(count)]
    return [SeatAssignment("person", guest.name, guest.id) for guest in guests]


def begin(club: Service, clock: Clock = CLOCK, game: str = "orion") -> MatchView:
    return club.create(game, people(club), clock=clock)


def turn(club: Service, view: MatchView, text: str = "pass") -> MatchView:
    view = club.bots.look(view.id)
    return club.bots.submit(view.id, view.match.to_act[0], text, view.revision)


def opened(club: Service, clock: Clock = CLOCK) -> MatchView:
    """Return a match in which each seat has made its first turn."""
    return turn(club, turn(club, begin(club, clock)))
