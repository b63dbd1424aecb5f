"""What the front page and Watch list as being played: matches that go on, not those that somebody has left."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from ludarium.match.data import RESIGNATION
from ludarium.site.ground.tables import matches
from ludarium.site.ground.values import MatchSummary, SeatAssignment
from ludarium.site.match.worth_watching import is_played_now, to_watch, worth_seeing
from ludarium.site.overviews.tiles import Tiles
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract, link_of, send

_BOT = SeatAssignment("bot", "easy")
_OTHERS = [*enumerate(("ben", "cyd"))]


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


def summary(name: str, turns: int, ending: str = "", at: float = 0.0, *people: str) -> MatchSummary:
    """Return a match of a person against a bot, or of so many people."""
    seats = [SeatAssignment("person", each, person=each) for each in people or ("ann",)]
    seats += [] if people else [_BOT]
    return MatchSummary(name, "orion", tuple(seats), turns, turns, "1-0" if ending else "*", ending, at)


def test_a_match_that_nobody_plays_any_more_is_not_played_now() -> None:
    left, on, untouched = summary("left", 2, at=0.0), summary("on", 2, at=920.0), summary("untouched", 0, at=920.0)
    assert [is_played_now(match, 1000.0) for match in (left, on)] == [False, True]
    paused = [summary("alone", 2, at=890.0), summary("two", 2, "", 890.0, "ann", "ben")]
    assert [is_played_now(match, 1000.0) for match in paused] == [
        False,
        True,
    ]  # a bot waits for ever
    assert Tiles.of([left, untouched, on], 5, 1000.0).playing == (on,)
    assert to_watch([left, untouched, on], 5) == [left, on]


def test_every_page_lists_what_is_being_played(browser: TestClient, new_browser: NewBrowser) -> None:
    alone = new_browser()
    path = begin(alone, seat_1="easy")
    send(alone, path, text="u+")
    for address in ("/", "/watch", "/play"):
        assert path in browser.get(address).text, address
    watch = extract(r'<main id="main">(.*?)</main>', browser.get("/watch"))
    assert watch.index(path) < watch.index("No match between people is being played.")  # what there is to see is first
    assert "People play now" not in watch


def test_ones_own_matches_are_not_among_those_to_watch(browser: TestClient, new_browser: NewBrowser) -> None:
    """The reader's own stand on *Your games*; others are in front, and an own one only where its link asks for it."""
    path = begin(browser, seat_1="easy")
    send(browser, path, text="u+")
    mine, other = browser.get("/watch").text, new_browser()
    assert path not in mine
    assert path not in browser.get("/play").text
    assert path in browser.get(f"/watch?match={path.rpartition('/')[2]}").text
    assert "You play in 1 match yourself: it is not listed here." in mine
    assert '<a class="button" href="/me">Your games</a>' in mine
    assert path in other.get("/watch").text
    assert "yourself" not in other.get("/watch").text


def test_a_match_with_a_turn_is_in_front_of_one_that_nobody_has_begun(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    host, alone = new_browser(), new_browser()
    idle = begin(host)
    new_browser().post(link_of(host.get(idle), 1), data={"name": "Bob"})  # people, who come first elsewhere
    path = begin(alone, seat_1="easy")
    send(alone, path, text="u+")
    in_front = r'<section id="tv".*?href="([^"]*)" data-board'
    assert extract(in_front, browser.get("/watch")) == path
    assert extract(in_front, browser.get(f"/watch?match={idle.rpartition('/')[2]}")) == idle


def test_no_page_lists_what_nobody_plays_any_more(browser: TestClient, new_browser: NewBrowser, store: Store) -> None:
    alone = new_browser()
    path = begin(alone, seat_1="easy")
    send(alone, path, text="u+")
    with store.database.begin() as connection:
        connection.execute(update(matches).values(updated_at=matches.c.updated_at - 400))
    for address in ("/", "/watch", "/play"):
        assert path not in browser.get(address).text, address


def test_what_was_left_in_its_opening_is_not_worth_seeing() -> None:
    resigned = summary("resigned", 6, f"{RESIGNATION}:1", 0.0, "ann", "ben")
    whole = summary("whole", 6, "capture")
    assert worth_seeing([resigned, whole], 5) == [whole]
    assert worth_seeing([summary("long", 40, f"{RESIGNATION}:1")], 5)


def test_what_is_worth_seeing_has_each_pair_of_players_once_in_a_game_and_the_games_in_turn() -> None:
    """Longer matches come first within a game: those of a game of many turns would otherwise be all that is seen."""
    long = [replace(summary(f"long-{n}", 90 - n, "all home", 0.0, "ann", name), game="ludo") for n, name in _OTHERS]
    again = replace(summary("again", 99, "all home", 0.0, "ben", "ann"), game="ludo")
    short = [summary(f"short-{n}", 20 - n, "chain", 0.0, "ann", name) for n, name in _OTHERS]
    with_bot = [summary("with-bot", 70, "chain"), summary("with-bot-again", 60, "chain")]
    found = [match.id for match in worth_seeing([*with_bot, *short, *long, again], 8)]
    assert found == ["again", "short-0", "long-1", "short-1", "with-bot"]
    assert [match.id for match in worth_seeing([*long, again, *short], 3)] == found[:3]


def test_a_match_against_a_bot_is_listed_from_its_first_turn_on(browser: TestClient, new_browser: NewBrowser) -> None:
    alone = new_browser()
    path = begin(alone, seat_1="easy")
    for address in ("/", "/watch", "/play"):
        assert path not in browser.get(address).text
    assert re.search(r'<a href="/puzzles/\w+/\d+">', extract(r'<ul class="star">(.*?)</ul>', browser.get("/")))
    send(alone, path, text="u+")
    assert ", the last just now" in extract(rf'<a href="{path}"(.*?)</a>', browser.get("/watch"))
    assert f'href="{path}"' in extract(r'<ul class="star">(.*?)</ul>', browser.get("/"))
