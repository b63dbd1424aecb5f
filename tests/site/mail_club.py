"""A club in which accounts are made by mail, in time that stands still."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.outbox import Mail
from ludarium.site.people.accounts import AccountRules, Registration
from ludarium.site.service import Service
from ludarium.site.store import Store

URL = "https://games.example.org"

ADA = "ada@example.org"


@dataclass
class Club:
    """A club with open registration, whose time and mail the test has in hand."""

    open_store: Callable[[], Store]
    now: float = 1_000_000.0
    mails: list[Mail] = field(default_factory=list)

    def service(self, registration: Registration = "open") -> Service:
        rules = AccountRules(URL, registration)
        return Service(self.open_store(), now=lambda: self.now, rules=rules)

    def post(self, service: Service) -> Mail:
        """Send what waits, and return the last mail."""
        service.outbox.send_due(self.mails.append)
        return self.mails[-1]


@pytest.fixture
def club(open_store: Callable[[], Store]) -> Club:
    return Club(open_store)


@pytest.fixture
def service(club: Club) -> Service:
    return club.service()


def guest(service: Service, name: str = "") -> Person:
    person = service.people.create_guest()
    return service.people.rename(person, name) if name else person


def account(club: Club, service: Service, name: str = "Asa", email: str = ADA) -> Person:
    service.sign_in.add(email, guest(service, name))
    return service.sign_in.use_link(link(club.post(service)))


def begin(service: Service, *people: Person) -> MatchView:
    seats = [SeatAssignment("person", person.name, person.id) for person in people]
    return service.create("orion(clicks=2)", seats, host=people[0].id)


def link(mail: Mail) -> str:
    (token,) = re.findall(rf"{URL}/sign-in/link/(\S+)", mail.text)
    return str(token)
