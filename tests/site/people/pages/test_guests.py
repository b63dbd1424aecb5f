"""Guests: made by the first act of a browser, few for each network, and deleted when they have done nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from ludarium.site.app import create_app
from ludarium.site.ground.tables import people
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.people.accounts import AccountRules
from ludarium.site.quotas import Quota, Quotas
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import SECRET
from tests.site.fake_time import DAY, FakeTime
from tests.site.web.routes import ROUTES

pytestmark = pytest.mark.both_databases

RULES = AccountRules("http://127.0.0.1:8000", "open")


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def club(store: Store, time: FakeTime) -> Service:
    quotas = Quotas(guests=Quota(0, 2), mails=Quota(0, 3))
    return Service(store, rules=RULES, quotas=quotas, now=time)


@pytest.fixture
def site(club: Service) -> Iterator[Any]:
    """The site; its browsers come from a network."""
    app = create_app(club, SECRET)
    with TestClient(app):
        yield app


def new_browser(site: Any, address: str = "192.0.2.7") -> TestClient:
    return TestClient(site, base_url="http://127.0.0.1:8000", client=(address, 1234))


def known(store: Store) -> list[str]:
    with store.database.connect() as connection:
        return list(connection.execute(select(people.c.id)).scalars())


OTHERS = (
    "bot",
    "challenge",
    "offer",
    "tournament",
    "league",
    "trial",
    "player",
    "person",
    "position",
    "place",
    "report",
    "version",
    "study",
    "run",
    "played",
)
"""The other parts of addresses."""


def test_reading_makes_no_guest(site: Any, club: Service, store: Store) -> None:
    seats = [SeatAssignment("bot", "easy"), SeatAssignment("person", "Ann")]
    values = {"game": "orion", "match": club.create("orion", seats).id, "number": "0", "name": "Ann", "token": "x"}
    values["level"] = "easy"
    browser = new_browser(site)
    for method, path in ROUTES:
        if method == "GET" and path != "/events":
            browser.get(path.format(**values, **dict.fromkeys(OTHERS, "x")))
    assert known(store) == []


def test_a_network_makes_so_many_guests_an_hour(site: Any, store: Store, time: FakeTime) -> None:
    values = {"seat-0": "here", "seat-1": "easy"}
    answers = [new_browser(site).post("/games/orion/new", data=values) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "people from your network have come here 2 times for the first time" in answers[2].text.lower()
    assert new_browser(site).post("/welcome", data={"name": "Asa"}).status_code == 429
    assert new_browser(site, "192.0.2.8").post("/games/orion/new", data=values).status_code == 200
    time.pass_by(3601)
    assert new_browser(site).post("/welcome", data={"name": "Asa"}).status_code == 200
    assert len(known(store)) == 4


def test_a_network_asks_for_so_many_mails_an_hour(site: Any) -> None:
    browser = new_browser(site)
    answers = [browser.post("/sign-in", data={"email": f"{number}@example.org"}) for number in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    browser.post("/welcome", data={"name": "Asa"})
    assert browser.post("/me/account", data={"do": "address", "email": "a@example.org"}).status_code == 429
    assert new_browser(site, "192.0.2.8").post("/sign-in", data={"email": "0@example.org"}).status_code == 200


def test_guests_who_have_done_nothing_for_a_week_are_deleted(club: Service, store: Store, time: FakeTime) -> None:
    people = {name: club.people.create_guest() for name in ("idle", "player", "host", "here", "account", "new")}
    token = club.people.begin_session(people["here"], "")
    player = SeatAssignment("person", "Player", people["player"].id)
    club.create("orion", [player, SeatAssignment("bot", "easy")], host=people["host"].id)
    time.pass_by(7 * DAY)
    club.people.sweep()
    assert len(known(store)) == 6
    assert club.people.visit(token)
    time.pass_by(2 * DAY)
    club.people.sweep()
    assert {*known(store)} == {people[name].id for name in ("player", "host", "here")}
