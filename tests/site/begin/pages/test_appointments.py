"""Appointments on the pages: proposed in one time zone, accepted by one press in another, and a file for calendars."""

import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar
from starlette.testclient import TestClient

from ludarium.site.notices.rows.notices import NoticeSettings
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.begin.pages.test_challenges import challenge, people
from tests.site.conftest import NewBrowser, extract, said

__all__ = ["people"]

DATA = {"Accept": "application/json"}
NOON = datetime.now(ZoneInfo("Europe/Berlin")).replace(hour=12, minute=0, second=0, microsecond=0, tzinfo=None)
FIRST, SECOND = (NOON + timedelta(days=days) for days in (3, 4))
PROPOSED = {
    "pace": "600+5",
    "time-0": f"{FIRST:%Y-%m-%dT%H:%M}",
    "time-2": f"{SECOND:%Y-%m-%dT%H:%M}",
    "zone": "Europe/Berlin",
}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


def settle(service: Service, name: str, zone: str) -> None:
    service.notices.save_settings(service.accounts.find(name).id, NoticeSettings(zone=zone))


def test_a_time_is_accepted_by_one_press_in_the_time_zones_of_both(
    people: tuple[TestClient, TestClient], service: Service
) -> None:
    ann, bob = people
    settle(service, "Bob", "America/New_York")
    made = challenge(ann, **PROPOSED)
    assert "May begin on" in made.text
    assert service.notices.settings(service.accounts.find("Ann").id).zone == "Europe/Berlin"
    page = bob.get(made.url.path)
    at = FIRST.replace(tzinfo=ZoneInfo("Europe/Berlin"))
    there = at.astimezone(ZoneInfo("America/New_York"))
    assert f"{there:%H:%M} {there.tzname()}</time>; for Ann it is" in page.text
    assert f"12:00 {at.tzname()}</li>" in page.text
    times = re.findall(r'name="time" value="(.*?)">Play on', page.text)
    assert list(map(float, times)) == [at.timestamp(), SECOND.replace(tzinfo=ZoneInfo("Europe/Berlin")).timestamp()]
    done = bob.post(made.url.path, data={"do": "accept", "time": times[0]})
    assert done.url.path == made.url.path
    assert "The match begins by itself" in done.text
    for browser in people:
        home = browser.get("/me").text
        assert '<h2 id="appointments">' in home
        assert browser.get("/me", headers=DATA).json()["appointments"][0]["starts_at"] == at.timestamp()
    assert f"12:00 {at.tzname()}." in ann.get("/me/notices").text
    data = ann.get(made.url.path, headers=DATA).json()
    assert (data["state"], data["starts_at"], len(data["moments"])) == ("agreed", at.timestamp(), 1)


def test_the_file_for_calendars_can_be_read_and_says_that_it_was_cancelled(
    people: tuple[TestClient, TestClient], new_browser: NewBrowser
) -> None:
    ann, bob = people
    made = challenge(ann, **PROPOSED)
    file = f"{made.url.path}/calendar.ics"
    assert ann.get(file).status_code == 404
    bob.post(
        made.url.path, data={"do": "accept", "time": extract(r'name="time" value="(.*?)"', bob.get(made.url.path))}
    )
    answer = bob.get(file)
    assert answer.headers["Content-Type"].startswith("text/calendar")
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert event["SUMMARY"] == "Orion: Hydra (2 clicks) against Ann"
    assert event.decoded("DTSTART") == FIRST.replace(tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)
    assert (event["STATUS"], event["SEQUENCE"]) == ("CONFIRMED", 0)
    assert "Add to calendar" in ann.get(made.url.path).text
    assert new_browser().get(file).status_code == 403
    ann.post(made.url.path, data={"do": "cancel"})
    (cancelled,) = Calendar.from_ical(bob.get(file).content).walk("VEVENT")
    assert (cancelled["UID"], cancelled["STATUS"], cancelled["SEQUENCE"]) == (event["UID"], "CANCELLED", 1)
    assert "Ann cancelled the appointment." in bob.get(made.url.path).text
    assert "You cancelled the appointment." in ann.get(made.url.path).text
    assert "Ann has cancelled your match of Orion: Hydra (2 clicks) on " in bob.get("/me/notices").text


def test_what_is_wrong_with_a_time_is_said_and_nothing_is_lost(people: tuple[TestClient, TestClient]) -> None:
    ann, _ = people
    for fields, expected in (
        ({"time-1": "soon"}, "'soon' is no time: expected one as in 2027-01-15T20:00."),
        ({"zone": "Europe/Berlim"}, "'Europe/Berlim' is no time zone; did you mean Europe/Berlin?"),
        ({"pace": "10d+36h/10d"}, "A match that begins at a time is live: expected a live pace, or no times."),
        (
            {"time-0": "2020-01-01T12:00"},
            "A match may begin from 5 minutes to 90 days from now: expected times between.",
        ),
    ):
        answer = challenge(ann, **{**PROPOSED, **fields})
        assert answer.status_code == 400
        assert set(said(answer)) == {expected}
        assert f'value="{PROPOSED["time-2"]}"' in answer.text
        assert "<details open>" in answer.text


def test_other_times_are_a_counter_offer(people: tuple[TestClient, TestClient], service: Service) -> None:
    ann, bob = people
    settle(service, "Bob", "Asia/Tokyo")
    made = challenge(ann, **PROPOSED)
    form = bob.get(extract(r'href="(/challenges/new\?counters=.*?)"', bob.get(made.url.path)))
    there = FIRST.replace(tzinfo=ZoneInfo("Europe/Berlin")).astimezone(ZoneInfo("Asia/Tokyo"))
    assert f'name="time-0" value="{there:%Y-%m-%dT%H:%M}"' in form.text
    assert '<option value="Asia/Tokyo" selected>Tokyo</option>' in form.text


def test_programs_propose_and_choose_times(people: tuple[TestClient, TestClient], store: Store) -> None:
    ann, bob = people
    at = float(round(time.time()) + 86400)
    body = {"to": "Bob", "game": "orion", "pace": "600+5", "times": [datetime.fromtimestamp(at, UTC).isoformat()]}
    made = ann.post("/challenges/new", json=body, headers=DATA)
    assert made.status_code == 200, made.text
    (waiting,) = bob.get("/me", headers=DATA).json()["challenges"]
    assert waiting["times"] == [at]
    path = f"/challenges/{waiting['challenge']}"
    done = bob.post(path, json={"do": "accept", "time": str(at)}, headers=DATA)
    assert done.status_code < 300, done.text
    assert bob.get(path, headers=DATA).json()["state"] == "agreed"


def test_a_challenge_shows_what_time_it_is_for_the_other(
    people: tuple[TestClient, TestClient], service: Service
) -> None:
    ann, bob = people
    made = challenge(ann)
    assert " it is " not in bob.get(made.url.path).text
    settle(service, "Bob", "Pacific/Auckland")
    there = datetime.now(ZoneInfo("Pacific/Auckland"))
    page = ann.get(made.url.path).text
    assert re.search(rf"<li>For Bob it is {there:%A} \d\d:\d\d {there.tzname()} now</li>", page)
    assert " it is " not in bob.get(made.url.path).text  # the zone of Ann is not known
    assert bob.get(made.url.path, headers=DATA).json()["there"].endswith(" UTC")
