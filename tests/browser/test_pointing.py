"""Pointing at a board shows what would happen; a touch that is not allowed says why; nothing moves meanwhile."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, Visit
from tests.browser.steps import begin, box, element, so_far, turn

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


def test_what_comes_next_stays_in_sight_while_the_mouse_rests_on_what_was_placed(visit: Visit) -> None:
    """The numbers of influence come when they are asked for: when the mouse points there again."""
    page = visit(DESK)
    begin(page, "/games/throngs/new?seat-1=here")
    site, notes, sign = (page.locator(f"#play {which}") for which in ("[id='site-e2']", ".notes", "svg.telling"))
    place = box(site)
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    expect(notes).to_have_count(1)
    page.mouse.click(x, y)
    expect(so_far(page)).to_have_text("+e2")
    page.mouse.move(x + 1, y)
    expect(page.locator("#play .travels.hint").first).to_be_visible()
    assert (notes.count(), sign.count()) == (0, 0)
    page.mouse.move(0, 0)
    page.mouse.move(x, y)
    expect(notes).to_have_count(1)


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


@pytest.mark.parametrize(("game", "choice"), [("throngs", ".travels"), ("vortex", ".halo"), ("orion", ".arrow.touch")])
def test_what_could_be_chosen_is_drawn_for_who_may_choose_it_alone(visit: Visit, game: str, choice: str) -> None:
    page, watching = visit(DESK), visit(DESK)
    position = {"position": POSITIONS[game]} if game in POSITIONS else {}
    begin(page, f"/games/{game}/new?" + urlencode({"seat-1": "here", **position}))
    expect(page.locator(f"#play {choice}").first).to_be_visible()
    watching.goto(page.url)
    for address in (page.url, f"{page.url}/at/0"):
        watching.goto(address)
        expect(watching.locator("#play svg[role=img]")).to_be_visible()
        assert not watching.locator(f"#play :is({choice}, .touch, .key.halo):visible").count()
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".plate")).to_be_visible()
    for address in (watching.url, watching.url.partition("/at/")[0]):
        page.goto(address)
        expect(page.locator("#play svg[role=img]")).to_be_visible()
        assert not page.locator(f"#play :is({choice}, .touch):visible").count()
