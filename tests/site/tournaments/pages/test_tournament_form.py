"""The form of a tournament offers what fits, and says in its own words what does not."""

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.tournament.kinds import KINDS
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, extract, said
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
    page = browser.get(f"/tournaments/new?{address}").text.partition('<select id="zone"')[0]
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


def test_an_arena_says_its_limits_before_it_is_made_and_its_fields_have_them(organiser: TestClient) -> None:
    form = organiser.get("/tournaments/new?kind=arena").text
    for limit in ("30 to 180", "It needs 3 players", "in 5 minutes at the soonest and in 60 days at the latest"):
        assert limit in form
    limits = dict(re.findall(r'name="(\w+)"[^>]* type="number" min="(\d+)"', form))
    assert limits == {"minutes": "30", "most": "3"}
    assert re.search(r'name="begins" [^>]*min="\d{4}-[^"]+" max="\d{4}-', form)
    assert re.findall(r'<option value="(\d*)"( selected)?>(?:in|at)', form)[:2] == [("5", ""), ("10", " selected")]


def test_a_live_tournament_begins_soon_and_others_after_days(organiser: TestClient) -> None:
    """A live round robin began the next evening, 44 hours later, where nothing else was chosen."""
    live, slow = (organiser.get(f"/tournaments/new?kind=round-robin&tempo={tempo}").text for tempo in ("600%2B5", ""))
    assert re.search(r'<option value="15" selected>in 15 minutes', live)
    assert re.search(r'<select id="soon" name="soon">', live)
    assert re.search(r'<input id="days"[^>]* disabled>', live)
    assert re.search(r'<select id="soon" name="soon" disabled>', slow)
    assert re.search(r'<input id="days"[^>]*value="7"[^>]*max="60">', slow)
    made = {"do": "make", "kind": "round-robin", "game": "orion"}
    for values, said_of_it in (({"tempo": "600+5"}, "15 minutes"), ({"tempo": "4d+2d/4d", "days": "3"}, "3 days")):
        assert f"Begins in {said_of_it}" in organiser.post("/tournaments", data={**made, **values}).text


@pytest.mark.parametrize(("soon", "said"), [("10", "Begins in 10 minutes"), ("5", "Begins in 5 minutes")])
def test_an_arena_begins_in_some_minutes(organiser: TestClient, soon: str, said: str) -> None:
    made = {"do": "make", "kind": "arena", "game": "orion", "soon": soon}
    assert said in organiser.post("/tournaments", data=made).text
    refused = organiser.post("/tournaments", data=made | {"soon": "4"})
    assert "expected a number from 5 to 1440" in refused.text


def test_minutes_and_a_time_together_are_refused(organiser: TestClient) -> None:
    form = organiser.get("/tournaments/new?kind=arena").text
    assert re.search(r'id="begins" name="begins" value=""', form)  # which is sent as it is where no script runs
    both = {"kind": "arena", "game": "orion", "soon": "10", "begins": "2001-01-01T20:00"}
    refused = organiser.post("/tournaments", data=both | {"do": "make"})
    assert "after some minutes or at a time: choose one of the two" in said(refused)[0]
    assert 'value="2001-01-01T20:00"' in refused.text
    arena = organiser.post("/tournaments", data={"do": "make", "kind": "arena", "game": "orion", "soon": "10"})
    refused = organiser.post(arena.url.path, data={"do": "change", "soon": "30", "begins": both["begins"]})
    assert "choose one of the two, not both" in said(refused)[0]


def test_a_live_tournament_is_changed_to_a_time_and_one_over_days_by_days(organiser: TestClient) -> None:
    arena = organiser.post("/tournaments", data={"do": "make", "kind": "arena", "game": "orion", "soon": "10"})
    assert 'id="days"' not in arena.text
    assert 'id="begins"' in arena.text
    changed = organiser.post(arena.url.path, data={"do": "change", "soon": "30", "begins": "", "zone": "UTC"})
    assert "Begins in 30 minutes" in changed.text
    later = organiser.post(arena.url.path, data={"do": "change", "begins": "2001-01-01T20:00", "zone": "UTC"})
    assert "begins 5 minutes to 60 days from now" in said(later)[0]
    slow = organiser.post("/tournaments", data={"do": "make", "kind": "swiss", "game": "orion"})
    assert ('id="days"' in slow.text, 'id="begins"' in slow.text) == (True, False)


def test_the_form_says_that_ticks_make_a_tournament_rated(organiser: TestClient) -> None:
    words = "Where the turns of all come together in ticks, the tournament is rated"
    assert words in organiser.get("/tournaments/new?game=grid").text


@pytest.mark.parametrize(
    ("query", "title", "in_sight"),
    [
        ("kind=knock-out&game=grid", "Knock-out", 4),
        ("kind=knock-out&game=grid&computers=yes", "Grid Game, bots too", 5),
        ("kind=duplicate", "The same dice for all", 5),
    ],
)
def test_one_kind_is_chosen_and_those_that_few_want_are_folded(
    browser: TestClient, query: str, title: str, in_sight: int
) -> None:
    presets = extract(r'<div class="presets"(.*?)<form', browser.get(f"/tournaments/new?{query}"))
    assert re.findall(r'aria-current="true" href="[^"]*">(.*?) <small>', presets) == [title]
    row, folded = presets.split("<details>")
    assert title in row
    assert (row.count("<a "), folded.count("<a ")) == (in_sight, 10 - in_sight)


def test_bots_are_not_waited_for_at_leisure(browser: TestClient) -> None:
    page = browser.get("/tournaments/new")
    (link,) = re.findall(r'href="([^"]+)">Grid Game, bots too ', page.text)
    form = browser.get(unescape(link))
    assert 'value="2d+1d/2d" selected' in form.text
    assert extract(r'id="days" name="days" value="(\d+)"', form) == "1"


def test_kinds_are_explained_where_one_chooses(browser: TestClient) -> None:
    for path in ("/tournaments/new", "/tournaments"):
        page = browser.get(path).text
        assert [kind.name for kind in KINDS.values() if f"<small>{kind.brief}</small>" not in page] == []


def test_another_kind_keeps_the_game_or_says_why_it_does_not(browser: TestClient) -> None:
    arena = r'href="([^"]+)">Arena of an hour '
    kept = browser.get(unescape(extract(arena, browser.get("/tournaments/new"))))
    assert '<option value="grid" selected' in kept.text
    other = browser.get("/tournaments/new", params={"game": "ludo(players=3)"})
    exchanged = browser.get(unescape(extract(arena, other)))
    assert "Multiplication Ludo (3 players) has 3 seats: arena is for games of two." in exchanged.text
    assert extract(r'<select id="game".*?<option value="([^"]+)" selected', exchanged) == "ludo"
