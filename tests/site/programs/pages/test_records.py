"""Records by the thousand."""

import json
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import update
from starlette.testclient import TestClient

from ludarium.core.record import Record
from ludarium.match.match import Match
from ludarium.site.ground.tables import matches
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import NewBrowser
from tests.site.programs.pages.conftest import tell

pytestmark = pytest.mark.both_databases


def lines(answer: Response) -> list[Any]:
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.fixture
def ended(service: Service, store: Store, ann: Person) -> list[str]:
    """Five matches of Ann's that have ended a while ago: two public ones, a private one, and two of another game."""
    seats = [SeatAssignment("person", "Ann", ann.id), SeatAssignment("person", "Bob")]
    found = []
    for spec, private in (
        ("orion", False),
        ("orion(clicks=2)", False),
        ("orion", True),
        ("vortex", False),
        ("vortex", False),
    ):
        view = service.create(spec, seats, private=private)
        service.act(ann, view.id, Resign(), 0)
        found.append(view.id)
    service.create("orion", seats)
    with store.database.begin() as connection:
        connection.execute(update(matches).values(updated_at=matches.c.updated_at - 100))
    return found


def test_records_are_read_by_a_cursor(new_browser: NewBrowser, ended: list[str]) -> None:
    browser, found, cursor = new_browser(), list[Any](), ""
    while part := lines(browser.get(f"/records?limit=3&after={cursor}")):
        assert len(part) <= 3
        found += part
        cursor = part[-1]["cursor"]
    assert [line["match"] for line in found] == [ended[0], ended[1], ended[3], ended[4]]
    for line in found:
        match = Match.from_record(Record.parse(line["record"]))
        assert (match.game.spec, line["players"]) == (line["game"], ["Ann", "Bob"])
        assert match.over
        assert line["result"] == "0-1"


def test_records_of_a_game_and_ones_own(program: TestClient, ended: list[str]) -> None:
    assert [line["match"] for line in lines(program.get("/records?game=orion"))] == ended[:2]
    assert [line["match"] for line in lines(program.get("/records?game=orion&mine=yes"))] == ended[:3]


def test_a_match_appears_when_all_before_it_have(service: Service, new_browser: NewBrowser, ann: Person) -> None:
    view = service.create("orion", [SeatAssignment("person", "Ann", ann.id), SeatAssignment("person", "Bob")])
    service.act(ann, view.id, Resign(), 0)
    assert lines(new_browser().get("/records")) == []


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1001", "limit=x", "after=x", "game=none", "mine=yes", "mine=maybe"]
)
def test_what_is_asked_wrongly_is_said(new_browser: NewBrowser, query: str) -> None:
    answer = new_browser().get(f"/records?{query}", headers={"Accept": "application/json"})
    assert tell(answer, 404 if query == "game=none" else 400)["error"]
