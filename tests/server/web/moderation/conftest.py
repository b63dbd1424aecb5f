"""People before the pages of order: two accounts, an administrator, and the browsers of all."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from ludarium.club.people.people import Person
from ludarium.club.service import Service
from ludarium.store.store import Store
from tests.club.tournaments.playing import account
from tests.server.web.conftest import NewBrowser

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
