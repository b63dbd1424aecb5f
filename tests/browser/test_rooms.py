"""Every installed game has room on a desk and on a phone, and the form follows its options."""

from playwright.sync_api import expect

import ludarium
from tests.browser.conftest import PHONE

SCREEN = {"viewport": {"width": 1440, "height": 900}}
WIDTH = "document.documentElement.scrollWidth"


def open_match(page, game):
    """Begin a match of the game as usual, with the other seats free."""
    page.goto(f"/games/{game}/new?seat-1=link")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("#board svg")).to_be_visible()


def test_every_board_is_seen_whole_on_a_desk(visit):
    page = visit(SCREEN)
    for game in ludarium.names():
        open_match(page, game)
        page.evaluate("scrollTo(0, 0)")
        board = page.locator("#board svg").bounding_box()
        assert board["y"] + board["height"] <= 900, game
        assert page.evaluate(WIDTH) <= 1440


def test_no_game_is_wider_than_a_phone(visit):
    page = visit(PHONE)
    for game in ludarium.names():
        page.goto(f"/games/{game}")
        assert page.evaluate(WIDTH) <= 375, f"the rules of {game}"
        page.goto(f"/games/{game}/new")
        assert page.evaluate(WIDTH) <= 375, f"the form of {game}"
        open_match(page, game)
        assert page.evaluate(WIDTH) <= 375, f"a match of {game}"


def test_the_form_asks_for_as_many_players_as_the_options_seat_and_keeps_what_was_chosen(visit):
    page = visit()
    page.goto("/games/vortex/new?seat-1=here")
    page.get_by_label("Name of O").fill("Ann")
    page.get_by_label("Players").fill("4")
    page.get_by_label("Players").press("Tab")
    expect(page.get_by_label("H", exact=True)).to_be_visible()
    expect(page.get_by_label("Board")).to_be_focused()
    expect(page.get_by_label("Name of O")).to_have_value("Ann")
    expect(page.get_by_label("O", exact=True)).to_have_value("here")
    page.get_by_label("H", exact=True).select_option("easy")
    page.get_by_label("Players").fill("3")
    page.get_by_label("Board").select_option("round2")
    expect(page.get_by_label("H", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".players li")).to_have_count(3)
