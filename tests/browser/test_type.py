"""The sizes of letters on pages, as Chromium computes them at 1440 and 375 pixels."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import begin, submit_form

DESK: Settings = {"viewport": {"width": 1440, "height": 900}}
SIZES = """(least) => [...document.querySelectorAll("main *")].filter((one) =>
    !one.closest("svg, pre, code, .hidden") && one.checkVisibility()
    && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    && parseFloat(getComputedStyle(one).fontSize) < least
).map((one) => `${one.nodeName}.${one.className} ${getComputedStyle(one).fontSize} ${one.textContent.trim()}`)"""
LEAST = 14.4
"""Of a quiet remark."""


def size(element: str) -> str:
    return f"parseFloat(getComputedStyle(document.querySelector({element!r})).fontSize)"


@pytest.mark.parametrize(("screen", "front", "heading"), [(DESK, 50, 42), (PHONE, 32, 30)], ids=["desk", "phone"])
def test_headings_buttons_and_remarks_have_their_sizes(
    visit: Visit, screen: Settings, front: float, heading: float
) -> None:
    page = visit(screen)
    page.goto("/")
    assert page.evaluate(size("h1")) == pytest.approx(front, abs=0.6)
    assert page.evaluate(SIZES, LEAST - 0.01) == []
    page.goto("/games/grid")
    assert page.evaluate(size("h1")) == pytest.approx(heading, abs=0.6)
    assert page.evaluate(SIZES, LEAST - 0.01) == []
    page.goto("/games/grid/new?seat-1=here")
    assert page.evaluate(size(".button")) == 16
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).fontWeight") == "600"
    submit_form(page)
    assert page.evaluate(SIZES, LEAST - 0.01) == []
    parts = page.locator(".turns, .button, #caption")
    families = parts.evaluate_all("(all) => all.map((one) => getComputedStyle(one).fontFamily)")
    assert all(family.startswith("Figtree") for family in families)


NUMERALS = """(which) => [...document.querySelectorAll(`#play ${which} text`)].map((one) => {
    const { a, b } = one.getScreenCTM();
    return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b);
})"""


@pytest.mark.parametrize("board", [63, 87, 93, 153])
def test_the_steps_on_stones_are_legible_on_a_phone(visit: Visit, board: int) -> None:
    page = visit(PHONE)
    begin(page, f"/games/throngs/new?seat-1=here&option-board={board}")
    sizes = page.evaluate(NUMERALS, ".travels")
    assert sizes
    assert min(sizes) > 11.4, sorted(sizes)


def test_the_numbers_of_the_largest_island_are_legible_on_a_phone(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/ludo/new?seat-1=here&seat-2=here&seat-3=here&option-players=4&option-goal=360&option-die=8")
    assert min(page.evaluate(NUMERALS, ".label:is(.adrift, .badge, .size-28, .size-32)")) > 11.6
    drawn = page.locator("#play svg").bounding_box()
    assert drawn
    assert drawn["y"] + drawn["height"] <= 812


def test_a_die_without_pips_is_as_large_after_its_turn(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/ludo/new?seat-1=here&option-die=8&option-goal=24&position=2,1,1,1/1,1,1,1+A+8+2")
    before = page.evaluate(NUMERALS, ".die")
    page.locator("#play .touch").first.dispatch_event("click")
    expect(page.get_by_role("button", name="Confirm turn")).to_be_visible()
    assert page.evaluate(NUMERALS, ".pips") == before != []
    expect(page.locator("#pointed")).to_have_text("")  # nothing is said of what was touched before
