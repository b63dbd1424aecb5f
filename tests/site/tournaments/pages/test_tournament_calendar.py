"""Tournaments and seasons in calendars: what a calendar reads in their files."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from icalendar import Calendar
from starlette.testclient import TestClient

from ludarium.match.clock import DAY
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.organising import CancelTournament, ChangeTournament
from tests.databases import sqlite_copy
from tests.site.fake_time import FakeTime
from tests.site.leagues.season import entered, work
from tests.site.tournaments.playing import accounts, make


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


def events(browser: TestClient, path: str) -> dict[str, tuple[datetime, str, str, int]]:
    """Return the events of a file by their titles: when, their status, their ids, and how often they have changed."""
    answer = browser.get(f"{path}/calendar.ics")
    assert answer.headers["Content-Type"].startswith("text/calendar")
    return {
        str(event["SUMMARY"]): (
            event.decoded("DTSTART"),
            str(event["STATUS"]),
            str(event["UID"]),
            int(event.decoded("SEQUENCE")),
        )
        for event in Calendar.from_ical(answer.text).walk("VEVENT")
        if str(event["URL"]) == f"http://127.0.0.1:8000{path}"
    }


def at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def test_a_calendar_has_the_beginning_of_a_tournament_and_follows_its_changes(
    service: Service, store: Store, browser: TestClient, time: FakeTime
) -> None:
    (ann,) = accounts(service, store, 1)
    tournament = make(service, ann, "swiss", name="The cup")
    path = f"/tournaments/{tournament}"
    assert f'href="{path}/calendar.ics"' in browser.get(path).text
    first = events(browser, path)["The cup begins"]
    assert first[:2] == (at(time.now + 7 * DAY), "CONFIRMED")
    service.tournaments.act(ann, tournament, ChangeTournament(days="3"))
    later = events(browser, path)["The cup begins"]
    assert later[:3] == (at(time.now + 3 * DAY), "CONFIRMED", first[2])
    assert later[3] > first[3]
    service.tournaments.act(ann, tournament, CancelTournament())
    assert events(browser, path)["The cup begins"][1] == "CANCELLED"


def test_a_calendar_has_the_seasons_of_a_league(
    service: Service, store: Store, browser: TestClient, time: FakeTime
) -> None:
    league = entered(service, accounts(service, store, 4))
    path, name = f"/leagues/{league}", service.leagues.view(None, league).league.name
    assert f'href="{path}/calendar.ics"' in browser.get(path).text
    waits = events(browser, path)
    assert [(title, event[:2]) for title, event in waits.items()] == [
        (f"{name}, season 1 begins", (at(time.now + 7 * DAY), "TENTATIVE"))
    ]
    time.pass_by(7 * DAY)
    work(service)
    begun = events(browser, path)
    ends_at = service.leagues.view(None, league).divisions[0].view.tournament.ends_at
    assert ends_at
    assert begun[f"{name}, season 1 begins"][:3] == (at(time.now), "CONFIRMED", waits[f"{name}, season 1 begins"][2])
    assert begun[f"{name}, season 1 ends"][0] == at(ends_at)
    division = f"/tournaments/{service.leagues.view(None, league).divisions[0].view.tournament.id}"
    assert [event[0] for event in events(browser, division).values()] == [at(time.now), at(ends_at)]


@pytest.mark.parametrize("path", ["/tournaments/nothing", "/leagues/nothing"])
def test_there_is_no_file_of_nothing(browser: TestClient, path: str) -> None:
    assert browser.get(f"{path}/calendar.ics").status_code == 404
