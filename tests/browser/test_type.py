"""The sizes of letters on pages, as Chromium computes them at 1440 and 375 pixels."""

import pytest

from tests.browser.conftest import PHONE, Settings, Visit
from tests.browser.steps import submit_form

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
