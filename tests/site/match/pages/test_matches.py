"""A match's page: what it shows, and the form from which it begins."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from ludarium.core.registry import definition, game_names
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, extract, join, send, status, turns


def test_a_bot_that_waits_for_the_compiler_is_getting_ready(browser: TestClient, service: Service) -> None:
    view = service.create("orion", [SeatAssignment("bot", "easy"), SeatAssignment("person", "Ann")])
    assert status(browser.get(f"/matches/{view.id}")) == "Ada is thinking"
    service.clocks.wait_for_compiler(view.id)
    assert status(browser.get(f"/matches/{view.id}")) == "Ada is getting ready"


@pytest.mark.parametrize("game", ["ludo", "vortex"])
def test_a_roll_is_announced_to_screen_readers(browser: TestClient, game: str) -> None:
    answer = browser.get(begin(browser, game, seat_1="here"))
    region = extract(r'<div id="status" class="status" role="status">(.*?)</div>', answer)
    whose, rolled = re.sub(r"^\d+ ", "", turns(answer)[-1]).split(" rolled ")
    assert re.search(rf"\b{whose}\b.*(?:rolled|move by) {rolled}\b", region)  # after a roll of the other, "Guest (A)"


@pytest.mark.parametrize("game", game_names())
def test_no_id_of_the_picture_is_one_of_the_page(browser: TestClient, game: str) -> None:
    page = browser.get(begin(browser, game)).text
    ids = re.findall(r'\sid="(.*?)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("bot", ["./bot.py:think", "program:touch mark", "js:bot.js", "mcts(evaluate=bot.py:think)"])
def test_the_form_takes_no_file_and_no_program_for_a_player(browser: TestClient, bot: str) -> None:
    answer = browser.post("/games/grid/new", data={"seat-0": "here", "seat-1": bot}, follow_redirects=False)
    assert answer.status_code == 400
    assert "cannot play this seat" in answer.text


def test_projector_mode_is_kept(browser: TestClient, path: str) -> None:
    room = f"{path}?display=projector"
    page = browser.get(f"{room}&turn=0&draft=40").text
    addresses = re.findall(r'(?:href|action|data-(?:address|next|undo))="(/matches/[^"]*)"', page)
    assert [address for address in addresses if "display=projector" not in address] == [path]  # the way out
    assert f'data-next="{path}?display=projector&amp;turn=0&amp;draft=40,"' in page
    answer = send(browser, room, text="u+")
    assert (answer.url.path, answer.url.query) == (path, b"display=projector")
    assert "projector" not in browser.get(f"{path}?room=attic").text.partition("<main")[2].partition(">")[0]


def test_six_seats_have_colours_of_their_own_on_the_page_and_in_the_style_sheet(
    tiny: None, browser: TestClient
) -> None:
    seats = {f"seat_{seat}": "here" for seat in range(6)}
    answer = browser.get(begin(browser, "race", option_seats="6", **seats))
    styles = "".join(
        browser.get(address).text for address in re.findall(r'href="(/static/[^"]+css[^"]*)"', answer.text)
    )
    for seat in range(6):
        assert re.search(rf'class="piece seat-{seat}\b', answer.text)
        assert re.search(rf'class="scene  swatch seat-{seat}"', answer.text)
        assert f".scene .seat-{seat} .body" in styles
        assert f".swatch.seat-{seat} {{ background: var(--seat-{seat}); }}" in styles


def test_a_match_is_found_by_its_number(browser: TestClient, service: Service, path: str) -> None:
    number = service.bots.look(path.rpartition("/")[2]).number
    assert f"Game {number}<" in browser.get(path).text
    assert f"Game {number}, 0 turns" in browser.get("/me").text
    found = browser.get(f"/matches/number/{number}", follow_redirects=False)
    assert (found.status_code, found.headers["location"]) == (303, path)
    assert browser.get("/matches/number/999999").status_code == 404
    for wrong in ("-1", "x", "9" * 10):
        assert browser.get(f"/matches/number/{wrong}").status_code == 400


def test_a_browser_keeps_the_layout_of_a_board(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser, "ludo")
    assert 'id="compass-2"' in browser.get(path).text
    shown = browser.get(f"{path}?layout=table").text
    assert "compass-" not in shown
    assert re.findall(r'layout=(\w+)"( aria-current)?', shown) == [("map", ""), ("table", " aria-current")]
    assert "compass-" not in browser.get(f"{path}/at/0").text
    assert "compass-" not in browser.get(begin(browser, "ludo")).text
    assert 'id="compass-2"' in new_browser().get(path).text
    assert "compass-" not in browser.get(f"{path}?layout=spiral").text  # none of the game's layouts
    assert 'id="compass-2"' in browser.get(f"{path}?layout=map").text
    assert 'id="compass-2"' in browser.get(path).text
    other = browser.get(f"{begin(browser)}?layout=table")  # a game with one layout
    assert "layout=" not in other.text
    assert "layout" not in other.headers.get("set-cookie", "")


def test_bots_of_one_level_have_names_of_their_own_in_a_match(browser: TestClient) -> None:
    bots = {f"seat_{seat}": "easy" for seat in (1, 2, 3)}
    page = browser.get(begin(browser, "vortex", option_players="4", position="", **bots)).text
    listed = re.findall(r"<strong>([^<]*)</strong>(?:</a>)? <span class=\"bot-mark\"", page)
    assert len(listed) == len({*listed}) == 3


@pytest.mark.parametrize("game", ["vortex", "grid"])
def test_who_waits_for_a_match_to_begin_reads_what_the_game_is_about(
    browser: TestClient, other: TestClient, game: str
) -> None:
    """Until the other has come, and with ticks until both are ready."""
    pace = {"pace": "live 1"} if game == "grid" else {"position": "0,0,0,0/0,0,0,0 O 1 3"}
    path = begin(browser, game, **pace)
    told = f"{definition(game).tagline} You win when "
    assert told in unescape(browser.get(path).text)
    assert f'<a href="/games/{game}/tutorial" hx-boost="false">How to play</a>' in browser.get(path).text
    join(other, browser, path)
    for reader in (browser, other):
        assert (told in unescape(reader.get(path).text)) is (game == "grid")
        if game == "grid":
            reader.post(path, data={"do": "ready"})
    assert told not in unescape(browser.get(path).text)
