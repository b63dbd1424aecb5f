"""The editor of the workshop: completion, faults at their line, and a result that comes while one goes on writing."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.test_accessibility import violations
from tests.browser.test_accounts import add_device, site

__all__ = ["site"]
CONTENT = ".code-editor .cm-content"
FAULTY = "if (api.turn() > 1) api.nothing();\napi.play(api.legal()[0]);"


def write(page: Page, text: str) -> None:
    """Replace the text of the editor; brackets that it closes by itself are written over."""
    page.locator(CONTENT).click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_script_is_tried_and_its_fault_marked_while_one_writes_on(visit: Visit, screen: Settings) -> None:
    page = visit(screen)
    page.goto("/games/ludo/workshop")
    example = page.locator("#source").input_value()
    expect(page.locator(CONTENT)).to_contain_text(example.splitlines()[0])
    assert not violations(page)
    write(page, FAULTY)
    assert page.locator("#source").input_value() == FAULTY
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile("/trials/"))
    page.locator(CONTENT).click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\n// more")
    expect(page.locator("#result ludarium-replay")).to_be_visible()
    expect(page.locator("#fault")).to_contain_text("Line 1, turn 3.")
    expect(page.locator(".code-editor .cm-lint-marker-error")).to_have_count(1)
    assert page.locator("#source").input_value() == f"{FAULTY}\n// more"
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    assert not violations(page)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_no_line_of_the_code_is_cut_off(visit: Visit, screen: Settings) -> None:
    page = visit(screen)
    page.goto("/games/orion/workshop")
    expect(page.locator(CONTENT)).to_be_visible()
    write(page, f"// {'a long line ' * 20}")
    assert page.locator(".code-editor .cm-scroller").evaluate("(area) => area.scrollWidth <= area.clientWidth")


def test_what_the_game_offers_is_completed(visit: Visit) -> None:
    page = visit()
    page.goto("/games/ludo/workshop")
    write(page, "")
    offered = page.locator(".code-editor .cm-completionLabel")
    page.keyboard.type("api.")
    expect(offered).to_have_text(["legal", "play", "seat", "state", "turn"])
    page.keyboard.type("state.play('x').ch")
    expect(offered).to_have_text(["chance"])
    page.wait_for_timeout(100)  # a list that has opened less than 75 ms ago leaves Enter to the text
    page.keyboard.press("Enter")
    expect(page.locator("#source")).to_have_value("api.state.play('x').chance()")
    page.goto("/games/grid/workshop")
    write(page, "")
    page.keyboard.type("api.wa")
    expect(offered.first).to_have_text("wait")
    write(page, "")
    page.keyboard.type("this.n")
    expect(offered).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator("#opponent")).to_be_focused()


def test_without_scripts_a_text_field_does_the_same(visit: Visit) -> None:
    page = visit({**DESK, "java_script_enabled": False})
    page.goto("/games/ludo/workshop")
    page.locator("#source").fill(FAULTY)
    page.get_by_role("button", name="Try", exact=True).click()
    expect(page.locator("#fault")).to_contain_text("Line 1, turn 3.")
    expect(page.locator("#source")).to_have_value(FAULTY)


def test_a_version_that_has_passed_its_test_can_be_published_at_once(visit: Visit, site: str) -> None:
    page = visit()
    add_device(page)
    page.goto(f"{site}/welcome")
    page.get_by_label("Name").fill("Passing Author")
    page.get_by_role("button", name="Make an account with a passkey").click()
    expect(page.get_by_text("You are Passing Author.")).to_be_visible()
    page.goto(f"{site}/games/ludo/workshop")
    page.locator("#name").fill("Passing")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Test version 1").click()
    expect(page.locator("#result")).to_contain_text("The version has passed its test.")
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 plays on the site.")).to_be_visible()
