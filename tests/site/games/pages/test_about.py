"""What the site says of itself is held to what it is."""

import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ludarium.core.registry import definition, game_names, load
from ludarium.search.player import levels
from ludarium.site.games.pages import learned_games
from ludarium.site.web.http.guard import POLICY
from tests.site.conftest import begin, extract


def sentence(browser: TestClient) -> str:
    return " ".join(extract(r'<li id="about-bots">(.*?)</li>', browser.get("/about")).split())


def test_about_names_the_games_whose_bots_use_a_learnt_network(browser: TestClient) -> None:
    said = sentence(browser)
    for name in game_names():
        uses = any("evaluate=learned" in spec for spec in levels(load(name)).values())
        assert (definition(name).title in said) is uses
    assert "learnt networks" in said


def test_about_speaks_of_no_network_where_none_is_installed(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.games.pages.levels", lambda game: {"easy": "random"})
    monkeypatch.setattr("ludarium.site.games.pages.learned_games", learned_games.__wrapped__)
    assert "network" not in sentence(browser)


def test_every_bot_of_the_site_plays_on_this_machine(browser: TestClient) -> None:
    """No level is a program of somebody else, nor one that asks another machine."""
    for name in game_names():
        assert not [spec for spec in levels(load(name)).values() if re.search(r"program:|https?:|\.py:|js:", spec)]


def test_without_ads_and_trackers_means_that_pages_load_nothing_from_elsewhere(browser: TestClient) -> None:
    assert "no trackers" in browser.get("/about").text or "and no trackers" in browser.get("/about").text
    assert not re.findall(r"https?:|\*", POLICY)


def test_tournaments_are_spoken_of_once_there_are_some(app: Starlette, browser: TestClient) -> None:
    begin(browser)
    there = any("tournament" in str(getattr(route, "path", "")) for route in app.routes)
    for path in ("/me/vacation", "/about", "/"):
        assert ("tournament" in browser.get(path).text.lower()) is there, path


def test_lists_say_in_which_matches_vacation_does_not_count(browser: TestClient) -> None:
    begin(browser, pace="2d+1d/2d no vacation")
    page = browser.get("/me/vacation").text
    assert "In some leagues vacation does not stop the clocks. Lists of matches say" in page
    assert "Lists of matches say in which of them vacation does not count." in page
    assert ", no vacation" in browser.get("/me").text
