"""Bots have pages of their own and a mark beside their names, and the next one waits for who has beaten one."""

from dataclasses import replace
from html import unescape

import pytest
from starlette.testclient import TestClient

from ludarium.core.registry import game_names, load
from ludarium.search.personas import offered_bots
from ludarium.site.ladder.views import LadderRating
from ludarium.site.service import Service
from tests.browser.steps import ALMOST_WON
from tests.site.conftest import NewBrowser, begin, extract, send
from tests.site.two_turns import play_two_turns

MARK = '<span class="bot-mark">bot</span>'


def beat(browser: TestClient, level: str) -> str:
    """Win a match against a bot by one click, and return its path."""
    path = begin(browser, seat_1=level, position=ALMOST_WON)
    assert "You won" in send(browser, path, text="s-").text
    return path


def test_every_bot_of_every_game_has_a_page(browser: TestClient) -> None:
    for name in game_names():
        for level, bot in offered_bots(load(name)).items():
            page = browser.get(f"/games/{name}/bots/{level}").text
            assert f"{bot.name} is a program of this site, not a person." in page
            assert MARK in page
            assert f"/games/{name}/bots/{level}" in browser.get(f"/games/{name}").text


@pytest.mark.parametrize("path", ["orion/bots/nobody", "orion/bots/mcts(simulations=5)", "chess/bots/easy"])
def test_other_bots_have_none(browser: TestClient, path: str) -> None:
    assert browser.get(f"/games/{path}").status_code == 404


def test_the_button_of_the_page_begins_a_match_with_the_bot(browser: TestClient) -> None:
    extract(r'name="seat-1" value="(hard)"', browser.get("/games/orion/bots/hard"))
    begun = browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "hard"}).text
    assert 'href="/games/orion/bots/hard"' in begun


def test_a_mark_stands_beside_a_bot_and_beside_no_person(browser: TestClient) -> None:
    path = begin(browser, seat_1="easy")
    assert browser.get(path).text.count(MARK) == 1
    listed = browser.get("/me").text
    assert f"Ada {MARK}" in listed
    assert listed.count(MARK) == 1


def test_who_beats_a_bot_reads_that_the_next_one_waits(browser: TestClient, new_browser: NewBrowser) -> None:
    path = beat(browser, "easy")
    page = browser.get(path)
    assert "You have beaten Ada. Ben, medium, is waiting for you." in page.text
    assert extract(r'name="seat-1" value="(\w+)"', page) == "medium"
    assert "You have beaten" not in new_browser().get(path).text
    assert "You have won 1, drawn 0 and lost 0." in browser.get("/games/orion/bots/easy").text


def test_who_beats_the_last_one_reads_so(browser: TestClient) -> None:
    assert "You have beaten Dara: no bot here is stronger." in browser.get(beat(browser, "champion")).text


def test_who_resigns_or_plays_a_person_has_beaten_no_bot(browser: TestClient) -> None:
    lost, both = begin(browser, seat_1="easy"), begin(browser, seat_1="here")
    for path in (lost, both):
        assert "You have beaten" not in send(browser, path, "resign").text


def test_how_a_bot_chooses_is_said_in_words(browser: TestClient) -> None:
    page = browser.get("/games/throngs/bots/easy").text
    assert "For each turn it tries 200 ways in which the game may go on" in page
    assert "a small learnt network" in browser.get("/games/orion/bots/champion").text


def test_the_page_of_a_bot_begins_with_how_it_plays_and_ends_with_its_specification(
    browser: TestClient, service: Service
) -> None:
    lost = begin(browser, seat_1="hard")
    play_two_turns(service, service.bots.look(lost.rpartition("/")[2]))
    beat(browser, "easy")
    send(browser, lost, "resign")
    page = unescape(browser.get("/games/orion/bots/hard").text)
    said = (
        "Thinks ahead and punishes mistakes. Cleo is a program of this site, not a person. It comes with Orion: Hydra.",
        "Play against Cleo</button>",
        "Number 3 from the weakest of 4 bots of this site",
        "You have won 0, drawn 0 and lost 1.",
        f'<a href="{lost}"><',
        "All bots of Orion: Hydra",
        '<details id="specification">',
        "mcts(simulations=4000",
    )
    found = [page.replace(">\n  <", "><").find(one) for one in said]
    assert -1 not in found
    assert found == sorted(found)
    assert page.count('<li class="tile">') == 1  # the match of another bot is not its own


def test_the_page_of_a_bot_has_its_rating_once_it_was_played(
    browser: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "<h3>Rating</h3>" not in browser.get("/games/orion/bots/hard").text
    rows = service.ladder_views.standing(load("orion"))
    played = [
        row._replace(place=place, rating=LadderRating(1700 - place, 1500, 1800), player=replace(row.player, games=40))
        for place, row in enumerate(rows, 1)
    ]
    monkeypatch.setattr(service.ladder_views, "standing", lambda game: played)
    (place,) = (row.place for row in played if row.player.level == "hard")
    page = browser.get("/games/orion/bots/hard").text
    assert f"<strong>{1700 - place}</strong>" in page
    assert f"Place {place} of {len(played)} on the" in page
    assert "after 40 matches" in page
