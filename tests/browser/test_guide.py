"""What a first match says of the page, and the field for typed turns, which is folded for mouse and finger."""

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.steps import OPENED, box, start_match, turn

NUMBERS = ".guide-number"


def test_a_first_match_is_guided_once(visit: Visit) -> None:
    page = visit(DESK)
    start_match(page, seat_1="here", position=OPENED)
    guide = page.get_by_role("complementary", name="Your first match")
    expect(guide.get_by_role("listitem")).to_have_count(3)
    expect(page.locator(NUMBERS)).to_have_text(["1", "2", "3"])
    board, first = box(page.locator("#play svg").first), box(page.locator(NUMBERS).first)
    assert board["x"] < first["x"] < board["x"] + board["width"]
    assert board["y"] < first["y"] < board["y"] + board["height"]
    x, y = first["x"] + first["width"] / 2, first["y"] + first["height"] / 2
    corners = page.locator("#play .touch").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map(({ right, y }) => [right, y])"
    )
    assert any(abs(right - x) + abs(top - y) < 3 for right, top in corners)
    page.get_by_label("Type a turn").fill("u+")
    page.get_by_label("Type a turn").press("Enter")
    expect(turn(page, 1)).to_be_visible()
    expect(page.locator(NUMBERS)).to_have_count(0)
    expect(guide).to_be_visible()  # nothing moves while turns are played
    page.reload()
    expect(page.locator("#play svg").first).to_be_visible()
    expect(guide).to_be_hidden()


def test_the_guide_is_put_away_by_a_press(visit: Visit) -> None:
    page = visit(PHONE)
    start_match(page, seat_1="here", position=OPENED)
    expect(page.locator(NUMBERS)).to_have_count(3)
    page.get_by_role("button", name="Got it").tap()
    expect(page.locator(NUMBERS)).to_have_count(0)
    start_match(page, seat_1="here", position=OPENED)
    expect(page.get_by_role("button", name="Got it")).to_be_hidden()


def test_typing_is_folded_for_the_mouse_until_it_is_used(visit: Visit) -> None:
    page = visit(DESK)
    start_match(page, seat_1="here", position=OPENED)
    label, field, row = page.locator(".type label"), page.get_by_label("Type a turn"), page.locator(".type .row")
    assert box(row)["width"] < 2
    label.click()
    expect(field).to_be_focused()
    assert box(row)["width"] > 100
    hints = page.get_by_label("Confirm my moves")
    hints.check()  # below it: nothing moves while the field loses the focus
    expect(hints).to_be_checked()
    assert box(row)["width"] > 100


def test_typing_is_open_for_the_keyboard(visit: Visit) -> None:
    page = visit(DESK)
    start_match(page, seat_1="here", position=OPENED)
    row = page.locator(".type .row")
    assert box(row)["width"] < 2
    page.keyboard.press("Tab")
    assert box(row)["width"] > 100


def test_typing_is_open_without_scripts(visit: Visit) -> None:
    page = visit({**DESK, "java_script_enabled": False})
    page.goto("/games/orion/new?seat-1=here")
    page.get_by_role("button", name="Start match", exact=True).click()
    expect(page.get_by_text("Your first match")).to_have_count(0)
    assert box(page.get_by_label("Type a turn"))["width"] > 100
