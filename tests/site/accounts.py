"""A club in which accounts are made with passkeys, in time that a test sets; and two people who have one."""

from collections.abc import Callable

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.authenticator import Authenticator
from tests.site.fake_time import FakeTime

RULES = AccountRules("https://games.example.org", "open")


@pytest.fixture
def service(open_store: Callable[[], Store], time: FakeTime) -> Service:
    return Service(open_store(), rules=RULES, now=time)


@pytest.fixture
def ada(service: Service) -> Person:
    return account(service, "Asa")


@pytest.fixture
def bob(service: Service) -> Person:
    return account(service, "Bob")


def account(service: Service, name: str) -> Person:
    """Make an account with a passkey."""
    person = service.people.rename(service.people.create_guest(), name)
    made = Authenticator().create(service.passkeys.options_to_add(person))
    return service.passkeys.add(person, made, "laptop")
