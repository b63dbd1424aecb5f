"""The pages of live tournaments: what goes on now, and the way to one's own game from every page."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.site.ground.changes import Topic, TournamentChange
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.tournament.verification import faults_of
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, extract
from tests.site.tournaments.playing import accounts, better, finish, look, undecided

JSON = {"Accept": "application/json"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def people(service: Service, store: Store) -> list[Person]:
    return accounts(service, store, 4)


@pytest.fixture
def browser_of(service: Service, new_browser: NewBrowser, people: list[Person]) -> TestClient:
    browser = new_browser()
    browser.cookies.set("session", service.people.begin_session(people[3], ""))
    return browser


def begun(service: Service, people: list[Person], kind: str = "round-robin", rated: str = "") -> str:
    game = "orion" if rated else "orion(clicks=1)"
    command = MakeTournament(game, kind, "600+5", "The cup", rated=rated)
    made = service.tournaments.make(people[0], command).target
    for person in people:
        service.tournaments.act(person, made, EnterTournament())
    service.tournaments.act(people[0], made, BeginTournament())
    return made


def test_every_page_leads_a_player_to_the_game_that_begins(
    service: Service, people: list[Person], browser_of: TestClient, browser: TestClient
) -> None:
    assert "data-tournaments" not in browser_of.get("/").text
    cup = begun(service, people)
    bar = (
        rf'id="live-bar" class="notice waits" role="status" data-person="{people[3].id}" data-known="\d+" data-begins '
    )
    assert extract(rf'({bar}data-tournaments="{cup}")', browser_of.get("/"))
    assert 'id="live-bar"' not in browser.get("/").text
    view = look(service, cup)
    own = next(board for board in undecided(view) if any(view.players[n].person == people[3].id for n in board.seating))
    live = {"match": own.match_id, "tournament": cup, "name": "The cup"}
    found = browser_of.get("/play/found").json()
    assert (found["match"], found["live"]) == (None, live)
    (notice,) = [each for each in found["notices"] if each["path"] == f"/matches/{own.match_id}"]
    assert (notice["begins"], notice["text"]) == (True, "The match has begun.")
    assert browser.get("/play/found").json() == {"match": None, "live": None, "notices": []}
    page = browser_of.get(f"/tournaments/{cup}").text
    assert f'href="/matches/{own.match_id}">To the board</a>' in page
    browser.get(f"/matches/{own.match_id}")  # a stranger
    assert browser_of.get("/play/found").json()["live"] == live
    finish(service, view, own, better(own))
    assert browser_of.get("/play/found").json()["live"] is None


def test_no_page_tells_a_player_of_a_game_that_they_have_opened(
    service: Service, people: list[Person], browser_of: TestClient
) -> None:
    view = look(service, begun(service, people))
    own = next(board for board in undecided(view) if any(view.players[n].person == people[3].id for n in board.seating))
    assert own.match_id
    assert browser_of.get("/play/found").json()["live"]["match"] == own.match_id
    browser_of.get(f"/matches/{own.match_id}")
    found = browser_of.get("/play/found").json()
    assert found["live"] is None
    assert not [each for each in found["notices"] if each["path"] == f"/matches/{own.match_id}"]


def test_pages_hear_of_all_live_tournaments_of_a_person(
    service: Service, people: list[Person], browser_of: TestClient
) -> None:
    cups = [begun(service, people) for _ in range(2)]
    named = extract(r'id="live-bar"[^>]* data-tournaments="([^"]*)"', browser_of.get("/about"))
    assert set(named.split(",")) == set(cups)


def test_a_match_of_a_tournament_does_not_hide_one_that_an_offer_has_begun(
    service: Service, people: list[Person], browser_of: TestClient, new_browser: NewBrowser
) -> None:
    cup = begun(service, people)
    press = {"do": "now", "game-orion": "on"}
    browser_of.post("/play", data=press)
    offered = new_browser().post("/play", data=press).url.path.rpartition("/")[2]
    found = browser_of.get("/play/found").json()
    assert found["match"] == offered
    assert found["live"]["tournament"] == cup
    assert found["live"]["match"] != offered


def test_a_page_that_is_written_in_is_not_loaded_again(
    service: Service, people: list[Person], browser_of: TestClient, new_browser: NewBrowser
) -> None:
    cup, refresh = begun(service, people), 'http-equiv="refresh"'
    assert refresh in browser_of.get(f"/tournaments/{cup}").text
    organiser = new_browser()
    organiser.cookies.set("session", service.people.begin_session(people[0], ""))
    assert refresh not in organiser.get(f"/tournaments/{cup}").text


def test_a_page_shows_the_games_that_go_on_and_the_pause(
    service: Service, people: list[Person], browser: TestClient
) -> None:
    cup = begun(service, people)
    page = browser.get(f"/tournaments/{cup}").text
    view = look(service, cup)
    for board in undecided(view):
        assert board.match_id
        revision = service.bots.look(board.match_id).revision
        assert f'data-board="{board.match_id}" data-revision="{revision}"' in page
    assert page.count("/small.svg?turns=") >= 2
    assert "2 games of this round are not over." in page
    for board in undecided(view):
        finish(service, view, board, better(board))
    service.tournaments.work()
    page = browser.get(f"/tournaments/{cup}").text
    assert "The next round begins within a minute." in page
    assert "data-board" not in page
    data = browser.get(f"/tournaments/{cup}", headers=JSON).json()
    assert data["in_rounds"]
    assert data["resumes_at"] == look(service, cup).tournament.resumes_at
    assert faults_of(data) == []
    assert faults_of({**data, "in_rounds": False})
    assert browser.get("/events?watch=tournament%", headers=JSON).status_code == 400


@pytest.mark.parametrize(
    ("rated", "more"), [("", ""), ("on", " It is not rated, because not everybody made two turns.")]
)
def test_who_breaks_a_match_of_a_tournament_off_has_lost_it_on_every_page(
    service: Service, people: list[Person], browser_of: TestClient, rated: str, more: str
) -> None:
    """The board, the lists and the notices agree with the table, although the match is not rated."""
    cup = begun(service, people, rated=rated)
    view = look(service, cup)
    own = next(board for board in undecided(view) if any(view.players[n].person == people[3].id for n in board.seating))
    assert own.match_id
    other = next(one for one in people[:3] if one.id in {view.players[number].person for number in own.seating})
    service.act(other, own.match_id, Resign(), service.view(other, own.match_id).revision)
    service.tournaments.work()
    page = browser_of.get(f"/matches/{own.match_id}").text
    assert re.search(rf"You won by resignation\.{more}\s*<", page)
    assert '<p class="said">You won' in page
    for path in ("/me", f"/people/{people[3].id}", "/notices"):
        said = browser_of.get(path).text
        assert not re.search("nobody won|broken off", said, re.IGNORECASE), path
    assert "1 won, 0 drawn, 0 lost" in browser_of.get(f"/people/{people[3].id}").text


def test_pages_hear_of_every_step(service: Service, store: Store, people: list[Person]) -> None:
    heard = list[Topic]()
    with service.notifier.subscribe(lambda change: heard.append(change.topic)):
        cup = begun(service, people)
    assert (TournamentChange, cup) in heard
    (change,) = store.changes([(TournamentChange, cup), (TournamentChange, "none")])
    assert change.revision == look(service, cup).tournament.revision
