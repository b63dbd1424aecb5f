"""A site on which accounts are made by mail."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.site.outbox.outbox import Mail
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy

URL = "http://127.0.0.1:8000"
SETTINGS = "/me/account"
ADA = "ada@example.org"
YES = {"do": "yes"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def rules() -> AccountRules:
    return AccountRules(URL, "open")


@pytest.fixture
def service(open_store: Callable[[], Store], rules: AccountRules) -> Service:
    return Service(open_store(), rules=rules)


@pytest.fixture
def mails(service: Service) -> Callable[[], list[Mail]]:
    """Send what waits, and return all mails so far."""
    sent: list[Mail] = []

    def post() -> list[Mail]:
        service.outbox.send_due(sent.append)
        return sent

    return post


Mails = Callable[[], list[Mail]]


def link(mail: Mail) -> str:
    (path,) = re.findall(rf"{URL}(/\S+)", mail.text)
    return str(path)


def code(mail: Mail) -> str:
    found: str = re.findall(r": (\w{4} \w{4})\n", mail.text)[0]
    return found


def make_account(browser: TestClient, mails: Mails, name: str = "Asa", email: str = ADA) -> None:
    """Make an account by the pages, with the code of the mail."""
    assert "Ways to sign in" in browser.post("/welcome", data={"name": name}).text
    browser.post(SETTINGS, data={"do": "address", "email": email})
    assert type_code(browser, mails()[-1], email).status_code == 200


def type_code(browser: TestClient, mail: Mail, email: str = ADA) -> Response:
    return browser.post("/sign-in/code", data={"email": email, "code": code(mail)})
