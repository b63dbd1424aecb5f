"""What begins something: forms have in sight what most choose, and the front page has one large button."""

import re

import pytest
from playwright.sync_api import expect

from ludarium.site.notices.rows.notices import NoticeSettings
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import begin, box
from tests.browser.test_challenges import store
from tests.browser.test_tournaments import signed_in
from tests.site.tournaments.playing import account

__all__ = ["store"]

FORMS = {
    "/games/vortex/new": ("Start match", "Pace"),
    "/games/grid/new": ("Start match", "Pace"),
    "/challenges/new?game=ludo&to=Bob": ("Send challenge", "Pace"),
    "/tournaments/new": ("Make the tournament", "Pace of the matches"),
    "/tournaments/new?kind=team-match&game=orion": ("Make the tournament", "Pace of the matches"),
    "/leagues/new": ("Make the league", "Pace"),
}


def test_the_button_of_a_form_is_within_one_and_a_half_screens_of_a_phone(visit: Visit, store: Store) -> None:
    service = Service(store)
    screen = {**PHONE, "viewport": {"width": 375, "height": 667}}
    page = signed_in(visit, screen, service, account(service, store, "Former"))
    for path, (name, pace) in FORMS.items():
        page.goto(path)
        button = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert button
        assert button["y"] + button["height"] <= 1.5 * 667, path
        expect(page.get_by_label(pace, exact=True)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_each_seat_opens_below_what_was_pressed(visit: Visit, screen: Settings) -> None:
    """Also when the number of players is chosen after it, which asks the site for the seats."""
    page = visit({**screen, "reduced_motion": "reduce"})
    page.goto("/games/vortex/new")
    pick, seats = page.get_by_label("More: choose each seat"), page.locator(".seat")
    place = box(pick)
    pick.check()
    expect(seats.first).to_be_visible()
    assert box(pick) == place
    page.get_by_label("Players", exact=True).select_option("3")
    expect(seats).to_have_count(3)
    assert box(pick) == place
    assert box(seats.first)["y"] > place["y"]


CUT = """() => [...document.querySelectorAll("main select")].filter((select) => {
    const drawing = document.createElement("canvas").getContext("2d"), style = getComputedStyle(select);
    drawing.font = style.font;
    const text = drawing.measureText(select.selectedOptions[0].label).width;
    return select.getClientRects().length > 0 && text > select.clientWidth - 40;
}).map((select) => select.selectedOptions[0].label)"""
"""What is chosen in the lists of a form, and not seen whole."""


@pytest.mark.parametrize("size", [(1440, 900), (720, 900), (375, 812)], ids=str)
def test_a_new_match_shows_its_game_and_cuts_no_choice_off(visit: Visit, size: tuple[int, int]) -> None:
    page = visit({"viewport": {"width": size[0], "height": size[1]}})
    for game in ("vortex", "grid", "orion"):
        for level in ("easy", "champion"):
            page.goto(f"/games/{game}/new?seat-0=anybody&seat-1={level}")
            expect(page.locator(".sample img")).to_be_in_viewport()
            assert page.evaluate(CUT) == []
    expect(page.get_by_role("region", name="The bots")).to_contain_text("Cleo, hard: ")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


PRIMARY = """() => [...document.querySelectorAll("main .primary.large")]
    .filter((button) => button.getBoundingClientRect().bottom <= innerHeight).map((button) => button.textContent)"""
PICTURES = """() => [...document.querySelectorAll("main .shot img")]
    .filter((picture) => picture.getBoundingClientRect().top < innerHeight - 100).length"""


def test_the_first_screen_has_one_large_press_and_a_picture(visit: Visit) -> None:
    for width, height in ((1440, 900), (375, 667)):
        page = visit({"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"})
        page.goto("/")
        (press,) = page.evaluate(PRIMARY)
        assert press.startswith("Play ")
        assert page.evaluate(PICTURES) > 0
        begin(page, "/games/orion/new?seat-1=here")
        page.goto("/")
        assert page.evaluate(PRIMARY) == ["Continue"]
        another = page.get_by_role("button", name="Play Orion: Hydra now", exact=True)
        expect(page.get_by_role("link", name="Play a person", exact=True)).to_be_in_viewport()
        expect(another).to_be_visible(visible=width > 400)  # a phone has one row, for what waits and for people
        assert page.evaluate(PICTURES) > 0


def test_the_paces_of_a_tournament_are_those_of_the_chosen_game(visit: Visit) -> None:
    page = visit()
    page.goto("/tournaments/new?kind=arena&game=ludo")
    pace, offered = page.get_by_label("Pace of the matches"), page.locator("#tempo optgroup:not([hidden]) option")
    expect(offered).to_have_text(["3 min + 2 s", "10 min + 5 s", "30 min + 30 s"])
    page.get_by_label("Game", exact=True).select_option("Grid Game")
    expect(offered).to_have_text(["a turn every 2 seconds", "a turn every second", "2 turns a second"])
    expect(pace).to_have_value("live 2")
    page.get_by_label("Game", exact=True).select_option("Throngs")
    expect(pace).to_have_value("180+2")


def test_a_live_tournament_begins_soon_or_at_a_time_in_the_zone_of_the_account(visit: Visit, store: Store) -> None:
    service = Service(store)
    person = account(service, store, "Zonal")
    service.notices.save_settings(person.id, NoticeSettings(zone="Europe/Lisbon"))
    page = signed_in(visit, {**PHONE, "timezone_id": "Asia/Tokyo"}, service, person)
    page.goto("/tournaments/new?kind=swiss&game=orion")
    days, begins = page.get_by_label("Begins after how many days"), page.get_by_label("Begins at")
    expect(days).to_be_visible()
    expect(begins).to_be_hidden()
    page.get_by_label("Pace of the matches").select_option("600+5")
    expect(days).to_be_hidden()
    soon = page.get_by_label("Begins", exact=True)
    expect(soon).to_have_value("15")
    expect(begins).to_be_hidden()
    soon.select_option("at a time")
    expect(begins).to_have_value(re.compile(r"\d\d\d\d-\d\d-\d\dT20:00"))
    expect(page.get_by_label("Your time zone")).to_have_value("Europe/Lisbon")
    page.get_by_label("Pace of the matches").select_option("4d+2d/4d")
    expect(days).to_be_visible()
    expect(soon).to_be_hidden()
    expect(begins).to_have_value("")
    page.get_by_label("Pace of the matches").select_option("600+5")
    soon.select_option("15")
    page.get_by_role("button", name="Make the tournament", exact=True).click()
    expect(page.locator(".stands")).to_contain_text(re.compile(r"Begins in 1[45]"))
    page.goto("/tournaments/new?kind=arena&game=orion")
    expect(days).to_have_count(0)
    page.get_by_label("Begins", exact=True).select_option("at a time")
    page.get_by_role("button", name="Make the tournament", exact=True).click()
    expect(page.locator(".stands")).to_contain_text(re.compile(r", 20:00 WES?T"))


@pytest.mark.parametrize("width", [360, 375])
def test_all_tabs_of_compete_fit_a_phone_and_those_of_watch_show_that_there_are_more(visit: Visit, width: int) -> None:
    page = visit({**PHONE, "viewport": {"width": width, "height": 812}})
    hidden = "strip => strip.scrollWidth - strip.clientWidth"
    for path in ("/compete", "/tournaments", "/leagues", "/rankings"):
        page.goto(path)
        assert page.locator(".tabs").evaluate(hidden) == 0, path
    page.goto("/watch")
    assert page.locator(".tabs").evaluate(hidden) > 0
    first, second = box(page.locator(".tabs a").nth(0)), box(page.locator(".tabs a").nth(1))
    assert second["x"] - first["x"] - first["width"] >= 12  # two names do not read as one
    page.emulate_media(color_scheme="dark")
    drawn = page.locator(".tabs").evaluate("strip => getComputedStyle(strip).backgroundImage")
    assert "rgba(255, 255, 255," not in drawn  # a shadow is dark on dark paper, too
    shadow = page.locator(".tabs").evaluate("strip => getComputedStyle(strip).backgroundAttachment")
    assert shadow == "local, local, scroll, scroll"


@pytest.mark.parametrize("path", ["/rankings", "/tournaments/new?kind=arena", "/tournaments/new?kind=duplicate"])
def test_what_is_chosen_in_a_row_is_in_sight(visit: Visit, path: str) -> None:
    for width in (375, 720):
        page = visit({"viewport": {"width": width, "height": 900}})
        page.goto(path)
        chosen = page.locator("main :is(.tabs, .presets) [aria-current]")
        expect(chosen).to_be_in_viewport(ratio=1)
        edge = page.locator("main :is(.tabs, .presets)").evaluate("strip => strip.getBoundingClientRect().right")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        right = box(chosen)
        assert right["x"] >= 0
        assert right["x"] + right["width"] <= edge + 1


def test_the_form_of_an_arena_says_once_whether_it_is_rated(visit: Visit, store: Store) -> None:
    service = Service(store)
    page = signed_in(visit, PHONE, service, account(service, store, "Thekla"))
    head = page.locator("summary", has_text="More").locator(".quiet")
    for game, said in (("orion", "unrated"), ("grid", "rated")):
        page.goto(f"/tournaments/new?kind=arena&game={game}")
        expect(head).to_contain_text(re.compile(rf"players, {said},"))
        expect(page.locator("#with-ticks")).to_be_visible(visible=said == "rated")
    page.get_by_label("Game", exact=True).select_option("orion")
    expect(page.locator("#with-ticks")).to_be_hidden()
    page.locator("summary", has_text="More").click()
    page.get_by_label("Rated", exact=True).uncheck()
    expect(head).to_contain_text("unrated")


def test_a_tournament_with_ticks_is_rated_by_its_form(visit: Visit, store: Store) -> None:
    service = Service(store)
    page = signed_in(visit, PHONE, service, account(service, store, "Tessa"))
    page.goto("/tournaments/new?kind=round-robin&game=orion")
    rated = page.locator("input[name=rated]")
    expect(rated).not_to_be_checked()
    page.get_by_label("Game", exact=True).select_option("grid")
    page.get_by_label("Pace of the matches").select_option("live 1")
    expect(rated).to_be_checked()
    expect(page.locator("#with-ticks")).to_be_visible()
    page.get_by_role("button", name="Make the tournament").click()
    page.wait_for_url("**/tournaments/*")
    expect(page.get_by_role("button", name="Leave the tournament")).to_be_visible()


def test_a_wrong_option_is_said_in_its_place_and_covers_no_help(visit: Visit) -> None:
    page = visit(expecting=["status of 400"])
    page.goto("/games/orion/new?option-turn_limit=12")
    page.get_by_label("Turn limit").fill("1")
    page.get_by_role("button", name="Start match", exact=True).click()
    expect(page.locator("#option-turn_limit-problem")).to_contain_text("Turn limit")
    expect(page.get_by_label("Turn limit")).to_have_value("1")
