"""Steps that the browser tests share, and the parts of the match page that they look at."""

import re
from http import HTTPStatus
from urllib.parse import parse_qsl, urlencode

from playwright.sync_api import FloatRect, Locator, Page, expect

ALMOST_WON = "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3"
"""X wins by the click s-."""
OPENED = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"
"""The usual beginning, with three clicks allowed."""
LATE = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 7"
"""The same four turns before a draw where the turn limit is 10."""
REFUSED = ("the server responded with a status of 4",)
"""What Chromium writes on its console for every refused request."""
AWAY = (
    "ERR_CONNECTION",
    "ERR_SOCKET",  # a connection that was kept, and has ended
    "ERR_EMPTY",  # no answer
    "ERR_INCOMPLETE",  # an answer in chunks that was cut off
    "ERR_CONTENT_LENGTH",  # an answer of known length that was cut off
    "Failed to fetch",
    "network error",
)
"""What Chromium writes on its console if the server does not answer, or is killed while it answers."""


def start_match(page: Page, *, position: str = "", turn_limit: str = "", **seats: str) -> None:
    """Start a match of Orion, the other choices being those of its form."""
    chosen = {"position": position, "option-turn_limit": turn_limit}
    chosen |= {name.replace("_", "-"): who for name, who in seats.items()}
    begin(page, "/games/orion/new?" + urlencode({name: value for name, value in chosen.items() if value}))


def begin(page: Page, form: str) -> None:
    """Start a match as the form at an address does when it is sent; it is looked at by the tests of the form alone."""
    path, _, query = form.partition("?")
    answer = page.request.post(path, form=dict(parse_qsl(query)), max_redirects=0)
    assert answer.status == HTTPStatus.SEE_OTHER, answer.text()
    page.goto(answer.headers["location"])
    expect(page.locator("#play svg")).to_be_visible()


def start_match_by_form(page: Page, position: str, other: str) -> None:
    """Start a match of Orion from a position with its form."""
    page.goto("/games/orion/new")
    page.get_by_label("More: choose each seat").check()
    page.select_option("#seat-1", other)
    page.locator("summary", has_text="More").click()
    page.get_by_text("Start from another position").click()
    page.get_by_label("Position").fill(position)
    submit_form(page)


def submit_form(page: Page) -> None:
    """Send the form, and wait until the match page is ready for input."""
    page.get_by_role("button", name="Start match", exact=True).click()
    expect(page.locator("#play svg")).to_be_visible()
    page.wait_for_load_state()


def follow(link: Locator) -> None:
    """Click a link to another page, and wait until the scripts of that page run."""
    with link.page.expect_navigation():
        link.click()


def update(page: Page) -> None:
    """Let the match page ask for itself again, as news make it do, and wait until it shows the answer."""
    page.evaluate("""new Promise((done) => {
        document.addEventListener("htmx:after:swap", done, { once: true });
        document.dispatchEvent(new Event("changed"));
    })""")


def element(page: Page, name: str) -> Locator:
    """An element of the picture."""
    return page.locator(f"#play [id='{name}']")


def box(located: Locator) -> FloatRect:
    """Where an element is on the page."""
    found = located.bounding_box()
    assert found
    return found


def guests(text: str) -> re.Pattern[str]:
    """A sentence about guests, whose names end in a random code."""
    return re.compile("^" + re.escape(text).replace("Guest", r"Guest( \w{3})?") + "$")


def join(page: Page, link: str, name: str = "") -> None:
    """Take an open seat by its invitation."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join match").click()
    expect(page.locator("#play svg")).to_be_visible()
    page.wait_for_load_state()


def status(page: Page) -> Locator:
    """How the match stands."""
    return page.locator("#status .now")


def turn(page: Page, number: int) -> Locator:
    """A turn in the list of those played."""
    return page.locator(f"#turns a[href$='/at/{number}']")


def so_far(page: Page) -> Locator:
    """The unfinished turn."""
    return page.locator("#so-far strong")


def done(page: Page) -> Locator:
    """The button that ends a turn early."""
    return page.locator("#draft").get_by_role("button", name="Done", exact=True)


def wait_for_turn(page: Page) -> bool:
    """Wait until it is this page's turn or the match is over; return whether it is its turn."""
    expect(status(page)).to_have_text(re.compile("Your turn| won|Draw"))
    return status(page).inner_text() == "Your turn."


def press_until(page: Page, keys: str, focused: Locator) -> None:
    """Press the keys in turn until the focus is on the element, once the page is complete."""
    page.wait_for_load_state()
    for key in keys.split() * 40:
        if focused.count():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{keys} does not lead there")
