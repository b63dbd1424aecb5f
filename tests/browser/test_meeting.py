"""Two strangers meet from a game's page: on a desk and a phone, with and without scripts, while a bot plays."""

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.test_accessibility import violations

NOW = "Play a person now"


def test_two_strangers_meet_in_a_press_each(visit: Visit) -> None:
    waiting, other = visit(DESK), visit({**PHONE, "color_scheme": "dark"})
    found = {}
    waiting.goto("/games/throngs")
    found["game"] = violations(waiting)
    waiting.get_by_role("button", name=NOW).focus()
    waiting.keyboard.press("Enter")
    expect(waiting.get_by_role("heading", level=1)).to_contain_text("Waiting for a person")
    found["waiting"] = violations(waiting)
    other.goto("/play")
    found["lobby"] = violations(other)
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
    other.get_by_role("button", name="Accept the offer of Guest").click()
    other.wait_for_url("**/matches/*")
    waiting.wait_for_url(other.url)
    assert {page: lines for page, lines in found.items() if lines} == {}


def test_a_bot_plays_until_a_person_without_scripts_comes(visit: Visit) -> None:
    waiting, other = visit(DESK), visit({**PHONE, "java_script_enabled": False})
    waiting.goto("/games/vortex")
    waiting.get_by_role("button", name=NOW).click()
    waiting.get_by_role("button", name="Play a bot until somebody comes").click()
    waiting.wait_for_url("**/matches/*")
    expect(waiting.locator("#waits")).to_contain_text("Your offer waits for a person.")
    other.goto("/games/vortex")
    other.get_by_role("button", name=NOW).click()
    assert "/matches/" in other.url
    waiting.get_by_role("link", name="To your match").click()
    waiting.wait_for_url(other.url)


def test_an_offer_comes_into_an_open_lobby(visit: Visit) -> None:
    watching, offering = visit(DESK), visit(DESK)
    watching.goto("/play")
    offering.goto("/play/new?game-ludo(players%3D4)=on&tempo-14d%2B7d/14d=on")
    violating = violations(offering)
    offering.get_by_role("button", name="Leave the offer").click()
    expect(offering.get_by_role("heading", level=1)).to_have_text("Your offer waits")
    expect(watching.get_by_role("heading", name="Multiplication Ludo for 4")).to_be_visible()
    offering.get_by_role("button", name="Withdraw the offer").click()
    expect(watching.get_by_role("heading", name="Multiplication Ludo for 4")).to_have_count(0)
    assert violating == []
