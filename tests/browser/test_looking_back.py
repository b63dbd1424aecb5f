"""A match that is looked at again on a phone: its board and the way through its turns are seen together."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.steps import ALMOST_WON, OPENED, begin, box, start_match, status, turn

GAMES = ("orion", "vortex", "ludo")
"""Their boards are as wide as a phone, higher than wide, and the highest."""


def push(page: Page, across: int, down: int = 0) -> None:
    """Push a finger over the middle of the board."""
    board = box(page.locator("#play svg").first)
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    client = page.context.new_cdp_session(page)
    for kind, part in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
        client.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + part * across, "y": y + part * down}]}
        )
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    client.detach()


def test_on_a_phone_the_turns_are_at_the_foot_below_the_whole_board(visit: Visit) -> None:
    page = visit(PHONE)
    for game in GAMES:
        begin(page, f"/games/{game}/new?against=seats&seat-0=here&seat-1=here")
        page.locator("button[popovertarget=resigning]").first.tap()
        page.get_by_role("button", name="Yes, resign").first.tap()
        expect(page.locator("form.plate")).to_be_visible()
        steps, plate = box(page.locator(".steps")), box(page.locator("form.plate"))
        assert box(page.locator("#play svg").first)["y"] > 0
        assert plate["y"] + plate["height"] <= steps["y"]
        assert steps["y"] + steps["height"] <= 812


def test_a_push_on_the_board_goes_a_turn_on_or_back(visit: Visit) -> None:
    page = visit(PHONE)
    start_match(page, seat_1="here", position=OPENED)
    path = page.url
    for number, text in enumerate(("u+", "a+", "v+")):
        sent: dict[str, str | float | bool] = {"do": "turn", "seat": number % 2, "text": text, "revision": number}
        assert page.request.post(path, form=sent).ok
    page.goto(f"{path}/at/2")
    push(page, 120)
    expect(turn(page, 1)).to_have_attribute("aria-current", "step")
    push(page, 30)  # a finger that slips
    push(page, -60, 90)  # a finger that scrolls
    push(page, -120)
    expect(turn(page, 2)).to_have_attribute("aria-current", "step")
    expect(page).to_have_url(f"{path}/at/2")


def test_a_push_names_nothing_below_the_board(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/vortex/new?seat-1=here&position=5,0,0,0/4,0,0,0+X+3+4")
    assert page.request.post(page.url, form={"do": "turn", "seat": 0, "text": "5-9", "revision": 0}).ok
    page.goto(f"{page.url}/at/0")
    page.locator("#cell-11").dispatch_event("pointerover")  # as a finger that comes down there
    expect(page.locator("#pointed")).to_have_text("cell 11")
    push(page, -60)
    expect(page).to_have_url(re.compile("/at/1$"))
    expect(page.locator("#pointed")).to_be_empty()


def test_a_browser_may_use_the_same_touch_again(visit: Visit) -> None:
    page = visit(PHONE)
    start_match(page, seat_1="here", position=OPENED)
    sent: dict[str, str | float | bool] = {"do": "turn", "seat": 0, "text": "u+", "revision": 0}
    assert page.request.post(page.url, form=sent).ok
    page.goto(f"{page.url}/at/1")
    expect(turn(page, 1)).to_have_attribute("aria-current", "step")
    page.locator("#play svg").first.evaluate("""board => {
        const finger = { clientX: 150, clientY: 300 };
        const tell = (kind, more) => board.dispatchEvent(Object.assign(new Event(kind, { bubbles: true }), more));
        tell("touchstart", { touches: [finger] });
        finger.clientX += 120;
        tell("touchend", { changedTouches: [finger] });
    }""")
    expect(page).to_have_url(re.compile("/at/0$"))


def test_a_push_on_a_board_to_play_on_changes_no_position(visit: Visit) -> None:
    page = visit(PHONE)
    start_match(page, seat_1="here")
    path = page.url
    expect(status(page)).to_be_visible()
    push(page, 120)
    push(page, -120)
    assert page.url == path
    assert page.locator(".stepper.at-foot").count() == 0


def test_on_a_desk_the_turns_stay_beside_the_board(visit: Visit) -> None:
    page = visit(DESK)
    start_match(page, seat_1="here")
    page.goto(f"{page.url}/at/0")
    steps, board = box(page.locator(".steps")), box(page.locator("#play"))
    assert steps["x"] >= board["x"] + board["width"]


def test_who_plays_is_named_above_the_board_of_a_phone_and_the_hint_is_in_sight(visit: Visit) -> None:
    page = visit(PHONE)
    for game in ("orion", "ludo"):
        begin(page, f"/games/{game}/new?seat-0=here&seat-1=easy")
        expect(page.locator(".clocks .name").last).to_have_text("Ada")
        hint, board = page.locator('#draft [value="hint"]'), box(page.locator("#play svg").first)
        expect(hint).to_be_in_viewport(ratio=1)
        names = box(page.locator(".clocks"))
        assert names["y"] + names["height"] <= board["y"] < names["y"] + names["height"] + 12


def test_a_roll_and_the_turn_before_it_are_told_once(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/ludo/new?seat-0=here&seat-1=here&position=1,1,1,12/1,1,1,60+A+5+2")
    expect(page.locator("#caption")).to_have_text("Turn 1. A rolled 5 and is to move")  # nothing above it says so
    begin(page, "/games/ludo/new?seat-0=here&seat-1=easy")
    expect(status(page)).to_have_text("Your turn.")
    expect(page.locator("#news")).to_contain_text("rolled")
    expect(page.locator("#caption")).to_have_text(re.compile(r"^Turn \d+\.$"))


def test_an_analysis_of_a_finished_match_begins_where_somebody_chooses(visit: Visit) -> None:
    page = visit()
    start_match(page, seat_1="here", position=ALMOST_WON)
    assert page.request.post(page.url, form={"do": "turn", "seat": 0, "text": "s-", "revision": 0}).ok
    page.reload()
    page.get_by_role("link", name="Analyse").click()
    expect(status(page)).to_have_text("X to choose")
    page.get_by_role("link", name="Last position").click()
    expect(status(page)).to_have_text(re.compile(r"^The game is over\. .*X"))
    expect(page.locator("#caption")).to_be_empty()
