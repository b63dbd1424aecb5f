"""The page on which positions are set up by touching, as a browser without scripts sees it."""

import re
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from urllib.parse import urlencode, urljoin, urlparse

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

import ludarium
from ludarium.match.study import Study
from ludarium.scenes.editor import editor_of
from ludarium.site.analysis.links import from_setup, to_link
from tests.installed import installed_here
from tests.site.conftest import extract, said

SETUP = "/analysis/setup"
GAMES = [name for name in ludarium.game_names() if editor_of(ludarium.load(name))]


def places(answer: Response) -> dict[str, str]:
    """Return where each place of the board leads, by its name."""
    board = extract(r'<div id="play".*?>(.*?)</div>', answer)
    links = re.findall(r'<a id="to-([^"]*)" href="([^"]*)"', board)
    return {unescape(name): urljoin(str(answer.url), unescape(address)) for name, address in links}


def position(answer: Response) -> str:
    """Return the position that the address of a page holds, which the page writes, too."""
    _, held, _ = from_setup(urlparse(str(answer.url)).path.split("/")[3])
    assert f'name="position" value="{escape(held)}"' in answer.text
    return held


def chosen(answer: Response, name: str) -> str:
    """Return the address of a button of the page."""
    found = re.findall(r'<a class="button[^"]*"[^>]* href="([^"]*)"[^>]*>([^<]*)</a>', answer.text)
    return next(unescape(address) for address, text in found if unescape(text) == name)


def test_a_position_is_set_up_by_links_alone_and_analysed(browser: TestClient) -> None:
    page = browser.get(f"{SETUP}?game=throngs")
    after = browser.get(places(page)["site-c5"])
    assert position(after) == "3/6/4b3/8/1b6/2w5/5w2/7/5/2 b 1.1 -:- 0"
    white = browser.get(chosen(after, "White's stone"))
    assert re.search(r'aria-current="true">White&#39;s stone<', white.text)
    after = browser.get(places(white)["site-c5"])
    assert position(after) == "3/6/4b3/8/1w6/2w5/5w2/7/5/2 b 1.1 -:- 0"
    assert 'aria-label="site c5: White\'s stone"' in after.text
    gone = browser.get(places(browser.get(chosen(after, "Take away")))["site-c5"])
    assert position(gone) == str(ludarium.load("throngs").initial())
    turned = browser.get(chosen(after, "White to move, second move"))
    assert position(turned) == "3/6/4b3/8/1w6/2w5/5w2/7/5/2 w 2.2 -:- 0"
    board = browser.get(chosen(turned, "Analyse this position"))
    data = browser.get(str(board.url), headers={"Accept": "application/json"}).json()
    assert data["position"] == position(turned)


@pytest.mark.parametrize("name", GAMES)
def test_every_place_and_turn_of_a_game_is_offered(browser: TestClient, name: str) -> None:
    game, editor = ludarium.load(name), editor_of(ludarium.load(name))
    assert editor is not None
    page = browser.get(f"{SETUP}?game={name}")
    assert places(page).keys() == editor.held(game.initial()).keys()
    assert len(places(page)) > 20
    for thing in editor.things(game).values():
        assert chosen(page, thing)
    for turn, text in editor.turns(game.initial()).items():
        assert re.search(f'(>|value="{re.escape(text)}"[^>]*>){re.escape(turn)}<', page.text)


@pytest.mark.parametrize(
    ("name", "empty"),
    [
        ("grid", "/////////// x/x 0"),
        ("ludo", "1,1,1,1/1,1,1,1 - - 1"),
        ("orion", "5/6/5/6/5/6/5/6/5/6/5 x 1"),
        ("throngs", "3/6/8/8/8/8/8/7/5/2 b 1.1 -:- 0"),
        ("vortex", "0,0,0,0/0,0,0,0 - 1"),
    ],
)
def test_a_board_is_cleared_by_one_press_and_filled_again(browser: TestClient, name: str, empty: str) -> None:
    editor = editor_of(ludarium.load(name))
    assert editor is not None
    filled = browser.get(f"{SETUP}?game={name}")
    for number in (0, -1):
        filled = browser.get([*places(filled).values()][number])
    page = browser.get(urljoin(str(filled.url), chosen(filled, "Clear the board")))
    assert position(page) == empty
    assert position(browser.get(next(iter(places(page).values())))) != empty
    refused = browser.get(f"{SETUP}?game={name}&position=no")
    assert position(browser.get(urljoin(str(refused.url), chosen(refused, "Clear the board")))) == empty


