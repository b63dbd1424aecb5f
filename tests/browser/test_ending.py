"""The winning moment of a match: once when its end arrives, never when an old match is opened, and in replays."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from ludarium import Record
from ludarium.scenes import replay
from tests.browser.conftest import DESK, PHONE, Visit, Watch
from tests.browser.pages import Settings
from tests.browser.steps import ALMOST_WON, begin, box, done, element, guests, start_match, status

WON = re.compile(r"\bwon\b")


def board(page: Page) -> Locator:
    return page.locator("#play svg")


def plate(page: Page) -> Locator:
    return page.locator(".plate")


def test_the_chain_that_won_is_shown_once_when_the_end_arrives(visit: Visit) -> None:
    page = visit({**DESK, "reduced_motion": "no-preference"})
    start_match(page, position=ALMOST_WON, seat_1="here")
    expect(plate(page)).to_have_count(0)
    before = box(board(page))
    element(page, "s-").click()
    done(page).click()
    expect(plate(page).locator(".said")).to_have_text(guests("Guest won in 1 turn"))
    expect(board(page)).to_have_class(WON)
    expect(page.locator("#play .wins")).to_have_count(page.locator("#play .piece.win").count())
    expect(page.locator("#play .piece:not(.win)").first).to_have_class(re.compile("lost"))
    expect(page.locator("#play .won-edge")).to_have_count(1)
    assert box(board(page)) == before  # the board stays where it is
    moving = page.locator("#play :is(.wins, .won-edge, .plate)")
    names = moving.evaluate_all("(all) => all.map((one) => getComputedStyle(one).animationName)")
    assert {*names} == {"win", "appear", "rise-plate"}
    page.reload()
    expect(plate(page)).to_be_visible()
    expect(board(page)).not_to_have_class(WON)
    page.keyboard.press("ArrowLeft")
    expect(plate(page)).to_have_count(0)
    page.keyboard.press("p")  # the replay comes to the end
    expect(board(page)).to_have_class(WON)


def test_whoever_wants_no_motion_sees_the_last_picture_at_once(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    start_match(page, position=ALMOST_WON, seat_1="here")
    page.get_by_label("Confirm my moves").uncheck()
    element(page, "s-").tap()
    done(page).tap()
    expect(board(page)).to_have_class(WON)
    moving = "document.getAnimations().filter((one) => one.effect.target.closest('#play')).length"
    assert page.evaluate(moving) == 0
    assert page.locator("#play .piece:not(.win)").first.evaluate("(one) => getComputedStyle(one).opacity") == "0.78"


def test_in_a_draw_nothing_fades_and_the_plate_has_both_colours(visit: Visit) -> None:
    page = visit()
    start_match(page, seat_1="here", turn_limit="10", position="OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX o 10")
    element(page, "a-").click()
    done(page).click()
    expect(status(page)).to_have_text(re.compile("^Draw"))
    expect(plate(page).locator(".said")).to_have_text("Draw after 1 turn")
    expect(plate(page).locator(".colours span")).to_have_count(2)
    expect(page.locator("#play .lost")).to_have_count(0)


def test_a_replay_shows_it_when_it_has_played_to_the_end_and_not_before(watch: Watch) -> None:
    record = Record.parse(f'[Game "orion"]\n[Position "{ALMOST_WON}"]\n1. s-')
    page = watch(replay.page(record))
    shown = page.locator("ludarium-replay .scene")
    expect(page.locator("output")).to_have_text("1 / 1")
    expect(shown).not_to_have_class(WON)
    page.get_by_role("button", name="Play").click()
    expect(shown).to_have_class(WON)
    page.get_by_role("button", name="Previous").click()
    expect(shown).not_to_have_class(WON)


def test_a_quarter_of_a_compass_has_room_for_a_thumb(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/grid/new?seat-1=here")
    for seat in (0, 1):
        for name in ("north", "south"):
            assert box(element(page, f"{name}-{seat}"))["height"] >= 58
        for name in ("east", "west"):
            assert box(element(page, f"{name}-{seat}"))["width"] >= 58
    left, right = box(element(page, "compass-0")), box(element(page, "compass-1"))
    assert left["x"] >= 0
    assert left["x"] + left["width"] <= right["x"]
    assert right["x"] + right["width"] <= 375
    when = box(element(page, "spawn-1"))
    expect(element(page, "spawn-0")).to_have_text("new walkers")  # what the +1 of a hub means
    assert left["y"] + left["height"] <= when["y"] + when["height"] <= box(page.locator("#pointed"))["y"] + 1


def test_who_resigns_far_below_the_board_sees_the_result(visit: Visit) -> None:
    page = visit({**PHONE, "viewport": {"width": 375, "height": 667}, "reduced_motion": "reduce"})
    start_match(page)
    page.get_by_role("button", name="Resign", exact=True).tap()
    page.get_by_role("button", name="Yes, resign").tap()
    expect(plate(page).locator(".said")).to_have_text("Broken off")  # in no turns, which nobody wins
    expect(plate(page)).to_be_in_viewport(ratio=1)


def test_on_a_phone_what_one_may_do_next_follows_the_result(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    start_match(page)
    page.get_by_role("button", name="Resign", exact=True).tap()
    page.get_by_role("button", name="Yes, resign").tap()
    expect(plate(page)).to_be_visible()
    result, others = box(plate(page)), box(page.get_by_role("link", name="Analyse"))
    assert 0 < others["y"] - result["y"] - result["height"] < 24


def test_on_a_phone_the_rematch_has_a_line_and_all_else_the_one_below_it(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    start_match(page, position=ALMOST_WON, seat_1="here")
    page.get_by_label("Confirm my moves").uncheck()
    element(page, "s-").tap()
    done(page).tap()
    rematch = page.locator(".plate [value=rematch]")
    expect(rematch).to_be_in_viewport(ratio=1)
    rematch.evaluate("(button) => button.textContent = 'Rated rematch'")
    assert box(rematch)["height"] <= 48
    others = [box(page.get_by_role("link", name=name, exact=True)) for name in ("New opponent", "Analyse", "Share")]
    assert len({place["y"] for place in others}) == 1
    assert others[0]["y"] > box(plate(page))["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


CROWDED = """(name) => {
    const button = document.querySelector(".plate [value=rematch]");
    button.textContent = name;
    document.querySelector(".plate .said").textContent = "Wilhelmine won in 123 turns";
    const words = new Range();
    words.selectNodeContents(button);
    const [inner, outer] = [words, button].map((one) => one.getBoundingClientRect());
    return [[inner.left - outer.left, outer.right - inner.right], [inner.top - outer.top, outer.bottom - inner.bottom]];
}"""
"""The room beside and around the name of the button for a rematch, if it has this name, and the result is long."""


def test_the_longest_name_of_the_button_for_a_rematch_fits_it_on_a_phone(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce", "color_scheme": "dark"})
    start_match(page)
    page.get_by_role("button", name="Resign", exact=True).tap()
    page.get_by_role("button", name="Yes, resign").tap()
    expect(plate(page)).to_be_visible()
    for name in ("Join the rematch", "Watch the rematch", "Rated rematch"):
        beside, around = page.evaluate(CROWDED, name)
        assert min(beside) >= 8, name
        assert min(around) >= 1, name
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_what_is_pointed_at_is_named_clear_of_the_plate_and_on_the_same_screen(visit: Visit, screen: Settings) -> None:
    page = visit({**screen, "reduced_motion": "reduce"})
    begin(page, "/games/orion/new?seat-0=here&seat-1=here&pace=600%2B0")
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".plate")).to_be_visible()
    page.locator("#play svg g[aria-label]").first.dispatch_event("pointerover", {"bubbles": True})
    named, plate = page.locator("#pointed"), box(page.locator(".plate"))
    expect(named).not_to_be_empty()
    drawn = named.evaluate("""(line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        const { top, bottom } = range.getBoundingClientRect();
        return [top, bottom];
    }""")
    assert drawn[0] >= plate["y"] + plate["height"] - 3
    assert drawn[1] <= page.evaluate("innerHeight")
