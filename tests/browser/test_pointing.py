"""Pointing at a board shows what would happen; a touch that is not allowed says why; nothing moves meanwhile."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, Visit
from tests.browser.steps import begin, box, element, turn

POSITIONS = {"vortex": "0,8,10,24/0,0,0,1 X 1 2", "ludo": "1,4,60,120/1,20,10,12 A 5 23"}


def open_position(page: Page, game: str) -> None:
    begin(page, f"/games/{game}/new?" + urlencode({"seat-1": "here", "position": POSITIONS[game]}))


@pytest.mark.parametrize(
    ("game", "piece", "shown"), [("vortex", "token-X3", "bead-10-1"), ("ludo", "marker-A2", "product-4")]
)
def test_pointing_shows_where_a_piece_would_go(visit: Visit, game: str, piece: str, shown: str) -> None:
    page = visit(DESK)
    open_position(page, game)
    expect(element(page, shown)).to_be_hidden()
    before = box(page.locator("#play svg"))
    element(page, piece).hover()
    expect(element(page, shown)).to_be_visible()
    assert box(page.locator("#play svg")) == before
    page.mouse.move(0, 0)
    expect(element(page, shown)).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "piece", "why"),
    [
        ("vortex", "token-X4", "A token on 24 needs exactly 1 for the centre, not 2."),
        ("ludo", "marker-A4", "A4 is retired: it has landed on 120 and moves no more."),
        ("ludo", "cell-8", "No marker of A moves to 8 with a roll of 5: those that can move are on 1, 4, 60."),
    ],
)
def test_a_touch_that_is_not_allowed_says_why_and_one_that_is_plays(
    visit: Visit, game: str, piece: str, why: str
) -> None:
    page = visit(DESK)
    open_position(page, game)
    board = box(page.locator("#play svg"))
    element(page, piece).click()
    expect(page.locator("#pointed")).to_have_text(why)
    expect(page.locator("#pointed")).to_have_class("quiet refused")
    assert box(page.locator("#play svg")) == board
    page.locator("#play .piece.touch").first.click()
    expect(turn(page, 1)).to_be_visible()


def test_a_touch_beside_what_can_be_played_says_so(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "/games/orion/new?seat-1=here")
    letter = box(page.locator("#play text").get_by_text("q", exact=True))
    page.mouse.click(letter["x"] + letter["width"] / 2, letter["y"] + letter["height"] / 2)  # between the two arrows
    expect(page.locator("#pointed")).to_have_text("Nothing can be played exactly there: touch what stands out.")
    expect(turn(page, 1)).to_have_count(0)
