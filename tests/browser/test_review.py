"""After a game: its result, its review, a rematch."""

import re

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.steps import OPENED, box, start_match, status, turn
from tests.browser.test_accessibility import violations


def test_a_match_is_reviewed_on_a_phone_and_played_again(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    start_match(page, seat_1="easy", position=OPENED)
    for name in ("Pass", "Confirm turn"):
        page.get_by_role("button", name=name).click()
    expect(turn(page, 2)).to_be_attached()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(status(page)).to_have_text("Broken off by resignation. Nobody won, because not everybody made two turns.")
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("img", name=re.compile("could expect, turn by turn"))).to_be_visible()
    page.get_by_text("All turns").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    curve = page.locator("#curve")
    curve.click(position={"x": 60, "y": 50})
    expect(page.locator("#caption")).to_have_text("Position after turn 0 of 2.")
    expect(page.locator(".said[role=status]")).to_contain_text(
        re.compile(r"Turn 1: .* can expect to win \d+ of 100 games\.\s+Played: pass")
    )
    page.get_by_role("link", name="Next turn").click()
    said = re.compile(r"Turn 2: Ada \(O\) can expect to win \d+ of 100 games")
    expect(page.locator(".said[role=status]")).to_contain_text(said)
    page.get_by_role("link", name="Last position").click()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".players")).to_contain_text("O, you")


def review_three_turns(page: Page) -> None:
    """Play three turns of Orion for both seats, resign, and ask for the review."""
    start_match(page, seat_1="here", position=OPENED)
    for number, text in enumerate(("u+", "a+", "v+")):
        sent: dict[str, str | float | bool] = {"do": "turn", "seat": number % 2, "text": text, "revision": number}
        assert page.request.post(page.url, form=sent).ok
    page.reload()
    expect(turn(page, 3)).to_be_attached()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("button", name="Review").click()


def test_the_board_stays_in_sight_beside_the_turns_that_a_review_draws(visit: Visit) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"})
    review_three_turns(page)
    expect(page.locator("#signs")).to_have_text(re.compile("as Dara would play|given away, of 100 games"))
    sizes = [box(label)["height"] for label in page.locator("#curve .label text").all()]
    assert 14 <= max(sizes) < 24  # as large as what is written beside
    drawn = page.locator(".swings img")
    expect(drawn.first).to_be_attached()
    drawn.last.scroll_into_view_if_needed()
    expect(drawn.last).to_be_in_viewport()
    page.wait_for_function("() => [...document.querySelectorAll('.swings img')].at(-1).naturalWidth > 0")
    expect(page.locator("#play svg")).to_be_in_viewport(ratio=0.95)
    shares(page).click()
    expect(page.locator("#moment img")).to_be_visible()
    assert violations(page) == []
    columns = page.locator(".swings").first.evaluate(
        "(list) => getComputedStyle(list).gridTemplateColumns.split(' ').length"
    )
    assert columns >= 2  # not one below the other beside an empty half
    for width, least in ((1440, 480), (1280, 460), (1000, 360)):  # a review is wider than what stands beside a match
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator("#review").evaluate("(part) => part.clientWidth") >= least
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_the_board_comes_into_sight_with_a_turn_of_the_review(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    review_three_turns(page)
    assert page.locator(".swings img").first.is_hidden()
    listed = page.locator(".swings a").first
    listed.scroll_into_view_if_needed()
    expect(page.locator("#play svg")).not_to_be_in_viewport()
    listed.tap()
    expect(page.locator(".swings [aria-current]")).to_have_count(1)
    expect(page.locator("#play svg")).to_be_in_viewport(ratio=0.95)


def lost(page: Page) -> None:
    """Play one turn of a match, and resign it."""
    start_match(page, seat_1="here", position=OPENED)
    page.get_by_role("button", name="Pass").click()
    page.get_by_role("button", name="Confirm turn").click()
    expect(turn(page, 1)).to_be_attached()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()


def test_what_asks_before_one_resigns_is_no_wider_than_a_paragraph(visit: Visit) -> None:
    page = visit(DESK)
    start_match(page, seat_1="here", position=OPENED)
    page.get_by_role("button", name="Resign").click()
    asks = page.get_by_role("dialog", name="Resign")
    expect(asks).to_contain_text("broken off without a winner")
    assert box(asks)["width"] <= 24 * 16


def shares(page: Page) -> Locator:
    """What shares a match that is over: beside the result, or where a phone has the rematch there, below it."""
    return page.get_by_text("Share", exact=True).locator("visible=true")


def test_a_moment_is_shared_by_one_press(visit: Visit) -> None:
    """Where nothing can be handed over the link is copied, and the page says so."""
    page = visit({**PHONE, "reduced_motion": "reduce", "permissions": ["clipboard-read", "clipboard-write"]})
    lost(page)
    picture = page.locator("#moment img")
    expect(picture).to_be_hidden()
    shares(page).scroll_into_view_if_needed()
    top = page.evaluate("scrollY")
    shares(page).click()
    expect(picture).to_be_visible()
    expect(page.locator("#shared")).to_have_text("The link is copied. It opens at the last turn.")
    page.wait_for_function("() => document.querySelector('#moment img').naturalWidth > 0")
    expect(picture).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("scrollY") == top  # the choices come to the reader
    expect(page.get_by_role("link", name="Save as GIF")).to_be_in_viewport()
    link = page.get_by_label("Link that opens here")
    expect(link).to_have_value(re.compile("/at/1$"))
    assert page.evaluate("navigator.clipboard.readText()") == link.input_value()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as SVG").click()
    assert saved.value.suggested_filename.endswith("-0-1.svg")
    with page.expect_download() as still:  # drawn by the browser
        page.get_by_role("button", name="Picture (PNG)").click()
    assert still.value.suggested_filename.endswith("-1.png")
    with Image.open(still.value.path()) as image:
        assert (image.format, image.width) == ("PNG", 1080)
        assert len(image.convert("RGB").getcolors(10**6) or ()) > 20  # a board, and not an empty sheet
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(picture).to_be_hidden()
    expect(shares(page)).to_be_focused()


HANDED = """
    window.handed = [];
    navigator.canShare = ({ files }) => files?.every(({ size }) => size > 1000);
    navigator.share = async ({ title, url, files }) => {
        handed.push([title, url, files?.map(({ name, type }) => `${type} ${name}`) ?? []]);
        if (window.refuses) throw new DOMException("nothing was chosen", window.refuses);
    };
"""
"""A device that hands links and files over to other programs, or a person who chooses none."""


def test_a_device_that_hands_things_over_gets_link_and_moving_picture_by_one_press(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"}, once=True)
    page.add_init_script(HANDED)
    lost(page)
    shares(page).tap()
    page.wait_for_function("() => handed.length === 1")
    [[title, url, files]] = page.evaluate("handed")
    assert title.startswith("Orion: Hydra: Guest ")
    assert url.endswith("/at/1")
    assert re.fullmatch(r"image/gif orion-.*-0-1\.gif", *files)
    expect(page.locator("#shared")).to_be_empty()
    page.evaluate("window.refuses = 'AbortError'")
    shares(page).tap()
    page.wait_for_function("() => handed.length === 2")
    expect(page.locator("#shared")).to_be_empty()  # who chooses no program wants nothing copied
    page.evaluate("window.refuses = 'NotAllowedError'")
    shares(page).tap()
    expect(page.locator("#shared")).not_to_be_empty()
