"""Grid Game on large fields: no number is too small to read, and each can be had by finger, pointer and keyboard."""

import random
import re
from functools import cache
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from ludarium import load
from tests.browser.axe import axe_finds
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import begin

SIZES = """() => [...document.querySelectorAll("#play .on-field text")].filter((text) =>
    text.textContent && getComputedStyle(text).display !== "none" && text.closest("g:not(.beyond)") === text.parentNode
    && text.closest(".on-field").checkVisibility({ opacityProperty: true }))
    .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
"""The sizes on the screen of the numbers that are drawn on the field."""
WALKER = re.compile(r"\w+ (walker|city) of \d+, column \d+, row \d+")
LARGE = {"width": 40, "height": 30}


@cache
def crowded(turns: int = 150, **options: int) -> str:
    """Return a position after many turns at random, in which armies keep their direction for a while."""
    said = ",".join(f"{name}={value}" for name, value in options.items())
    game, chance = load(f"grid({said})" if said else "grid"), random.Random(0)
    state, ways = game.initial(), dict[int, int]()
    for _ in range(turns):
        for seat in state.actors:
            if ways.get(seat) not in state.legal(seat) or chance.random() < 0.1:
                ways[seat] = chance.choice(state.legal(seat))
        after = state.play(*(ways[seat] for seat in state.actors))
        if not after.actors:
            break
        state = after
    return str(state)


def open_crowded(page: Page, **options: int) -> None:
    chosen = {f"option-{name}": str(value) for name, value in options.items()}
    chosen |= {f"seat-{seat}": "here" for seat in range(1, options.get("players", 2))}
    begin(page, "/games/grid/new?" + urlencode({**chosen, "position": crowded(**options)}))
    expect(page.locator("#play g.on-field")).not_to_have_count(0)


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    "options",
    [{"width": 7, "height": 6}, {}, {"players": 4, "width": 26, "height": 15}, LARGE, {"players": 3, **LARGE}],
    ids=["smallest", "usual", "wide", "largest", "three"],
)
def test_no_number_on_the_field_is_too_small_to_read(visit: Visit, options: dict[str, int], screen: Settings) -> None:
    page = visit(screen)
    open_crowded(page, **options)
    assert all(size > 8.9 for size in page.evaluate(SIZES))


def test_a_touch_says_a_number_and_enlarges_the_field_there(visit: Visit) -> None:
    page = visit(PHONE)
    open_crowded(page, **LARGE)
    expect(page.locator("#pointed")).to_contain_text("touch or click the field")
    city = page.locator("#play .piece.city.unread").first
    city.dispatch_event("pointerdown", {"pointerType": "touch"})
    box = city.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2 + 4, box["y"] + box["height"] / 2)  # a finger is not exact
    expect(page.locator("#pointed")).to_have_text(WALKER)
    expect(page.locator("#play .piece.unread:not(.beyond)")).to_have_count(0)
    page.wait_for_function(f"() => {{ const s = ({SIZES})(); return s.length > 0 && s.every((size) => size > 8.9) }}")
    page.locator("#play .overview").tap()
    expect(page.locator("#play .piece.unread")).not_to_have_count(0)
    assert axe_finds(page) == []


def test_numbers_are_had_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit(DESK)
    open_crowded(page, **LARGE)
    page.locator("#play").focus()
    page.keyboard.press("Tab")
    expect(page.locator(":focus[data-read]")).to_have_count(1)
    first = page.locator("#pointed").inner_text()
    assert WALKER.match(first)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#pointed")).not_to_have_text(first)
    expect(page.locator("#pointed")).to_have_text(WALKER)
    page.keyboard.press("z")
    expect(page.locator("#play .piece.unread:not(.beyond)")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#play .piece.unread")).not_to_have_count(0)
    page.keyboard.press("Tab")  # the compass is the next stop
    expect(page.locator(":focus.quarter")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#draft")).to_be_visible()


def test_two_fingers_bring_the_numbers_back(visit: Visit) -> None:
    page = visit(PHONE, once=True)
    open_crowded(page, **LARGE)
    expect(page.locator("#play .piece.unread")).not_to_have_count(0)
    page.context.new_cdp_session(page).send("Emulation.setPageScaleFactor", {"pageScaleFactor": 4})
    expect(page.locator("#play .piece.unread")).to_have_count(0)


def test_on_a_small_desk_both_armies_are_seen(visit: Visit) -> None:
    page = visit({"viewport": {"width": 1280, "height": 720}})
    begin(page, "/games/grid/new?" + urlencode({"seat-1": "link", "position": crowded(66)}))
    expect(page.locator("#play g.on-field.piece")).not_to_have_count(0)
    expect(page.locator("#play g.on-field.beyond")).to_have_count(0)
    expect(page.locator("#play .overview")).to_have_count(0)
    sizes = page.evaluate(SIZES)
    assert len(sizes) == page.locator("#play g.on-field.piece:not(.tail)").count()
    assert all(size > 8.9 for size in sizes)


def test_a_puzzle_on_a_phone_shows_every_number(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/puzzles/grid/22")
    expect(page.locator("#play g.on-field.piece")).not_to_have_count(0)
    expect(page.locator("#play .piece.unread")).to_have_count(0)
    expect(page.locator("#play g.on-field.beyond")).to_have_count(0)
    expect(page.locator("#pointed")).not_to_contain_text("too small")
    assert all(size > 8.9 for size in page.evaluate(SIZES))