def test_a_touch_keeps_the_place_and_what_is_put(browser: TestClient) -> None:
    page = browser.get(f"{SETUP}?game=orion&put=O")
    answer = browser.get(places(page)["slot-aN"], follow_redirects=False)
    assert answer.status_code == 303
    went = urlparse(answer.headers["location"])
    assert went.fragment == "to-slot-aN"
    assert from_setup(went.path.split("/")[3])[2] == "O"


def test_two_touches_move_a_piece_on_a_board_that_has_all_of_them(browser: TestClient) -> None:
    """The first touch takes up whatever piece it meets, and what it took is put next; a full seat gets no more."""
    page = browser.get(f"{SETUP}?game=orion")
    refused = browser.get(places(page)["slot-kS"])
    assert refused.status_code == 400
    assert said(refused) == ["All 16 pieces of X are on the board: touch one first, to take it up."]
    up = browser.get(places(refused)["slot-aN"])
    assert position(up) == "1OOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 1"
    assert re.search(r'aria-current="true">O&#39;s piece<', up.text)
    assert position(browser.get(places(up)["slot-kS"])) == "1OOOO/OOOOOO/OOOOO/6/5/6/O4/6/XXXXX/XXXXXX/XXXXX x 1"
    away = browser.get(places(browser.get(chosen(page, "Take away")))["slot-aN"])
    assert re.search(r'aria-current="true">Take away<', away.text)


def test_what_the_rules_cannot_have_is_refused_and_the_position_stays(browser: TestClient) -> None:
    page = browser.get(f"{SETUP}?game=ludo&put=A&position=2,3,4,5/1,1,1,1+A+-+3")
    refused = browser.get(places(page)["cell-60"])
    assert refused.status_code == 400
    assert said(refused) == ["All markers of A are on the board: take one away first."]
    assert 'value="2,3,4,5/1,1,1,1 A - 3"' in refused.text
    assert places(refused) == places(page)
    typed = browser.get(f"{SETUP}?game=ludo&put=A&position=2,3,4,5/1,1,1,1+A+-+3&at=cell-60")
    assert (typed.status_code, places(typed)) == (400, places(page))


@pytest.fixture
def hex_installed(tmp_path: Path) -> Iterator[None]:
    """Install the example, which has no module `editor`."""
    with installed_here(Path("examples/hex"), tmp_path / "info"):
        yield


@pytest.mark.usefixtures("hex_installed")
def test_a_game_without_an_editor_is_set_up_by_touching(browser: TestClient) -> None:
    page = browser.get(f"{SETUP}?game=hex(size=3)")
    assert len(places(page)) == 9
    one = browser.get(places(page)["cell-a1"])
    assert (position(one), chosen(one, "O to move") != "") == ("X2/3/3 o", True)
    draft = browser.get(places(one)["cell-b1"])
    assert (draft.status_code, position(draft)) == (200, "XX1/3/3 o")
    why = "O is not to move with 2 X and 0 O on the board; X is not to move with 2 X and 0 O on the board."
    assert extract(r'<p id="refusal"[^>]*>(.*?)</p>', draft) == why
    assert "Analyse this position" not in draft.text
    assert 'aria-label="cell b1: X\'s piece"' in draft.text
    again = browser.get(chosen(draft, "O's piece"))
    whole = browser.get(places(again)["cell-c3"])
    assert position(whole) == "XX1/3/2O o"
    assert 'id="refusal"' not in whole.text
    assert chosen(whole, "Analyse this position")
    assert position(browser.get(urljoin(str(draft.url), chosen(draft, "Clear the board")))) == "3/3/3 x"
    typed = browser.get(SETUP, params={"game": "hex(size=3)", "position": "XX1/3/2Q x"})
    assert typed.status_code == 400


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("game=throngs&put=b&at=site-z99", 400, "&#39;site-z99&#39; is not a place of this board."),
        ("game=throngs&put=q&at=site-c5", 400, "&#39;q&#39; cannot be put on the board: expected b, w or nothing."),
        ("game=throngs&position=<b>", 400, "&#39;&lt;b&gt;&#39; is not a position"),
        ("game=chess", 404, "chess"),
        ("game=throngs(board=1)", 400, "not &#39;1&#39;"),
        ("", 400, "is not a name with options"),
    ],
)
def test_bad_addresses_are_explained(browser: TestClient, query: str, status: int, words: str) -> None:
    answer = browser.get(f"{SETUP}?{query}")
    assert answer.status_code == status
    assert words in answer.text


