"""Two strangers meet from a game's page: on a desk and a phone, with and without scripts, while a bot plays."""

import logging
import time
from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, expect

from ludarium.site.store import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import REFUSED, begin, box, turn
from tests.browser.test_accessibility import violations
from tests.browser.test_challenges import store, with_account
from tools.local_site import LocalSite

__all__ = ["store"]

NOW = "Play a person now"
_log = logging.getLogger(__name__)


def test_two_strangers_meet_in_a_press_each(visit: Visit) -> None:
    waiting, other = visit(DESK), visit({**PHONE, "color_scheme": "dark"})
    found = {}
    waiting.goto("/games/throngs")
    found["game"] = violations(waiting)
    waiting.get_by_role("button", name=NOW).focus()
    waiting.keyboard.press("Enter")
    expect(waiting.get_by_role("heading", level=1)).to_contain_text("Waiting for a person")
    found["waiting"] = violations(waiting)
    meanwhile, heading = waiting.get_by_role("region", name="Meanwhile"), waiting.get_by_role("heading", level=1)
    assert box(meanwhile)["x"] > box(heading)["x"] + 300  # beside what is said of the offer, not far below it
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
    expect(waiting.locator("#waits")).to_contain_text("You play a bot for now. Your offer still waits")
    other.goto("/games/vortex")
    other.get_by_role("button", name=NOW).click()
    assert "/matches/" in other.url
    waiting.get_by_role("link", name="Go to the board").click()
    waiting.wait_for_url(other.url)


OFFERS = """count => {
    const lobby = document.querySelector("#lobby");
    const card = `<li class="offer"><div class="says"><h3>Orion</h3><p>Ann</p></div><p class="accept">Accept</p></li>`;
    const none = `<div class="offer none"><p>Nobody</p></div>`;
    lobby.innerHTML = count ? `<ul class="offer-list">${card.repeat(count)}</ul>` : none;
    const box = (found) => document.querySelector(found).getBoundingClientRect();
    const [strip, now, last] = [".strip", ".play-now", "#lobby .offer:last-child"].map(box);
    return [strip.right - last.right, strip.bottom - last.bottom, strip.bottom - now.bottom];
}"""
"""Puts so many offers on a page and returns how much is empty beside and below the last one, and below the form."""


