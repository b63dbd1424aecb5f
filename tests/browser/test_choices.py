"""Colours and sound that a browser keeps: chosen below any page or in the settings, at once and without a flash."""

import pytest
from playwright.sync_api import Page, expect

from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.test_accessibility import violations
from tests.browser.test_challenges import store
from tests.browser.test_tournaments import signed_in
from tests.site.tournaments.playing import account

__all__ = ["store"]

DARK, LIGHT = "rgb(21, 24, 27)", "rgb(247, 244, 238)"
PAPER = "getComputedStyle(document.body).backgroundColor"
BOARD = """getComputedStyle(document.querySelector(".scene")).getPropertyValue("--board").trim()"""


def shows(page: Page, paper: str) -> None:
    page.wait_for_function(f"() => {PAPER} === {paper!r}")


@pytest.mark.parametrize(("scheme", "chosen", "paper"), [("dark", "light", LIGHT), ("light", "dark", DARK)])
def test_a_stranger_chooses_colours_below_any_page(visit: Visit, scheme: str, chosen: str, paper: str) -> None:
    page = visit({**DESK, "color_scheme": scheme})
    page.goto("/")
    before, board = page.evaluate(PAPER), page.evaluate(BOARD)
    assert before != paper
    page.get_by_label("Colours").select_option(chosen)
    shows(page, paper)
    assert page.evaluate(BOARD) != board
    page.goto("/games/vortex")
    assert page.evaluate(PAPER) == paper  # by the page itself
    assert page.evaluate("document.documentElement.dataset.colours") == chosen
    page.get_by_label("Colours").select_option("")
    shows(page, before)
    page.goto("/about")
    assert page.evaluate(PAPER) == before
    assert not violations(page)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_settings_are_short_and_keep_colours_sound_and_zone(visit: Visit, store: Store, screen: Settings) -> None:
    service = Service(store)
    person = account(service, store, f"Looks {screen['viewport']['width']}")
    page = signed_in(visit, screen, service, person)
    page.goto("/me/account")
    assert page.evaluate("document.documentElement.scrollHeight") < (1500 if screen is DESK else 2400)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not violations(page)
    page.get_by_label("Colours in this browser").select_option("dark")
    shows(page, DARK)
    sound = page.get_by_label("A sound in this browser")
    expect(sound).not_to_be_checked()
    sound.check()
    page.get_by_label("Your time zone").select_option("Europe/Paris")
    page.get_by_role("button", name="Save time zone").click()
    expect(page.get_by_label("Your time zone")).to_have_value("Europe/Paris")
    assert service.notices.settings(person.id).zone == "Europe/Paris"
    expect(sound).to_be_checked()
    assert page.evaluate("localStorage.getItem('sound')") == "true"
    assert page.evaluate(PAPER) == DARK
    page.locator("main details").evaluate_all("(folds) => folds.forEach((fold) => (fold.open = true))")
    assert not violations(page)


@pytest.mark.parametrize("address", ["/me/account", "/tournaments/new", "/challenges/new?to=Zoe&game=orion"])
def test_time_zones_stand_below_their_regions_and_that_of_the_browser_first(
    visit: Visit, service: Service, store: Store, address: str
) -> None:
    for name in ("Zoned", "Zoe"):
        if not service.accounts.is_name(name):
            account(service, store, name)
    page = signed_in(visit, {**DESK, "timezone_id": "Europe/Paris"}, service, service.accounts.find("Zoned"))
    page.goto(address)
    groups = "found => found.map((one) => [one.label, one.children.length])"
    labels = dict(page.locator("select#zone optgroup").evaluate_all(groups))
    assert next(iter(labels.items())) == ("This browser", 1)
    assert {"Africa", "America", "Asia", "Europe"} <= labels.keys()
    assert page.locator("select#zone optgroup option").first.get_attribute("value") == "Europe/Paris"
    assert page.locator("select#zone > option").count() <= 2