def test_a_link_to_a_place_is_as_short_as_its_name(browser: TestClient) -> None:
    state = ludarium.load("grid(width=40,height=30)").initial()
    page = browser.get(f"{SETUP}?{urlencode({'game': state.game.spec, 'position': str(state)})}")
    board = extract(r'<div id="play".*?>(.*?)</div>', page)
    names = re.findall(r'<a id="to-([^"]*)" href="([^"]*)"', board)
    assert len(names) == 40 * 30
    assert all(name == address for name, address in names)
    assert len(page.text.encode()) < 400_000


def test_addresses_of_earlier_pages_lead_on(browser: TestClient) -> None:
    query = {"game": "throngs", "put": "w", "position": "3/6/4b3/8/8/2w5/5w2/7/5/2 b 1.1 -:- 0"}
    same = browser.get(f"{SETUP}?{urlencode(query)}")
    assert position(same) == query["position"]
    assert re.search(r'aria-current="true">White&#39;s stone<', same.text)
    touched = browser.get(f"{SETUP}?{urlencode({**query, 'at': 'site-c5'})}")
    assert position(touched) == "3/6/4b3/8/1w6/2w5/5w2/7/5/2 b 1.1 -:- 0"


@pytest.mark.parametrize("part", ["x", "eJwDAAAAAAE", "A" * 20_000, "%00", to_link(Study.begin("orion"))])
@pytest.mark.parametrize("place", ["", "cell-0-0", "../../games", "a/b"])
def test_parts_of_addresses_that_are_none_are_explained(browser: TestClient, part: str, place: str) -> None:
    answer = browser.get(f"{SETUP}/{part}/{place}")
    assert 400 <= answer.status_code < 500


def test_the_board_and_the_list_of_games_lead_there(browser: TestClient) -> None:
    assert browser.get("/analysis").text.count('href="/analysis/setup?game=') == len(ludarium.game_names())
    board = browser.get("/analysis/board?game=vortex&position=0,0,3,25/0,0,0,5+X+12+4")
    link = re.search(r'href="([^"]*)"[^>]*>Change the pieces of this position<', board.text)
    assert link
    assert places(browser.get(unescape(link[1])))


def test_what_can_be_put_is_grouped_by_whose_it_is_and_the_rest_is_folded(browser: TestClient) -> None:
    page = browser.get(f"{SETUP}?game=grid")
    groups = re.findall(r'<p class="row" role="group" aria-label(?:ledby)?="([^"]+)">(.*?)</p>', page.text, re.DOTALL)
    named = dict(re.findall(r'<p class="quiet group" id="([^"]+)">(\w+)</p>', page.text))
    found = {named.get(name, name): re.findall(r">([^<>]+)</a>", buttons) for name, buttons in groups}
    assert found == {
        "Green": ["Green walker", "Green city"],
        "Red": ["Red walker", "Red city"],
        "Others": ["Rock", "Take away"],
    }
    folded = extract(r"<details>(.*?)</details>", page)
    assert 'name="position" value=' in folded
    assert "Another game" in folded
    assert "Analyse this position" not in folded
    few = browser.get(f"{SETUP}?game=throngs").text
    assert few.count('class="row" role="group"') == 1


def test_a_position_that_is_refused_stays_in_sight(browser: TestClient) -> None:
    refused = browser.get(SETUP, params={"game": "throngs", "position": "nonsense"})
    assert said(refused)
    assert 'value="nonsense"' in extract(r"<details open>(.*?)</details>", refused)


@pytest.mark.parametrize(
    ("game", "position", "offered"),
    [
        ("vortex", "0,0,1,2/0,0,0,2 O 6 1", {"X to roll": "0,0,1,2/0,0,0,2 X 6"}),
        ("vortex", "0,0,1,2/0,0,0,2 O 6", {"X to roll": "0,0,1,2/0,0,0,2 X 6"}),
        ("ludo", "1,1,1,1/1,1,1,1 B - 12", {"A to roll": "1,1,1,1/1,1,1,1 A - 12"}),
        ("vortex", "0,0,1,2/0,0,0,2 - 1", {}),  # the draw of who begins
        ("grid", None, {}),
        ("orion", None, {}),  # where passing is a turn
    ],
)
def test_where_dice_are_rolled_one_press_lets_a_seat_pass(
    browser: TestClient, game: str, position: str | None, offered: dict[str, str]
) -> None:
    page = browser.get("/analysis/board", params={"game": game} | ({"position": position} if position else {}))
    found = re.findall(r'href="([^"]*)"[^>]*>([^<]*) instead</a>', page.text)
    assert [name for _, name in found] == list(offered)
    for address, name in found:
        after = browser.get(unescape(address), headers={"Accept": "application/json"}).json()
        assert after["position"] == offered[name]
