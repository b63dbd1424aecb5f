"""Two strangers meet from a game's page: on a desk and a phone, with and without scripts, while a bot plays."""

from collections import Counter

from playwright.sync_api import Locator, Page, expect

from ludarium.store.match.repository import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.steps import turn
from tests.browser.test_accessibility import violations
from tests.browser.test_challenges import store, with_account
from tools.local_site import LocalSite

__all__ = ["store"]

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
    offering.get_by_role("button", name="Post the offer").click()
    expect(offering.get_by_role("heading", level=1)).to_have_text("Your offer waits")
    expect(watching.get_by_role("heading", name="Multiplication Ludo for 4")).to_be_visible()
    offering.get_by_role("button", name="Withdraw the offer").click()
    expect(watching.get_by_role("heading", name="Multiplication Ludo for 4")).to_have_count(0)
    assert violating == []


def test_two_accounts_play_over_days_from_the_front_page(visit: Visit, store: Store, shared_server: LocalSite) -> None:
    """One leaves an offer by correspondence, the other accepts it later, and each comes back for every turn."""
    ann = with_account(store, visit, shared_server, "Odette", DESK)
    bob = with_account(store, visit, shared_server, "Rosalind", {**PHONE, "color_scheme": "dark"})
    presses, found = Counter[str](), {}

    def press(page: Page, located: Locator) -> None:
        presses["desk" if page is ann else "phone"] += 1
        located.click()

    ann.goto("/")
    press(ann, ann.get_by_role("heading", name="Orion: Hydra").get_by_role("link"))
    ann.wait_for_url("**/games/orion")
    press(ann, ann.locator(".meeting").get_by_role("link", name="Wait for a person: leave an offer"))
    expect(ann.get_by_label("Orion: Hydra", exact=True)).to_be_checked()
    expect(ann.get_by_label("Throngs", exact=True)).not_to_be_checked()
    found["form"] = violations(ann)
    press(ann, ann.get_by_role("button", name="Post the offer"))
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your offer waits")
    assert presses["desk"] == 3

    bob.goto("/")
    found["front"] = violations(bob)
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    press(bob, bob.get_by_role("button", name="Accept the offer of Odette"))
    bob.wait_for_url("**/matches/*")
    assert presses["phone"] == 1
    page = bob.url
    players = {"X": "", "O": ""}
    for number in range(1, 5):  # each turn in another visit, which begins on the front page
        bob.goto("/")
        ann.goto("/")
        mover = next(one for one in (ann, bob) if one.locator("#my-turn").count())
        players["X" if number % 2 else "O"] = "desk" if mover is ann else "phone"
        before = presses["desk" if mover is ann else "phone"]
        press(mover, mover.locator("section:has(#my-turn) a").first)
        mover.wait_for_url(page)
        mover.wait_for_load_state()
        press(mover, mover.locator("#play .handle.touch").nth(number))
        for name in ("Done", "Confirm turn"):  # the first where more clicks are allowed, the second on a phone
            button = mover.locator("#draft").get_by_role("button", name=name, exact=True)
            others = mover.locator("#draft").get_by_role("button", name="Confirm turn", exact=True)
            expect(button.or_(others).or_(turn(mover, number)).first).to_be_visible()
            if button.is_visible():
                press(mover, button)
        expect(turn(mover, number)).to_be_visible()
        assert presses["desk" if mover is ann else "phone"] - before <= 4
    assert {*players.values()} == {"desk", "phone"}
    found["turn"] = violations(bob)
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert {page: lines for page, lines in found.items() if lines} == {}


def test_an_offer_from_the_lobby_has_all_games_for_two_ticked(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/play/new")
    boxes = page.locator("label:has(input[name^=game-])").evaluate_all(
        "found => found.map((one) => [one.innerText, one.querySelector('input').checked])"
    )
    assert len(boxes) > 5
    assert [text for text, ticked in boxes if ticked] == [text for text, _ in boxes if ", for " not in text]
    assert page.locator("input[name^=tempo-]:checked").count() == 2
    page.goto("/play/new?game-orion=on")
    assert page.locator("input:is([name^=game-], [name^=tempo-]):checked").count() == 3
