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


def test_what_is_not_saved_is_there_again_until_it_is_dropped(visit: Visit) -> None:
    page = visit()
    page.goto("/games/ludo/workshop")
    example = page.locator("#source").input_value()
    write(page, FAULTY)
    page.goto("/games/orion/workshop")
    expect(page.get_by_text("Your unsaved text")).to_have_count(0)
    page.goto("/games/ludo/workshop")
    expect(page.get_by_text(re.compile(r"Your unsaved text of \d\d:\d\d is here\."))).to_be_visible()
    expect(page.locator(CONTENT)).to_contain_text("api.nothing()")
    assert page.locator("#source").input_value() == FAULTY
    assert not violations(page)
    page.get_by_role("button", name="Go back to the example").click()
    expect(page.locator("#source")).to_have_value(example)
    expect(page.get_by_text("Your unsaved text")).to_have_count(0)
    page.reload()
    expect(page.locator(CONTENT)).to_be_visible()
    expect(page.get_by_text("Your unsaved text")).to_have_count(0)
    assert page.locator("#source").input_value() == example


def test_a_text_that_goes_on_from_an_older_version_is_told_of_and_takes_the_place_of_nothing(
    visit: Visit, site: str
) -> None:
    page = visit()
    add_device(page)
    page.goto(f"{site}/welcome")
    page.get_by_label("Name").fill("Drafting Author")
    page.get_by_role("button", name="Make an account with a passkey").click()
    expect(page.get_by_text("You are Drafting Author.")).to_be_visible()
    page.goto(f"{site}/games/ludo/workshop")
    write(page, FAULTY)
    page.locator("#name").fill("Drafting")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Drafting", exact=True)).to_be_visible()
    assert page.evaluate("localStorage.length") == 0  # the text is saved
    address = page.url.partition("&")[0]
    write(page, "// mine")
    saved = {"do": "save", "bot": address.partition("bot=")[2], "source": "// saved elsewhere"}
    page.evaluate("(saved) => fetch(location.pathname, { method: 'POST', body: new URLSearchParams(saved) })", saved)
    page.goto(address)
    expect(page.get_by_text(re.compile(r"Your unsaved text of \S+ goes on from version 1\."))).to_be_visible()
    assert page.locator("#source").input_value() == "// saved elsewhere"
    write(page, "// newer")
    page.get_by_role("link", name="version 1", exact=True).click()
    expect(
        page.get_by_text(re.compile(r"Your unsaved text of \S+ is here\. Version 2 was saved since\."))
    ).to_be_visible()
    assert page.locator("#source").input_value() == "// mine"
    expect(page.get_by_text(re.compile("goes on from version 2"))).to_be_visible()
    page.get_by_role("button", name="Drop it").click()
    page.goto(address)
    expect(page.get_by_text(re.compile("goes on from version 1"))).to_be_visible()
    assert page.locator("#source").input_value() == "// saved elsewhere"
