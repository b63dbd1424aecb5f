"""A person's page: following, a note of one's own, results; and the best of a game."""

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.offers.commands import AcceptOffer, MakeOffer
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.conftest import EXACT_LUDO
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract
from tests.site.people.test_dice import played

JSON = {"Accept": "application/json"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def people(new_browser: NewBrowser, service: Service, store: Store) -> list[tuple[TestClient, Person]]:
    """Return the browsers of Ann and Bob, who have accounts."""
    found = []
    for name in ("Ann", "Bob"):
        browser = new_browser()
        begin(browser, name_0=name)
        visit = service.people.visit(browser.cookies["session"])
        assert visit
        store.accounts.set_email(visit.person.id, f"{name}@example.org", name.lower(), 0.0)
        person = service.people.load(visit.person.id)
        assert person
        found.append((browser, person))
    return found


def test_a_person_is_followed_noted_and_blocked(
    people: list[tuple[TestClient, Person]], service: Service, new_browser: NewBrowser
) -> None:
    (ann, _), (bob, other) = people
    assert "Unfollow" in ann.post("/people/Bob", data={"do": "follow"}).text
    service.offers.act(other, MakeOffer("orion", "4d+2d/4d"))
    assert "1 offer waiting" in ann.get("/me").text
    assert "plays fast" in ann.post("/people/Bob", data={"do": "note", "text": "plays fast"}).text
    for browser in (bob, new_browser()):
        assert "plays fast" not in browser.get("/people/Bob").text
    told = ann.get("/people/Bob", headers=JSON).json()
    assert (told["follows"], told["note"]) == (True, "plays fast")
    assert "Unblock" in ann.post("/people/Bob", data={"do": "block"}).text
    assert "offer waiting" not in ann.get("/me").text
    assert "1 offer waiting" not in ann.post("/people/Bob", data={"do": "unblock"}).text
    assert new_browser().post("/people/Bob", data={"do": "follow"}).status_code == 403
    assert ann.post("/people/Nobody", data={"do": "follow"}).status_code == 404


def test_what_was_done_to_a_person_is_said_once(people: list[tuple[TestClient, Person]]) -> None:
    (ann, _), _ = people
    for do, words in (
        ("follow", "You follow this person now."),
        ("unfollow", "You follow this person no more."),
        ("note", "Your note is saved."),
        ("block", "This person is blocked, cannot join your matches or challenge you, and is not notified of it."),
        ("unblock", "This person is blocked no more."),
    ):
        line = f'<p class="notice" role="status">{words}</p>'
        assert line in ann.post("/people/Bob", data={"do": do, "text": ""}).text
        assert line not in ann.get("/people/Bob").text


def test_results_and_ratings_are_listed(people: list[tuple[TestClient, Person]], service: Service) -> None:
    (ann, me), (_, other) = people
    offer = service.offers.act(other, MakeOffer("orion", "4d+2d/4d", begins="first", rated="yes")).offer
    match = service.offers.act(me, AcceptOffer(offer)).match
    assert match
    for turn in ("u+", "a+", "v+", "b+"):  # two turns each, without which a match is void
        view = service.bots.look(match)
        service.bots.submit(match, view.match.to_act[0], turn, view.revision)
    view = service.bots.look(match)
    lost = next(seat for seat, one in enumerate(view.seats) if one.person == other.id)
    service.bots.act(match, lost, Resign(), view.revision)
    told = ann.get("/people/Bob", headers=JSON).json()
    assert told["by_game"] == {"orion": {"won": 0, "drawn": 0, "lost": 1}}
    assert told["by_opponent"] == {"Ann": {"won": 0, "drawn": 0, "lost": 1}}
    best = ann.get("/games/orion/best", headers=JSON).json()
    assert [one["name"] for one in best["correspondence"]] == ["Ann", "Bob"]
    assert best["live"] == []
    page = ann.get("/games/orion/best").text
    assert page.index(">Ann<") < page.index(">Bob<")
    assert "Leave a rated offer" in page


def test_opponents_lead_to_their_pages_and_to_the_matches_against_them(
    people: list[tuple[TestClient, Person]], service: Service, new_browser: NewBrowser
) -> None:
    (ann, me), (_, other) = people

    def played_against(*rivals: SeatAssignment, private: bool = False) -> str:
        view = service.create("orion", [SeatAssignment("person", me.name, me.id), *rivals], private=private)
        for turn in ("u+", "a+", "v+", "b+"):
            now = service.bots.look(view.id)
            service.bots.submit(view.id, now.match.to_act[0], turn, now.revision)
        service.bots.act(view.id, 0, Resign(), service.bots.look(view.id).revision)
        return f"/matches/{view.id}"

    bob = SeatAssignment("person", other.name, other.id)
    open_one, hidden = played_against(bob), played_against(bob, private=True)
    bots = played_against(SeatAssignment("bot", "easy"))
    page = new_browser().get(f"/people/{me.id}")
    table = extract(r'<h2 id="opponents">(.*?)</table>', page)
    assert f'<a href="/people/{other.id}">Bob</a></th><td>0</td><td>0</td><td>1</td>' in table
    assert '<a href="/games/orion/bots/easy">Ada</a>' in table
    links = {"Ada" in link: unescape(link) for link in re.findall(r'<a href="([^"]*against=[^"]*)#games"', table)}
    of_bob, of_ada = links[False], links[True]
    assert re.findall(r'href="(/matches/[^"]*)"', new_browser().get(of_bob).text) == [open_one]
    assert set(re.findall(r'href="(/matches/[^"]*)"', ann.get(of_bob).text)) == {open_one, hidden}
    assert re.findall(r'href="(/matches/[^"]*)"', new_browser().get(of_ada).text) == [bots]
    assert "Latest games against Bob" in ann.get(of_bob).text
    assert "Latest games against" not in ann.get(f"/people/{me.id}?against=nobody").text


def test_what_a_person_gave_away_by_exact_values_is_on_their_page(
    people: list[tuple[TestClient, Person]], service: Service, tables: Path
) -> None:
    (ann, me), (_, other) = people
    assert "Given away" not in ann.get("/people/Bob").text
    played(service, me, other, game=EXACT_LUDO, turns=20)
    service.dice.work()
    [found] = service.dice.given_away(other.id)
    assert ann.get("/people/Bob", headers=JSON).json()["given_away"] == [found._asdict()]
    page = ann.get("/people/Bob").text
    assert "Given away" in page
    assert f"<strong>{100 * found.loss:.2f}</strong> of 100 games a turn, between" in page
    assert f"The dice gave {100 * found.luck:+.2f} of 100 games in {found.rolls} rolls" in page
