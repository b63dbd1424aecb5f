"""Fixtures of pages that people with accounts use, in time that a test sets."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser
from tests.site.fake_time import FakeTime

Player = Callable[[Person], TestClient]


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def service(store: Store, time: FakeTime) -> Service:
    return Service(store, rules=AccountRules("http://127.0.0.1:8000", "open"), now=time)


@pytest.fixture
def sign_in(service: Service, new_browser: NewBrowser) -> Player:
    """Return a browser in which an account is signed in."""

    def sign_in(person: Person) -> TestClient:
        browser = new_browser()
        browser.cookies.set("session", service.people.begin_session(person, ""))
        return browser

    return sign_in
