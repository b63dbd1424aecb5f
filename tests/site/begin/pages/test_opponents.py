"""A new match begins against somebody, by one press, or with a choice for each seat."""

import re

import pytest
from starlette.testclient import TestClient

from ludarium.core.registry import game_names
from tests.site.conftest import extract, status


def players(browser: TestClient, game: str, **fields: str) -> list[str]:
    """Begin a match by its form; return what its page says of each seat."""
    page = browser.post(f"/games/{game}/new", data=fields)
    assert page.status_code == 200, page.text
    listed = extract(r'<ul class="players">(.*?)</ul>', page)
    return [" ".join(re.sub("<[^>]*>", " ", one).split()) for one in re.findall(r"<li.*?</li>", listed, re.DOTALL)]


@pytest.mark.parametrize(("begins", "mine"), [("me", 0), ("them", 1)])
def test_a_bot_or_a_friend_is_one_press_and_who_begins_another(browser: TestClient, begins: str, mine: int) -> None:
    for against, said in (("easy", "Ada bot O, easy"), ("link", "Open seat O"), ("here", "Guest O, you")):
        found = players(browser, "orion", against=against, begins=begins)
        said = said if mine == 0 else said.replace(" O", " X")
        assert found[1 - mine] == said
        assert "you" in found[mine]


def test_all_others_are_chosen_at_once(browser: TestClient) -> None:
    found = players(browser, "vortex", **{"against": "easy", "option-players": "4", "seat-1": "link"})
    assert [("you" in one, "easy" in one) for one in found] == [(True, False), *[(False, True)] * 3]


def test_each_seat_may_be_chosen(browser: TestClient) -> None:
    found = players(browser, "orion", **{"against": "seats", "seat-0": "easy", "seat-1": "here", "begins": "me"})
    assert ["you" in one for one in found] == [False, True]


def test_what_an_address_says_of_seats_is_shown_seat_by_seat(browser: TestClient) -> None:
    for query, chosen in (("", "easy"), ("?against=link", "link"), ("?seat-1=link", "seats")):
        page = browser.get(f"/games/orion/new{query}")
        assert extract(r'name="against" value="(\w+)" checked', page) == chosen
    assert 'name="begins"' not in browser.get("/games/ludo/new").text  # the dice say it
    assert 'name="begins"' not in browser.get("/games/grid/new").text  # both begin


def test_the_game_is_chosen_on_the_form_and_the_opponent_stays(browser: TestClient) -> None:
    page = browser.get("/games/orion/new?against=link")
    games = extract(r'<nav class="tabs" aria-label="Games">(.*?)</nav>', page)
    ways = re.findall(r'<a href="([^"]+)"', games)
    assert ways == [f"/games/{name}/new?against=link" for name in game_names()]
    assert re.findall(r'"([^"]+)" aria-current="page"', games) == ["/games/orion/new?against=link"]
    for way in ways:
        assert extract(r'name="against" value="(\w+)" checked', browser.get(way)) == "link"
    assert 'href="/games/ludo/new"' in browser.get("/games/orion/new").text


def test_the_number_of_players_is_named_once(browser: TestClient) -> None:
    form = extract(r'<form method="post" class="new"[^>]*>(.*?)<fieldset id="seats">', browser.get("/games/vortex/new"))
    assert re.findall("players", re.sub("<[^>]*>", " ", form), re.IGNORECASE) == ["Players"]


def test_nobody_of_that_name_can_be_played(browser: TestClient) -> None:
    answer = browser.post("/games/orion/new", data={"against": "nobody"})
    assert "cannot play this seat" in answer.text
    assert extract(r'name="against" value="(\w+)" checked', answer) == "seats"
    assert status(browser.post("/games/orion/new", data={"against": "link"})) == "Your turn."
