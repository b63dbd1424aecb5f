"""The match page: reloads, a killed server, two browsers, two tabs, and text that is being typed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.steps import (
    ALMOST_WON,
    AWAY,
    OPENED,
    REFUSED,
    box,
    done,
    element,
    guests,
    join,
    so_far,
    start_match,
    start_match_by_form,
    status,
    submit_form,
    turn,
)
from tools.local_site import LocalSite

Two = tuple[Page, Page]


@pytest.fixture
def two(visit: Visit) -> Two:
    """A match with a browser in each seat."""
    first = visit()
    start_match(first, seat_1="link", position=OPENED)
    second = visit()
    join(second, first.get_by_label("Invitation to play O").first.input_value())
    expect(status(first)).to_have_text("Your turn.")
    expect(status(second)).to_have_text(guests("Waiting for Guest."))
    return first, second


def play(page: Page, click: str) -> None:
    element(page, click).click()
    expect(so_far(page)).to_have_text(click)
    done(page).click()


def test_a_reload_keeps_the_match_and_the_unfinished_turn(visit: Visit) -> None:
    page = visit()
    start_match(page, seat_1="link", position=OPENED)
    element(page, "u+").click()
    expect(so_far(page)).to_have_text("u+")
    element(page, "u+").click()
    expect(so_far(page)).to_have_text("u++")
    page.reload()
    expect(so_far(page)).to_have_text("u++")
    page.keyboard.press("Escape")
    expect(so_far(page)).to_have_text("u+")
    page.get_by_role("button", name="Undo").click()
    expect(so_far(page)).to_have_count(0)
    play(page, "v-")
    expect(turn(page, 1)).to_have_text(re.compile("v-"))
    page.reload()
    expect(turn(page, 1)).to_have_text(re.compile("v-"))
    expect(status(page)).to_have_text("Waiting for an opponent to join.")


def test_two_browsers_see_each_others_turns_at_once(two: Two) -> None:
    first, second = two
    play(first, "u+")
    expect(status(second)).to_have_text("Your turn.")
    expect(turn(second, 1)).to_have_text(re.compile(r"u\+"))
    play(second, "a-")
    expect(status(first)).to_have_text("Your turn.")
    expect(turn(first, 2)).to_have_text(re.compile("a-"))


def test_an_offer_arrives_during_an_unfinished_turn(two: Two) -> None:
    first, second = two
    element(first, "u+").click()
    expect(so_far(first)).to_have_text("u+")
    first.get_by_label("Type a turn").fill("v+w")
    second.get_by_role("button", name="Offer a draw").click()
    expect(first.get_by_text(guests("Guest offers a draw."))).to_be_visible()
    expect(first.get_by_label("Type a turn")).to_have_value("v+w")
    expect(first.get_by_label("Type a turn")).to_be_focused()
    expect(so_far(first)).to_have_text("u+")
    first.get_by_role("button", name="Decline").click()
    expect(second.get_by_text("offers a draw")).to_have_count(0)
    second.get_by_role("button", name="Offer a draw").click()
    first.get_by_role("button", name="Accept").click()
    expect(status(first)).to_have_text("Draw by agreement.")
    expect(status(second)).to_have_text("Draw by agreement.")


def test_a_turn_is_taken_back_and_the_match_resigned(two: Two) -> None:
    first, second = two
    play(first, "u+")
    first.get_by_role("button", name="Request takeback").click()
    expect(second).to_have_title(re.compile(r"^\(1\) Guest \w+ requests a takeback\. · Orion: Hydra$"))
    second.get_by_role("button", name="Accept").click()
    expect(status(first)).to_have_text("Your turn.")
    expect(turn(first, 1)).to_have_count(0)
    second.get_by_role("button", name="Resign").click()
    second.get_by_role("button", name="Cancel").click()
    second.get_by_role("button", name="Resign").click()
    second.get_by_role("button", name="Yes, resign").click()
    expect(status(first)).to_have_text("Broken off by resignation. Nobody won, because not everybody made two turns.")
    expect(first.locator("#caption")).to_be_empty()  # the result is told once


def test_two_tabs_on_one_seat_cannot_play_twice(visit: Visit) -> None:
    page = visit(expecting=REFUSED)
    start_match(page, seat_1="here", position=OPENED)
    tab = page.context.new_page()
    tab.route("**/news.js", lambda route: route.abort())
    tab.goto(page.url)
    expect(status(tab)).to_have_text(guests("Guest (X) to play."))
    play(page, "u+")
    expect(status(page)).to_have_text(guests("Guest (O) to play."))
    tab.get_by_label("Type a turn").fill("v+")
    tab.get_by_label("Type a turn").press("Enter")
    expect(tab.get_by_role("alert")).to_have_text("This turn was already played: the last turn was u+.")
    expect(turn(tab, 1)).to_have_text(re.compile(r"u\+"))
    expect(turn(tab, 2)).to_have_count(0)


def test_an_invalid_turn_stays_in_its_field(visit: Visit) -> None:
    page = visit(expecting=REFUSED)
    start_match(page, seat_1="link", position=OPENED)
    field = page.get_by_label("Type a turn")
    field.fill("a+")
    field.press("Enter")
    expect(page.locator("#problem")).to_contain_text("click 1, a+, is not allowed", ignore_case=True)
    expect(field).to_have_value("a+")
    field.fill("u+v")
    page.locator(".type").get_by_role("button", name="Play").click()
    expect(page.locator("#problem")).to_contain_text("'u+v' is not a turn")
    field.fill("u+v-")
    field.press("Enter")
    expect(turn(page, 1)).to_have_text(re.compile(r"u\+v-"))
    expect(page.locator("#problem")).to_have_count(0)


def test_a_killed_server_loses_nothing_and_the_page_continues(visit: Visit, mortal_server: LocalSite) -> None:
    page = visit(expecting=AWAY)
    start_match(page, seat_1="medium", position=OPENED)
    play(page, "u+")
    expect(turn(page, 1)).to_be_visible()
    mortal_server.kill()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    mortal_server.open()
    expect(turn(page, 2)).to_be_visible()
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(status(page)).to_have_text("Your turn.")
    page.locator("#play .handle.touch").first.click()
    expect(so_far(page)).to_be_visible()
    done(page).click()
    expect(turn(page, 3)).to_be_visible()


def test_stepping_through_a_match_by_buttons_and_arrow_keys(two: Two) -> None:
    first, second = two
    play(first, "u+")
    expect(status(second)).to_have_text("Your turn.")
    second.locator("h1, .brand").first.focus()
    second.keyboard.type('"\\')  # keys that mean nothing here
    second.keyboard.press("ArrowLeft")
    expect(second.get_by_text("Position after turn 0 of 1.")).to_be_visible()
    assert second.url.endswith("/at/0")
    expect(element(second, "rotor-u")).to_have_attribute("transform", re.compile(r"rotate\(0\)"))
    second.get_by_role("link", name="Next turn").click()
    expect(element(second, "rotor-u")).to_have_attribute("transform", re.compile(r"rotate\(90\)"))
    expect(second.locator("#draft")).to_be_visible()
    second.get_by_role("link", name="First position").click()
    second.get_by_role("link", name="Back to the match").click()
    expect(second.locator("#draft")).to_be_visible()


def test_the_home_page_leads_to_a_match(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    page.get_by_role("button", name="Play now Orion: Hydra").click()
    expect(status(page)).to_have_text("Your turn.")
    expect(page.locator(".players")).to_contain_text("easy")
    page.goto("/")
    page.get_by_role("link", name="Options of Orion: Hydra").click()
    submit_form(page)
    expect(status(page)).to_have_text("Your turn.")


def test_a_match_starts_from_a_position_and_has_a_record(visit: Visit) -> None:
    page = visit()
    start_match_by_form(page, ALMOST_WON, "here")
    page.get_by_label("Type a turn").fill("s-")
    page.get_by_label("Type a turn").press("Enter")
    expect(status(page)).to_have_text(re.compile(r"^Guest \w+ won: a chain of X's from top to bottom\.$"))
    with page.expect_download() as download:
        page.get_by_text("More", exact=True).click()
        page.get_by_role("link", name="Download the record").click()
    assert "1. s-" in download.value.path().read_text("utf-8")
    page.get_by_role("link", name="First position").click()
    page.get_by_role("link", name="Play on from here").click()
    page.get_by_role("button", name="Start match", exact=True).click()
    expect(status(page)).to_have_text("Your turn.")
    expect(page.locator("#turns a")).to_have_count(0)


def test_links_are_copied(visit: Visit) -> None:
    page = visit({"permissions": ["clipboard-read", "clipboard-write"]})
    start_match(page, seat_1="link")
    page.get_by_role("button", name="Copy invitation link").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert (
        page.evaluate("navigator.clipboard.readText()") == page.get_by_label("Invitation to play O").first.input_value()
    )
    page.get_by_text("More", exact=True).click()
    assert page.get_by_label("Link to this position").input_value().endswith("/at/0")


def test_the_pictures_on_the_front_page_move_unless_nobody_wants_that(visit: Visit) -> None:
    page, still = visit(), visit({"reduced_motion": "reduce"})
    still.goto("/")
    rests = still.locator("[data-moves] svg").first
    before = rests.inner_html()
    page.goto("/")
    page.locator("[data-moves] svg").first.scroll_into_view_if_needed()
    still.locator("[data-moves] svg").first.scroll_into_view_if_needed()
    expect(page.locator("[data-moves] svg").first).not_to_have_js_property("innerHTML", before)
    assert rests.inner_html() == before
    expect(still.get_by_label("Pause the pictures")).to_be_hidden()
    page.get_by_label("Pause the pictures").check()
    page.reload()
    expect(page.get_by_label("Pause the pictures")).to_be_checked()


def test_the_front_page_of_a_stranger_is_short_on_a_phone(visit: Visit) -> None:
    """Boards lie in strips, of which all are reached by a push to the side, and games one below the other.

    The tournaments of other tests, which are listed, are not counted.
    """
    page = visit({**PHONE, "viewport": {"width": 375, "height": 667}, "reduced_motion": "reduce"})
    page.goto("/")
    listed = page.locator("[aria-labelledby=arenas], [aria-labelledby=tournaments] > ul")
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height - sum(box(one)["height"] for one in listed.all()) < 3300
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    last = page.locator(".home .card").last.get_by_role("button")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
