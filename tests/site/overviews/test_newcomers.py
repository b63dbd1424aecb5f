"""The front page of who is new, and what it lists as on now; how rankings name bots; what Compete begins with."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.core.registry import game_names, load
from ludarium.match.clock import DAY
from ludarium.search.personas import bot_personas
from ludarium.site.overviews.tiles import puzzles_of_day
from ludarium.site.puzzles.board import puzzles_of
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.weekly import WeeklyPlan
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract, join
from tests.site.tournaments.playing import account, accounts


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


def arena(service: Service, store: Store) -> str:
    """Return the id of an arena that has begun."""
    people = accounts(service, store, 4)
    made = service.tournaments.make(people[0], MakeTournament("orion(clicks=1)", "arena", "180+2", "The hour")).target
    for person in people:
        service.tournaments.act(person, made, EnterTournament())
    service.tournaments.act(people[0], made, BeginTournament())
    return made


def test_a_new_account_is_welcomed_with_first_steps(browser: TestClient, service: Service, store: Store) -> None:
    assert "first-steps" not in browser.get("/").text
    ann = account(service, store, "Ann")
    browser.cookies.set("session", service.people.begin_session(ann, ""))
    page = browser.get("/")
    assert "<h1>Welcome, Ann</h1>" in page.text
    assert "Board games you have never played" not in page.text
    steps = extract(r'<ol class="first-steps">(.*?)</ol>', page)
    assert re.search(r'action="/games/\w+/new"><button class="button large primary">', steps)
    for address in re.findall(r'href="([^"]+)"', steps):
        assert browser.get(address).status_code == 200
    assert steps.count("<li>") == 3
    path = begin(browser, seat_1="easy")
    assert "first-steps" not in browser.get("/").text
    assert f'href="{path}"' in browser.get("/").text


def test_a_match_before_its_first_turn_is_among_what_is_played_now(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    host, guest = new_browser(), new_browser()
    people = begin(host)
    assert people not in browser.get("/").text  # a seat waits for somebody
    join(guest, host, people)
    assert f'href="{people}"' in browser.get("/").text


def test_a_live_tournament_that_goes_on_is_on_the_front_page(
    browser: TestClient, service: Service, store: Store
) -> None:
    assert "Live tournaments in progress" not in browser.get("/").text
    made = arena(service, store)
    on = extract(r'<h2 id="arenas">Live tournaments in progress</h2>(.*?)</section>', browser.get("/"))
    assert f'href="/tournaments/{made}"' in on


@pytest.mark.parametrize("path", ["/rankings", "/workshop"])
def test_bots_of_the_site_have_their_names_in_rankings(browser: TestClient, path: str) -> None:
    page = browser.get(path).text
    for name in game_names():
        if f'href="/games/{name}/ladder"' in page:
            assert any(f"{bot.name}, {level}<" in page for level, bot in bot_personas(load(name)).items())
    assert ">Hard<" not in page
    assert ">hard<" not in page


def test_what_is_now_comes_first_and_large_on_compete(browser: TestClient, service: Service, store: Store) -> None:
    organiser = account(service, store, "Zoe")
    service.tournaments.make(organiser, MakeTournament("orion(clicks=1)", "swiss", "2d+1d/2d", "Later"))
    soon = extract(r'<h2 id="soon">Soon</h2>(.*?)</section>', browser.get("/compete"))
    assert '<ul class="cups first">' in soon
    made = arena(service, store)
    page = browser.get("/compete")
    now = extract(r'<h2 id="now">Now</h2>(.*?)</section>', page)
    assert '<ul class="cups first">' in now
    assert f'href="/tournaments/{made}"' in now
    assert '<ul class="cups small">' in extract(r'<h2 id="soon">Soon</h2>(.*?)</section>', page)


def test_a_new_site_says_how_one_gets_a_place_and_who_the_bots_are(browser: TestClient) -> None:
    ranked, compete = browser.get("/rankings").text, browser.get("/compete").text
    assert "The first rated match leads onto the list" in ranked
    for level in bot_personas(load("orion")):
        assert f'href="/games/orion/bots/{level}"' in ranked
    assert "A season begins when four have entered" in compete
    assert re.search(r'class="bot" href="/games/\w+/bots/easy"', compete)
    places = compete.partition('<h2 id="places">')[2]
    assert places.count('<li class="ranking">') == 1  # and no card for each game without a place
    assert "of the week" not in compete


def test_weekly_arenas_are_announced_before_there_are_any(
    browser: TestClient, service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.weekly_arenas, "plan", WeeklyPlan.parse("saturday 18:00"))
    said = extract(r'<h2 id="at-once">.*?<p>(.*?)</p>', browser.get("/compete"))
    at = WeeklyPlan(5, 18 * 60).next(service.now(), 0)
    assert f'datetime="{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M}' in said
    assert re.match(r"The arenas of the week, one of each game, begin in \d+ (day|hour|minute)s?, ", said)
    organiser = account(service, store, "Zoe")
    service.tournaments.make(organiser, MakeTournament("orion(clicks=1)", "swiss", "2d+1d/2d", "Later"))
    soon = extract(r'<h2 id="soon">Soon</h2>(.*?)</section>', browser.get("/compete"))
    assert "an arena of each game every week, the first in" in soon


def test_a_puzzle_of_today_that_an_account_has_solved_is_marked(
    browser: TestClient, service: Service, store: Store
) -> None:
    today = puzzles_of_day(int(service.now() // DAY))
    ann = account(service, store, "Ann")
    browser.cookies.set("session", service.people.begin_session(ann, ""))
    shown = r'<span class="solved" data-puzzle="([0-9a-f]+)">Solved'
    for count, one in enumerate(today[:2]):
        for page in (browser.get("/"), browser.get("/puzzles")):
            assert {*re.findall(shown, page.text)} == {done.id for done in today[:count]}
        answer = puzzles_of(one.game)[one.number - 1].accept[0]
        assert browser.post(one.path, data={"answer": answer}).status_code == 200
    assert re.search(shown, browser.get("/").text)
    begin(browser, seat_1="easy")  # the page of who plays is another one
    assert {*re.findall(shown, browser.get("/").text)} == {done.id for done in today[:2]}