def test_no_place_beside_offers_is_empty_on_the_front_page(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/")
    for width in (1440, 1000, 720):
        page.set_viewport_size({"width": width, "height": 900})
        for count in range(5):
            beside, below, below_form = page.evaluate(OFFERS, count)
            assert abs(beside) < 2, (width, count)
            assert abs(below) < 2, (width, count)
            assert abs(below_form) < 2 or width < 960 or not count, (width, count)
        if width > 960:  # where nobody waits, that stands in a row below the form, both as wide as the page
            page.goto("/play")
            page.evaluate(OFFERS, 0)
            form, row = (box(page.locator(one)) for one in (".play-now", "#lobby > .none"))
            assert abs(form["width"] - row["width"]) < 2
            assert row["height"] < 120
            page.goto("/")


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


class Steps:
    """What two strangers press, one on a desk and one on a phone, and how long it takes (`--log-cli-level=info`)."""

    def __init__(self, ann: Page, bob: Page, name: str) -> None:
        self.ann, self.bob, self.name = ann, bob, name
        self.presses, self._begun, self._before = Counter[str](), time.monotonic(), Counter[str]()

    def press(self, page: Page, located: Locator) -> None:
        """Press something, and count it."""
        self.presses["desk" if page is self.ann else "phone"] += 1
        located.click()

    def end(self, step: str) -> Counter[str]:
        """Log the presses and seconds since the last step; return the presses."""
        now, made = time.monotonic(), self.presses - self._before
        _log.info("%s: desk %d, phone %d, %.1f s", step, made["desk"], made["phone"], now - self._begun)
        self._begun, self._before = now, self.presses.copy()
        return made


@pytest.fixture(params=["guests", "accounts"])
def strangers(request: pytest.FixtureRequest, visit: Visit, store: Store, shared_server: LocalSite) -> Steps:
    """Two people who have not met: guests whom nobody knows, or accounts."""
    phone: Settings = {**PHONE, "color_scheme": "dark", "reduced_motion": "reduce"}
    if request.param == "guests":
        return Steps(visit({**DESK, "reduced_motion": "reduce"}), visit(phone), "Guest")
    names = ("Odette", "Rosalind") if "live" in request.node.name else ("Philippa", "Sigmund")
    ann, bob = (
        with_account(store, visit, shared_server, name, screen)
        for name, screen in zip(names, (DESK, phone), strict=True)
    )
    return Steps(ann, bob, names[0])


def test_two_strangers_meet_live_from_the_front_page(strangers: Steps) -> None:
    """One asks for a person now and the other accepts: both see the board."""
    ann, bob = strangers.ann, strangers.bob
    ann.goto("/")
    strangers.press(ann, ann.get_by_role("heading", name="Orion: Hydra").get_by_role("link"))
    ann.wait_for_url("**/games/orion")
    strangers.press(ann, ann.locator(".meeting").get_by_role("button", name=NOW))
    expect(ann.get_by_role("heading", level=1)).to_contain_text("Waiting for a person")
    assert strangers.end("live: ask") == {"desk": 2}
    bob.goto("/")
    strangers.press(bob, bob.get_by_role("button", name=f"Accept the offer of {strangers.name}").first)
    bob.wait_for_url("**/matches/*")
    ann.wait_for_url(bob.url)
    for page in (ann, bob):
        expect(page.locator("#play svg").first).to_be_visible()
    assert strangers.end("live: accept") == {"phone": 1}
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_strangers_play_over_days_from_the_front_page(strangers: Steps) -> None:
    """One leaves an offer by correspondence, the other accepts it later, and each comes back for every turn."""
    ann, bob, found = strangers.ann, strangers.bob, {}
    ann.goto("/")
    strangers.press(ann, ann.get_by_role("heading", name="Orion: Hydra").get_by_role("link"))
    ann.wait_for_url("**/games/orion")
    strangers.press(ann, ann.locator(".meeting").get_by_role("link", name="Wait for a person: leave an offer"))
    expect(ann.get_by_label("Orion: Hydra", exact=True)).to_be_checked()
    expect(ann.get_by_label("Throngs", exact=True)).not_to_be_checked()
    found["form"] = violations(ann)
    strangers.press(ann, ann.get_by_role("button", name="Post the offer"))
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your offer waits")
    assert strangers.end("days: offer") == {"desk": 3}

    bob.goto("/")
    found["front"] = violations(bob)
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    strangers.press(bob, bob.get_by_role("button", name=f"Accept the offer of {strangers.name}").first)
    bob.wait_for_url("**/matches/*")
    assert strangers.end("days: accept") == {"phone": 1}
    page = bob.url
    ann.wait_for_url(page)  # where the offer waited; another page cannot be opened while this one comes
    seats = [play_a_turn(strangers, page, number) for number in range(1, 5)]
    assert {*seats} == {"desk", "phone"}
    found["turn"] = violations(bob)
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert {page: lines for page, lines in found.items() if lines} == {}


def play_a_turn(strangers: Steps, match: str, number: int) -> str:
    """Play a turn in a visit that begins on the front page; return where it was played."""
    strangers.bob.goto("/")
    strangers.ann.goto("/")
    mover = next(one for one in (strangers.ann, strangers.bob) if one.locator("#my-turn").count())
    strangers.press(mover, mover.locator("section:has(#my-turn) a").first)
    mover.wait_for_url(match)
    mover.wait_for_load_state()
    strangers.press(mover, mover.locator("#play .handle.touch").nth(number))
    for name in ("Done", "Confirm turn"):  # the first where more clicks are allowed, the second on a phone
        button = mover.locator("#draft").get_by_role("button", name=name, exact=True)
        others = mover.locator("#draft").get_by_role("button", name="Confirm turn", exact=True)
        expect(button.or_(others).or_(turn(mover, number)).first).to_be_visible()
        if button.is_visible():
            strangers.press(mover, button)
    expect(turn(mover, number)).to_be_visible()
    made = strangers.end(f"days: turn {number}")
    assert made.total() <= 4
    return "desk" if mover is strangers.ann else "phone"


def test_an_offer_has_no_game_ticked_but_the_one_from_which_its_form_was_opened(visit: Visit) -> None:
    page = visit(PHONE, expecting=REFUSED)
    page.goto("/play/new")
    assert page.locator("input[name^=game-]").count() > 5
    assert page.locator("input[name^=game-]:checked").count() == 0
    assert page.locator("input[name^=tempo-]:checked").count() == 2
    page.get_by_role("button", name="Post the offer").click()
    expect(page.get_by_role("alert")).to_contain_text("No game was named: choose at least one of Grid Game")
    assert page.locator("input[name^=tempo-]:checked").count() == 2
    page.goto("/play/new?game-orion=on")
    assert page.locator("input:is([name^=game-], [name^=tempo-]):checked").count() == 3


def test_the_front_page_of_a_phone_shows_the_game_and_the_time_that_are_chosen(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/")
    cut = """found => found.filter((label) => {
        const [{ left, right }, around] = [label, label.closest(".play-now")].map((one) => one.getBoundingClientRect());
        return left < around.left || right > around.right;
    }).map((label) => label.innerText)"""
    assert page.locator(".chips label:has(:checked)").count() == 2
    assert page.locator(".chips label:has(:checked)").evaluate_all(cut) == []
    assert page.locator(".paces label").evaluate_all(cut) == []


def test_the_front_page_of_a_phone_hides_no_game_beside_the_screen(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/")
    cards = [box(card) for card in page.locator(".home .card").all()]
    assert len(cards) >= 5
    assert all(card["x"] >= 0 and card["x"] + card["width"] <= 375 for card in cards)
    chips = [box(label) for label in page.locator(".play-now .chips:not(.paces) label").all()]
    right = [chip["x"] + chip["width"] for chip in chips]
    assert max(right) <= 375
    wide = box(page.locator(".star .tile a"))["width"]
    assert box(page.locator(".star .tile a > span:not(.shot, .kind)").first)["width"] > 0.8 * wide


def test_a_member_on_a_phone_finds_one_row_of_even_buttons_above_the_first_card(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/orion/new?seat-1=easy")
    page.goto("/")
    buttons = [box(one) for one in page.locator(".own-head .row :is(a, button)").filter(visible=True).all()]
    assert len(buttons) == 2
    assert buttons[0]["y"] == buttons[1]["y"]
    assert buttons[0]["width"] == buttons[1]["width"]
    assert buttons[0]["height"] == buttons[1]["height"]


def test_no_bot_is_promised_for_an_offer_over_days(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/play")
    promise = page.get_by_text("Nobody after 20 seconds?")
    expect(promise).to_be_visible()
    page.get_by_label("days", exact=True).check()
    expect(promise).to_be_hidden()
    page.get_by_label("10 min", exact=True).check()
    expect(promise).to_be_visible()


def test_a_game_that_is_new_is_told_of_when_it_is_ticked(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/play")
    before = page.locator(".first-time:visible").count()
    name = page.locator(".play-now [name^=game-]:not(:checked)").last.get_attribute("name")
    box = page.locator(f".play-now [name='{name}']")
    box.check()
    expect(page.locator(f".first-time[data-of='{name}']")).to_contain_text("is new to you")
    box.uncheck()
    expect(page.locator(".first-time:visible")).to_have_count(before)


@pytest.mark.parametrize("rated", ["yes", ""])
def test_names_of_ordinary_length_stand_in_full_beside_ratings_and_clocks_on_a_phone(
    visit: Visit, store: Store, shared_server: LocalSite, rated: str
) -> None:
    names = ("Bartholomew", "Constantine") if rated else ("Omar Castellanos", "Bartholomew Young")
    pages = [with_account(store, visit, shared_server, name, PHONE) for name in names]
    sent = {"do": "now", "game-vortex": "on", "tempo": "1800+30"} | ({"rated": rated} if rated else {})
    (_, met) = [page.request.post("/play", form={**sent}) for page in pages]
    pages[1].goto(met.url)
    assert pages[1].locator(".clocks .rating").count() == (2 if rated else 0)
    pages[1].evaluate("document.fonts.ready")  # those of the phone are wider
    widths = (
        pages[1].locator(".clocks .name").evaluate_all("found => found.map((one) => one.scrollWidth - one.clientWidth)")
    )
    assert widths == [0, 0]


def test_a_long_name_breaks_no_row_beside_a_board(visit: Visit, store: Store, shared_server: LocalSite) -> None:
    names = ("Omar Castellanus", "Bartholomew Jung")
    pages = [with_account(store, visit, shared_server, name, DESK) for name in names]
    sent = {"do": "now", "game-vortex": "on", "tempo": "1800+30", "rated": "yes"}
    (_, met) = [page.request.post("/play", form={**sent}) for page in pages]
    pages[1].goto(met.url)
    pages[1].evaluate(
        """for (const one of document.querySelectorAll(".players .rating")) one.textContent += " +123" """
    )
    lines = "found => found.map((one) => Math.round(one.getBoundingClientRect().height / 24))"
    assert pages[1].locator(".players :is(strong, .rating, .quiet)").evaluate_all(lines) == [1] * 6
    cut = "found => found.map((one) => one.scrollWidth - one.clientWidth)"
    assert pages[1].locator(".players strong").evaluate_all(cut) == [0, 0]
