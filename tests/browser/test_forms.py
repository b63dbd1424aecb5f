"""The forms that begin something: what most choose is in sight, and the button is soon reached on a phone."""

from playwright.sync_api import expect

from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.browser.conftest import PHONE, Visit
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
