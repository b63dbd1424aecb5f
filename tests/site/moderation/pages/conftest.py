"""People before the pages of order: two accounts, an administrator, and the browsers of all."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import NewBrowser
from tests.site.tournaments.playing import account

SignIn = Callable[[Person], TestClient]


@pytest.fixture
def ada(service: Service, store: Store) -> Person:
    return account(service, store, "Ada")


@pytest.fixture
def bob(service: Service, store: Store) -> Person:
    return account(service, store, "Bob")


@pytest.fixture
def sign_in(service: Service, new_browser: NewBrowser) -> SignIn:
    """Return a browser in which a person is signed in."""

    def sign_in(person: Person) -> TestClient:
        browser = new_browser()
        browser.cookies.set("session", service.people.begin_session(person, ""))
        return browser

    return sign_in


@pytest.fixture
def chief(service: Service, store: Store, sign_in: SignIn) -> TestClient:
    """The browser of an administrator."""
    person = account(service, store, "Chief")
    service.accounts.make_administrator(person, "a test")
    return sign_in(service.accounts.find("Chief"))
