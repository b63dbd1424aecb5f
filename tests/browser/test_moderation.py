"""A report and a decision by keyboard alone, on a desk and on a phone, with what axe finds on all pages on the way."""

import pytest
from playwright.sync_api import Locator, Page, expect

from ludarium.site.people.names import name_key
from ludarium.site.store import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import press_until
from tests.browser.test_accessibility import violations
from tests.browser.test_challenges import store, with_account
from tools.local_site import LocalSite

__all__ = ["store"]


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def screen(request: pytest.FixtureRequest) -> Settings:
    chosen: Settings = request.param
    return chosen


def go_to(page: Page, element: Locator) -> None:
    """Press Tab until an element has the focus."""
    press_until(page, "Tab", page.locator(":focus").and_(element))


def press_and_follow(page: Page) -> None:
    """Press Enter on a link or a button, and wait for the page that it leads to."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def check(page: Page) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_report_is_made_and_decided_by_keyboard(
    visit: Visit, store: Store, shared_server: LocalSite, screen: Settings
) -> None:
    size = "Desk" if screen is DESK else "Phone"
    ann, bob, mod = (
        with_account(store, visit, shared_server, f"{name}{size}", screen) for name in ("Ann", "Rude", "Judge")
    )
    judge = store.people.name_holder(name_key(f"Judge{size}"), 0.0)
    assert judge
    store.sanctions.set_moderator(judge, moderator=True)
    ann.goto(f"/people/Rude{size}")
    go_to(ann, ann.get_by_role("link", name="Report"))
    press_and_follow(ann)
    expect(ann.get_by_role("heading", level=1)).to_contain_text("Report")
    check(ann)
    go_to(ann, ann.get_by_role("radio"))
    ann.keyboard.press("Space")
    go_to(ann, ann.get_by_label("What has happened?"))
    ann.keyboard.type("Insults, again and again.")
    go_to(ann, ann.get_by_role("button", name="Send the report"))
    press_and_follow(ann)
    mod.goto("/moderation")
    check(mod)
    row = mod.get_by_role("link", name=f"Rude{size}")
    go_to(mod, row)
    press_and_follow(mod)
    check(mod)
    go_to(mod, mod.get_by_label("Words for the person"))
    mod.keyboard.type("Please stop.")
    go_to(mod, mod.get_by_role("button", name="Decide"))
    press_and_follow(mod)
    expect(mod.get_by_text("Please stop.").first).to_be_visible()
    check(mod)
    bob.goto("/me/moderation")
    expect(bob.get_by_text("Please stop.").first).to_be_visible()
    check(bob)
