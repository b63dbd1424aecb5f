"""Touch on a phone: the first touch enlarges a board with small targets, and the second chooses."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.steps import box, element, so_far, submit_form, turn
from tests.browser.test_display_modes import open_match

BOARD = "div.board"
NEAR = "div.board.zoomed"
PLACE = "board => [board.scrollLeft, board.scrollTop]"


HEX = "hex"
"""The example game: the board with the smallest cells."""


def test_a_cell_of_a_large_board_is_chosen_by_two_touches(visit: Visit) -> None:
    page = visit(PHONE)
    open_match(page, HEX)
    whole = box(element(page, "cell-f6"))
    element(page, "cell-e6").tap()  # beside the one that is meant
    expect(page.locator(NEAR)).to_be_visible()
    expect(so_far(page)).to_have_count(0)
    expect(page.locator("#pointed")).to_contain_text("Tap again to choose.")
    large = box(element(page, "cell-f6"))
    assert whole["width"] < 24
    assert large["width"] > 40
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    element(page, "cell-f6").tap()
    expect(so_far(page)).to_have_text("f6")
    expect(page.locator(NEAR)).to_have_count(0)
    assert box(element(page, "cell-f6"))["width"] == pytest.approx(whole["width"])
    page.get_by_role("button", name="Confirm turn").tap()
    expect(turn(page, 1)).to_contain_text("f6")


def test_the_zoom_centres_on_the_touch(visit: Visit) -> None:
    page = visit(PHONE)
    open_match(page, HEX)
    before = box(element(page, "cell-f6"))
    element(page, "cell-f6").tap()
    expect(page.locator(NEAR)).to_be_visible()
    after, board = box(element(page, "cell-f6")), box(page.locator(BOARD))
    assert abs(after["x"] + after["width"] / 2 - board["x"] - board["width"] / 2) < 3
    assert board["y"] < after["y"] < board["y"] + board["height"]
    assert before["width"] < after["width"]


def test_a_touch_outside_all_targets_zooms_out(visit: Visit) -> None:
    page = visit(PHONE)
    open_match(page, "orion")
    element(page, "u+").tap()
    expect(page.locator(NEAR)).to_be_visible()
    page.locator(BOARD).evaluate("board => board.scrollTo(0, 0)")
    page.locator(BOARD).tap(position={"x": 5, "y": 5})
    expect(page.locator(NEAR)).to_have_count(0)
    expect(so_far(page)).to_have_count(0)


def test_the_zoom_lasts_until_the_turn_is_complete(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/games/throngs/new?seat-1=link&option-board=153")
    submit_form(page)
    site = page.locator("#play .touch").first
    site.tap()
    expect(page.locator(NEAR)).to_be_visible()
    place = page.locator(BOARD).evaluate(PLACE)
    site.tap()
    expect(so_far(page)).to_be_visible()
    expect(page.locator(NEAR)).to_be_visible()
    assert page.locator(BOARD).evaluate(PLACE) == pytest.approx(place, abs=1)


def test_large_targets_and_mouse_clicks_need_no_zoom(visit: Visit) -> None:
    tablet = visit({**PHONE, "viewport": {"width": 800, "height": 1100}})
    open_match(tablet, "throngs")
    lit, says = tablet.locator("#play .lit"), tablet.locator("#pointed")
    tablet.locator("#play #site-d6").tap()  # it cannot be chosen, and says what counts for it
    expect(says).to_have_text("d6, White, influence -1")
    expect(lit).not_to_have_count(0)
    tablet.locator("#play .touch").first.tap()
    expect(so_far(tablet)).to_be_visible()
    desk = visit({"viewport": {"width": 375, "height": 812}})
    open_match(desk, "orion")
    reach = desk.locator("#play .preview")
    expect(reach).to_have_count(0)
    desk.locator("#play [id^=slot-].touch").first.hover()  # shows what may be touched after this piece
    expect(reach).not_to_have_count(0)
    desk.mouse.move(0, 0)
    expect(reach).to_have_count(0)
    element(desk, "u+").click()
    expect(turn(desk, 1)).to_be_visible()
