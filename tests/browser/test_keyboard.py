"""By keyboard alone: the last turns of each game against a bot, and the way of a guest to an account with its games."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

import ludarium
from tests.browser.conftest import DESK, Visit
from tests.browser.steps import begin, done, press_until
from tests.browser.test_accounts import add_device
from tools.local_site import LocalSite

SHORT = {
    "vortex": {"board": "square3", "tokens": "2"},
    "ludo": {"goal": "24", "markers": "2", "turn_limit": "10"},
    "throngs": {"turn_limit": "10"},
    "grid": {"width": "7", "height": "6", "turn_limit": "10"},
    "orion": {"turn_limit": "10"},
}
"""Options with which a match of each game is soon over."""
NOW = """() => [document.querySelectorAll("#turns a").length, document.querySelectorAll("#play .next").length,
    [...document.querySelectorAll("#draft .button, #draft button")].some((one) => one.textContent.trim() === "Done"),
    document.querySelector("#so-far")?.textContent].join()"""
"""How far the match and the turn are: the turns, the choices that come next, whether the turn may end, what it is."""
SENT_AGAIN = """() => new Promise((done) => {
    document.addEventListener("htmx:after:swap", () => setTimeout(done), { once: true });
    document.dispatchEvent(new Event("changed"));
})"""
"""Has the page sent again, as news of its match do, and waits until that is shown."""
ARROWS = "ArrowUp ArrowRight ArrowDown ArrowLeft"


def nearly_over(game: str) -> str:
    """Return a position some turns before the end of a match that is played at random, where it is the turn of seat 0.

    Its die, if there is one, has been rolled: another roll may leave nothing to be played until the bot has won.
    """
    spec = f"{game}({','.join(f'{name}={value}' for name, value in SHORT[game].items())})"
    states = ludarium.play_match(spec, ["random", "random"], seed=1).states()
    return str([state for state in states if 0 in state.actors][-3:][0])


def choose(page: Page) -> None:
    """Press what has the focus, and wait until the page shows what came of it; a turn may be sent meanwhile."""
    before = page.evaluate(NOW)
    page.keyboard.press("Enter")
    page.wait_for_function(f"(before) => !document.querySelector('#confirm') && ({NOW})() !== before", arg=before)


def press(page: Page, kind: str, name: str) -> None:
    """Lead the focus to a link or a button and press it; it opens another page."""
    focused = page.locator(f"{kind}:focus", has_text=name)
    press_until(page, "Tab", focused)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def may_play(page: Page) -> bool:
    """Wait until something can be played or the match is over; return whether it goes on."""
    over = page.locator(".plate .said")
    expect(page.locator("#play [role=button][tabindex], #draft .action").or_(over).first).to_be_visible()
    return over.count() == 0


def play_turn(page: Page) -> None:
    """Play what comes first on the board, or pass where nothing can be played; end a turn that has not ended."""
    turns = page.locator("#turns a")  # which come last when the page changes
    before = turns.count()
    on_board, action = page.locator("#play [role=button][tabindex]"), page.locator("#draft .action")
    focused = page.locator(":focus")
    press_until(page, "Tab", focused.and_(on_board if on_board.count() else action))
    while turns.count() == before and not done(page).is_visible():
        if (following := page.locator("#play .next")).count():
            press_until(page, ARROWS, following.and_(page.locator(":focus")))
        choose(page)
    if turns.count() == before:
        press_until(page, "Tab", page.locator(":focus", has_text="Done"))
        choose(page)


@pytest.mark.parametrize("game", SHORT)
def test_a_match_against_a_bot_to_its_end(visit: Visit, game: str) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"})
    options = {f"option-{name}": value for name, value in SHORT[game].items()}
    page.goto(f"/games/{game}/new?" + urlencode({"seat-1": "easy", **options, "position": nearly_over(game)}))
    press_until(page, "Tab", page.locator("button:focus", has_text="Start match"))
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("#play svg")).to_be_visible()
    played = 0
    while may_play(page):
        play_turn(page)
        played += 1
    assert played
    expect(page.locator(".plate .said")).to_be_visible()
    expect(page.locator("#draft")).to_have_count(0)
    press_until(page, "Tab", page.locator(":focus").and_(page.get_by_role("button", name="Rematch")))


def test_who_is_at_the_result_stays_there_when_the_page_is_sent_again(visit: Visit) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"})
    begin(page, "/games/orion/new?seat-0=here&seat-1=here")
    for _ in range(2):
        play_turn(page)
    press_until(page, "Tab", page.locator("button:focus", has_text="Resign"))
    page.keyboard.press("Enter")
    press_until(page, "Tab", page.locator("button:focus", has_text="Yes, resign"))
    page.keyboard.press("Enter")
    press_until(page, "Tab", page.locator(".plate a:focus", has_text="Share"))
    page.evaluate(SENT_AGAIN)
    assert page.evaluate("document.activeElement.textContent") == "Share"


def test_a_guest_s_way_from_the_front_page_to_an_account_that_keeps_the_match(
    visit: Visit, shared_server: LocalSite
) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"})
    add_device(page)
    page.goto(f"http://localhost:{shared_server.port}/")
    press(page, "button", "Play")
    while may_play(page) and page.locator("#turns a").count() < 4:
        play_turn(page)
    press_until(page, "Tab", page.locator("button:focus", has_text="Resign"))
    page.keyboard.press("Enter")
    press_until(page, "Tab", page.locator("button:focus", has_text="Yes, resign"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Keep your games")).to_be_visible()
    match = page.url
    expect(page.locator(".board:focus")).to_be_attached()
    page.keyboard.press("Tab")  # who has resigned goes on from the result
    expect(page.locator(".plate a:focus")).to_have_text("Share")
    press(page, "a", "Add a passkey")
    press_until(page, "Tab", page.locator("#name:focus"))
    page.keyboard.type("Keys Alone")
    press(page, "button", "Make an account with a passkey")
    expect(page).to_have_url(match)
    page.goto(f"http://localhost:{shared_server.port}/me/account")
    press(page, "button", "Sign out everywhere")
    press(page, "a", "Sign in")
    press(page, "button", "Sign in with a passkey")
    expect(page.get_by_role("link", name="Sign in")).to_have_count(0)
    press(page, "a", "Your games")
    expect(page.get_by_text("You are Keys Alone.")).to_be_visible()
    press(page, f"a[href='{match.partition('/matches')[1]}{match.partition('/matches')[2]}']", "")
    expect(page.locator("main[data-match]")).to_contain_text(", you")  # by the name of then


def test_who_uses_keys_reads_what_arrows_do_and_goes_on_from_the_board_after_the_guide(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "/games/orion/new?seat-0=here&seat-1=here")
    said = page.get_by_text("arrow keys lead from place to place")
    expect(page.get_by_role("button", name="Got it")).to_be_visible()
    expect(said).to_be_hidden()
    press_until(page, "Tab", page.locator("button:focus", has_text="Got it"))
    expect(said).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Got it")).to_be_hidden()
    expect(page.locator("#play:focus")).to_be_attached()
    page.keyboard.press("Tab")
    expect(page.locator("#play svg :focus")).to_be_attached()
