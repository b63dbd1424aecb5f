"""Accessibility: names of controls, contrast, focus, and no horizontal scrolling."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe_finds
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import OPENED, begin, box, element, press_until, so_far, start_match

SCHEMES: tuple[tuple[Literal["light", "dark"], tuple[str, ...]], ...] = (
    ("light", ()),
    ("dark", ("color-contrast", "link-in-text-block")),
)
PAGES = (
    "/",
    "/about",
    "/privacy",
    "/rules",
    "/tournaments",
    "/leagues",
    "/games/orion/challenge-ladder",
    "/leagues/new",
    "/games/orion",
    "/games/vortex",
    "/games/vortex/tutorial/1",
    "/games/vortex/tutorial/2?draft=16",
    "/games/orion/tutorial/1",
    "/games/ludo/workshop",
    "/games/grid/workshop",
    "/games/orion/new",
    "/analysis",
    "/compete",
    "/learn",
    "/matches",
    "/matches?name=zz&result=won&since=2027-01-01",
    "/rankings",
    "/watch",
    "/workshop",
    "/puzzles",
    "/puzzles/orion/1",
    "/puzzles/grid/1?answer=n24",
    "/puzzles/ludo/runs",
    "/analysis/setup?game=throngs",
    "/analysis/setup?game=ludo&put=nothing",
    "/analysis/setup?game=hex(size=3)&position=XX1/3/3+x",
    "/analysis/board?game=orion",
    "/analysis/board?game=ludo",
    "/nothing",
)

WIDTH = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    .then(() => document.fonts.ready).then(() => document.documentElement.scrollWidth)"""
"""How wide a page is, once its scripts have heard that the window has another size: they move the guide's numbers."""


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_no_violations_in_light_and_dark(visit: Visit, screen: Settings) -> None:
    page = visit({**screen, "reduced_motion": "reduce"}, expecting=("status of 404",))
    found = {path: violations(page) for path in PAGES if page.goto(path)}
    page.goto("/")
    start_match(page, seat_1="link", position=OPENED)
    found["match"] = violations(page)
    element(page, "u+").click()
    expect(so_far(page)).to_have_text("u+")
    found["mid-turn"] = violations(page)
    page.goto(f"{page.url.partition('?')[0]}?display=projector")
    found["projector"] = violations(page)
    page.goto("/games/grid/new?seat-0=opening&seat-1=easy&pace=live+0.5")
    found["plan"] = violations(page)
    page.get_by_role("button", name="Start match", exact=True).click()
    expect(page.locator("[data-running]")).to_have_count(1)
    found["live"] = violations(page)
    expect(page.locator("#caption")).to_have_text(
        re.compile("Turn ([2-9]|1[0-9])")
    )  # one has been played, or none is listed
    page.get_by_text("Change the opening").click()
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.locator("#turns a").first).to_be_visible()
    found["paused"] = violations(page)
    assert not any(found.values()), found


def violations(page: Page) -> list[str]:
    """What axe finds, a line each: by all rules in light colours, and by those about colours in dark ones."""
    lines = []
    for scheme, rules in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        lines += [
            f"{scheme}: {found['id']}: {node['html'][:150]} {node['failureSummary']}"
            for found in axe_finds(page, *rules)
            for node in found["nodes"]
        ]
    return lines


@pytest.mark.parametrize("fonts", ["ours", "the phone's"])
def test_nothing_is_wider_than_a_phone(visit: Visit, fonts: str) -> None:
    """Text that is read before our fonts arrive is in those of the phone, which are wider."""
    page = visit(PHONE, expecting=("status of 404", "net::ERR_FAILED"))
    if fonts != "ours":
        page.route("**/*.woff2", lambda route: route.abort())
    begin(page, f"/games/orion/new?seat-1=easy&name-0=Wolfeschlegelsteinhausenbergerdorf{len(fonts)}")
    widths = {path: page.evaluate(WIDTH) for path in PAGES if page.goto(path)}
    assert {path: width for path, width in widths.items() if width > 375} == {}


@pytest.mark.parametrize("game", ["orion", "vortex", "ludo", "throngs", "grid"])
def test_no_page_of_a_match_scrolls_sideways_where_a_window_is_enlarged_twofold(visit: Visit, game: str) -> None:
    page = visit(DESK)
    begin(page, f"/games/{game}/new?seat-1=link")
    found = {}
    for width in range(320, 1000, 40):
        page.set_viewport_size({"width": width, "height": 900})
        found[width] = page.evaluate(WIDTH)
    assert {width: wide for width, wide in found.items() if wide > width} == {}


def test_tab_reaches_the_board_once_and_arrows_move_within_it(visit: Visit) -> None:
    page = visit()
    start_match(page, seat_1="link", position=OPENED)
    on_board = page.locator("#play :focus")
    press_until(page, "Tab", on_board)
    first = on_board.get_attribute("id")
    page.keyboard.press("ArrowRight")
    assert on_board.get_attribute("id") != first
    page.keyboard.press("ArrowLeft")
    assert on_board.get_attribute("id") == first
    page.keyboard.press("Tab")
    assert on_board.count() == 0
    page.keyboard.press("Shift+Tab")
    assert on_board.get_attribute("id") == first


def test_touch_targets_have_names_and_are_large_enough(visit: Visit) -> None:
    page = visit(PHONE)
    start_match(page, seat_1="link", position=OPENED)
    for touch in page.locator("#play .touch").all():
        assert touch.get_attribute("aria-label")
        body = box(touch.locator(".body"))
        assert max(body["width"], body["height"]) >= 24, touch.get_attribute("id")
