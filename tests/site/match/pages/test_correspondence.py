"""Correspondence on the pages: the form, the clocks, given time, and the page of vacations."""

import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from starlette.testclient import TestClient

from ludarium.match.clock import DAY, Clock
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, extract, join, said, send, status

PACE = "2d+1d/2d"


@pytest.fixture
def path(browser: TestClient, new_browser: NewBrowser) -> str:
    """A match by correspondence between two browsers, in which both have made a turn."""
    begun, other = begin(browser, pace=PACE), new_browser()
    join(other, browser, begun, name="Bob")
    send(browser, begun, text="pass")
    send(other, begun, seat=1, text="pass")
    return begun


def day(days: int) -> str:
    return (datetime.now(UTC) + timedelta(days)).date().isoformat()


def test_the_form_offers_days_for_every_game(browser: TestClient) -> None:
    for game in ("orion", "grid"):
        page = browser.get(f"/games/{game}/new").text
        for pace in ("2d+1d/2d", "4d+2d/4d", "6d+3d/6d", "14d+7d/14d", "10d+36h/10d"):
            assert f'<option value="{pace}">' in page
            assert Clock.parse(pace).is_correspondence
    answer = browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "easy", "pace": "2d+1h/2d"})
    assert "none below 12 hours" in answer.text


def test_the_page_tells_how_long_a_turn_may_take(browser: TestClient, path: str) -> None:
    page = browser.get(path)
    assert "By correspondence, a day a turn, up to 2 days saved." in page.text
    assert "You have until" in page.text
    assert extract(r'<span class="clock" data-left="[0-9.]+"[^>]*>(.*?)</span>', page).startswith("1 d 23 h")


def test_the_first_turn_of_each_has_a_time_of_its_own_and_both_clocks_show_it(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    path, other = begin(browser, pace=PACE), new_browser()
    join(other, browser, path, name="Bob")
    page = browser.get(path)
    assert "The first turn of each has 24 hours of its own." in page.text
    clocks = re.findall(r'<span class="clock"[^>]*>(.*?)</span>', page.text)
    assert set(clocks) <= {"23 h 59 min", "1 d 0 h"}, clocks  # not two days, which the next turns may take
    send(browser, path, text="pass")
    send(other, path, seat=1, text="pass")
    assert "The first turn of each" not in browser.get(path).text


def test_the_opponent_may_give_24_hours(
    browser: TestClient, new_browser: NewBrowser, service: Service, path: str
) -> None:
    before = service.bots.look(path.rpartition("/")[2]).deadline
    assert "Give 24 hours" not in browser.get(path).text
    assert send(browser, path, "give").status_code == 409
    send(browser, path, text="pass")
    assert "Give 24 hours" in browser.get(path).text
    send(browser, path, "give")
    after = service.bots.look(path.rpartition("/")[2]).deadline
    assert before
    assert after
    assert after - before == pytest.approx(DAY, abs=60)


def test_who_has_won_on_time_is_asked_whether_to_play_on(
    browser: TestClient, new_browser: NewBrowser, service: Service, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(browser, path, text="pass")
    later = time.time() + 9 * DAY
    monkeypatch.setattr(service._matches, "now", lambda: later)
    monkeypatch.setattr(service.vacation, "extend", lambda person_id, ran_out_at: False)
    assert "Give 24 hours and play on" in browser.get(path).text
    assert send(browser, path, "give").status_code == 200
    assert service.bots.look(path.rpartition("/")[2]).deadline == later + DAY


def test_a_vacation_is_announced_and_cancelled(browser: TestClient, service: Service, path: str) -> None:
    assert "You have 30 days of vacation left" in browser.get("/me/vacation").text
    assert 'href="/me/vacation"' in browser.get("/me").text
    page = browser.post("/me/vacation", data={"do": "announce", "begins": day(0), "ends": day(2)})
    assert "You have 27 days" in page.text or "You have 28 days" in page.text or "You have 29 days" in page.text
    view = service.bots.look(path.rpartition("/")[2])
    assert view.deadline
    assert view.deadline > time.time() + 3.9 * DAY
    assert "on vacation until" in browser.get(path).text
    page = browser.post(
        "/me/vacation", data={"do": "cancel", "begins_at": extract(r'begins_at" value="([0-9]+)"', page)}
    )
    assert "You have 29 days" in page.text
    assert page.status_code == 200


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"do": "announce", "begins": "soon", "ends": "later"}, "&#39;soon&#39; is not a day"),
    ({"do": "announce", "begins": day(1), "ends": day(40)}, "but you have 30.0 days left"),
    ({"do": "announce", "begins": day(-5), "ends": day(-3)}, "begins now or within a year"),
    ({"do": "cancel", "begins_at": "5"}, "there is no such vacation"),
    ({"do": "dance"}, "is not a command"),
])  # fmt: skip
def test_a_refusal_is_shown_beside_the_form(
    browser: TestClient, path: str, fields: dict[str, str], sentence: str
) -> None:
    answer = browser.post("/me/vacation", data=fields)
    assert answer.status_code == 400
    assert sentence.lower() in answer.text.lower()
    assert said(answer)


def test_a_stranger_has_no_vacation(browser: TestClient) -> None:
    assert browser.get("/me/vacation").status_code == 403
    assert browser.post("/me/vacation", data={"do": "announce"}).status_code == 403


def test_lists_say_where_vacation_does_not_count(browser: TestClient) -> None:
    begin(browser, pace="2d+1d/2d no vacation")
    assert "no vacation" in browser.get("/me").text
    assert "no vacation" in browser.get("/").text


def test_a_match_that_ends_before_everybody_has_made_two_turns_is_void(browser: TestClient, path: str) -> None:
    send(browser, path, "resign")
    assert status(browser.get(path)) == ("Broken off by resignation. Nobody won, because not everybody made two turns.")
