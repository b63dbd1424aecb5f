"""A site with a ladder of one quick game, whose matches are played in the process of the tests."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.club.people.accounts import AccountRules
from ludarium.club.people.people import Person
from ludarium.club.service import Service
from ludarium.store.match.repository import Store
from tests.club.fake_time import FakeTime
from tests.club.ladder.conftest import Bench, quick_ladder
from tests.databases import sqlite_copy
from tests.server.web.conftest import NewBrowser

SECRET_CODE = "api.play(api.legal()[0]); // ann keeps this\n"


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the club run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def service(store: Store, time: FakeTime, tmp_path: Path) -> Service:
    rules = AccountRules("http://127.0.0.1:8000", "open")
    return Service(store, rules=rules, now=time, ladder_folder=tmp_path / "ladders")


@pytest.fixture
def bench(service: Service, store: Store, time: FakeTime, monkeypatch: pytest.MonkeyPatch) -> Bench:
    quick_ladder(monkeypatch)
    return Bench(service, store, time)


@pytest.fixture
def ann(service: Service, store: Store) -> Person:
    return with_account(service, store, "Ann")


def with_account(service: Service, store: Store, name: str) -> Person:
    """Return a person who has an account."""
    person = service.people.rename(service.people.create_guest(), name)
    store.accounts.set_email(person.id, f"{name.lower()}@example.org", name.lower(), 0.0)
    return service.accounts.find(name)


def signed_in(service: Service, browser: NewBrowser, person: Person) -> TestClient:
    """Return a browser in which a person is signed in."""
    found = browser()
    found.cookies.set("session", service.people.begin_session(person, ""))
    return found
