"""The form of a tournament offers what fits, and says in its own words what does not."""

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, said
from tests.site.tournaments.playing import account


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the form asks none."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def organiser(service: Service, store: Store, new_browser: NewBrowser) -> TestClient:
    """Return a browser in which an account is signed in."""
    browser = new_browser()
    browser.cookies.set("session", service.people.begin_session(account(service, store, "Ann"), ""))
    return browser


@pytest.mark.parametrize(
    ("kind", "game", "tempo", "expected"),
    [
        (
            "round-robin",
            "grid",
            "180+2",
            "3 minutes each, and 2 seconds a turn does not fit Grid Game: expected a turn",
        ),
        (
            "arena",
            "ludo",
            "live 1",
            "A turn every second does not fit Multiplication Ludo: expected 3 minutes",
        ),
        (
            "arena",
            "ludo",
            "4d+2d/4d",
            "up to 4 days saved does not fit a tournament of the kind arena: expected 3",
        ),
    ],
)
def test_a_pace_that_does_not_fit_is_refused_in_the_words_of_the_form(
    organiser: TestClient, kind: str, game: str, tempo: str, expected: str
) -> None:
    form = {"do": "make", "kind": kind, "game": game, "tempo": tempo, "rated": "yes"}
    answer = organiser.post("/tournaments", data=form)
    assert answer.status_code == 400
    assert expected in said(answer)[0]


@pytest.mark.parametrize(
    ("address", "heads"),
    [
        ("kind=swiss&game=ludo", ["By correspondence", "Live, for other games", "Live, for Grid Game"]),
        ("kind=arena&game=grid", ["Live, for Grid Game", "Live, for other games"]),
        ("kind=duplicate", ["By correspondence"]),
    ],
)
def test_groups_say_for_which_games_paces_are(browser: TestClient, address: str, heads: list[str]) -> None:
    page = browser.get(f"/tournaments/new?{address}").text
    assert [part.partition('"')[0] for part in page.split('<optgroup label="')[1:]] == heads


def test_who_makes_a_tournament_takes_part_unless_they_say_no(organiser: TestClient) -> None:
    assert 'name="takes_part" value="yes" checked' in organiser.get("/tournaments/new").text
    made = {"do": "make", "kind": "round-robin", "game": "orion"}
    for takes_part, entered in (("yes", True), ("", False)):
        page = organiser.post("/tournaments", data=made | ({"takes_part": takes_part} if takes_part else {})).text
        assert ("Leave the tournament" in page) == entered
    refused = organiser.post("/tournaments", data=made | {"most": "many"})
    assert 'name="takes_part" value="yes">' in refused.text  # what was chosen stays


def test_every_way_to_make_a_tournament_enters_its_maker(organiser: TestClient) -> None:
    compete = re.search(r'<form method="post" action="/tournaments">(.*?)</form>', organiser.get("/compete").text)
    assert compete
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', compete[1]))
    assert fields["kind"] == "arena"
    for address in re.findall(r'href="(/tournaments/new\?[^"]+)"', organiser.get("/tournaments").text):
        form = organiser.get(unescape(address)).text
        assert re.search(r'name="takes_part" value="yes" checked', form), address
    page = organiser.post("/tournaments", data={name: unescape(value) for name, value in fields.items()})
    assert "Leave the tournament" in page.text


def test_who_lets_somebody_else_play_all_is_in_it_themselves(
    organiser: TestClient, service: Service, store: Store
) -> None:
    account(service, store, "Zed")
    values = {"do": "make", "kind": "exhibition", "game": "orion", "exhibitor": "Zed", "takes_part": "yes"}
    assert "Leave the tournament" in organiser.post("/tournaments", data=values).text


def test_the_form_says_that_ticks_make_a_tournament_rated(organiser: TestClient) -> None:
    words = "Where the turns of all come together in ticks, the tournament is rated"
    assert words in organiser.get("/tournaments/new?game=grid").text
