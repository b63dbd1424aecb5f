"""An appointment is proposed on a desk and accepted on a phone, in the time zones of both, and by keyboard."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from ludarium.site.store import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.steps import press_until
from tests.browser.test_accessibility import violations
from tests.browser.test_challenges import store, with_account
from tools.local_site import LocalSite

__all__ = ["store"]

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
NOON = datetime.now(BERLIN).replace(hour=12, minute=0, second=0, microsecond=0)
FIRST, SECOND = NOON + timedelta(days=3), NOON + timedelta(days=4)


def test_a_time_is_proposed_and_accepted(visit: Visit, store: Store, shared_server: LocalSite) -> None:
    ann = with_account(store, visit, shared_server, "Antje", {**DESK, "timezone_id": BERLIN.key})
    bob = with_account(
        store, visit, shared_server, "Brooke", {**PHONE, "color_scheme": "dark", "timezone_id": NEW_YORK.key}
    )
    found = {}
    ann.goto("/challenges/new?to=Brooke&game=orion")
    ann.get_by_label("Pace", exact=True).select_option("600+5")
    ann.get_by_text("Agree on a time, for a live match").click()
    expect(ann.get_by_label("Your time zone")).to_have_value(BERLIN.key)
    ann.get_by_label("Time 1").fill(f"{FIRST:%Y-%m-%dT%H:%M}")
    ann.get_by_label("Time 3").fill(f"{SECOND:%Y-%m-%dT%H:%M}")
    found["form"] = violations(ann)
    ann.get_by_role("button", name="Send challenge").click()
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your challenge to Brooke")
    expect(ann.locator("time").last).to_contain_text(f"12:00 {SECOND.tzname()}")
    found["proposed"] = violations(ann)

    bob.goto("/me")
    bob.get_by_role("link", name="Antje challenges you").click()
    expect(bob.get_by_role("heading", level=1)).to_have_text("Antje challenges you")
    there = SECOND.astimezone(NEW_YORK)
    expect(bob.get_by_text(f"(here: {there:%a} {there.hour}:00 AM)")).to_be_visible()
    found["asked"] = violations(bob)
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    press_until(bob, "Tab", bob.locator(":focus").and_(bob.get_by_role("button", name="Play on").nth(1)))
    with bob.expect_navigation():
        bob.keyboard.press("Enter")
    expect(bob.get_by_text("The match begins by itself")).to_be_visible()
    expect(bob.get_by_role("link", name="Add to calendar")).to_be_visible()
    found["agreed"] = violations(bob)
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")

    expect(ann.get_by_text("The match begins by itself")).to_be_visible()  # her page has followed
    ann.goto("/me")
    expect(ann.get_by_role("heading", name="Appointments")).to_be_visible()
    found["mine"] = violations(ann)
    assert {page: lines for page, lines in found.items() if lines} == {}
    ann.goto(bob.url)
    bob.get_by_role("button", name="Cancel the appointment").click()
    expect(ann.get_by_text("Brooke cancelled the appointment.")).to_be_visible()
    expect(ann.get_by_role("button", name="Cancel the appointment")).to_have_count(0)
