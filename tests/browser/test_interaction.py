"""Messages and typed text survive updates of the match page; keys, focus and lost connections."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import (
    AWAY,
    LATE,
    OPENED,
    REFUSED,
    done,
    element,
    guests,
    join,
    press_until,
    so_far,
    start_match,
    status,
    turn,
    update,
)
from tools.local_site import LocalSite


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit(expecting=(*REFUSED, *AWAY))


def test_the_answer_of_a_bot_is_shown_until_the_next_action(page: Page) -> None:
    start_match(page, seat_1="easy", position=OPENED)
    page.get_by_role("button", name="Offer a draw").click()
    answer = page.get_by_text("Draw offer declined.")
    expect(answer).to_be_visible()
    update(page)
    expect(answer).to_be_visible()
    element(page, "u+").click()
    expect(so_far(page)).to_have_text("u+")
    expect(answer).to_have_count(0)


def test_the_refusal_of_a_late_turn_stays_shown_after_updates(page: Page, visit: Visit) -> None:
    start_match(page, seat_1="link", position=OPENED)
    other = visit()
    join(other, page.get_by_label("Invitation to play O").first.input_value())
    tab = page.context.new_page()
    tab.goto(page.url)
    tab.get_by_label("Type a turn").fill("v+")
    page.get_by_label("Type a turn").fill("u+")

    def be_late(route: Route) -> None:
        page.keyboard.press("Enter")
        turn(page, 1).wait_for()
        route.continue_()

    tab.route("**/matches/*", be_late, times=1)
    tab.get_by_label("Type a turn").press("Enter", no_wait_after=True)
    message = tab.locator("#notice")
    expect(message).to_have_text("This turn was already played: the last turn was u+. Not played: v+.")
    other.get_by_role("button", name="Offer a draw").click()
    expect(tab.get_by_text("offers a draw")).to_be_visible()
    expect(message).to_have_text("This turn was already played: the last turn was u+. Not played: v+.")


def test_a_late_turn_stays_in_its_field_on_a_shared_screen(page: Page) -> None:
    start_match(page, seat_1="here", position=OPENED)
    tab = page.context.new_page()
    tab.route("**/news.js", lambda route: route.abort())
    tab.goto(page.url)
    page.get_by_label("Type a turn").fill("u+")
    page.get_by_label("Type a turn").press("Enter")
    expect(turn(page, 1)).to_be_visible()
    tab.get_by_label("Type a turn").fill("v+")
    tab.get_by_label("Type a turn").press("Enter")
    expect(tab.locator("#notice")).to_have_text("This turn was already played: the last turn was u+.")
    expect(tab.get_by_label("Type a turn")).to_have_value("v+")


def test_a_refused_turn_stays_typed_and_explained_after_updates(visit: Visit) -> None:
    first, second = visit(expecting=REFUSED), visit()
    start_match(first, seat_1="link", position=OPENED)
    join(second, first.get_by_label("Invitation to play O").first.input_value())
    field = first.get_by_label("Type a turn")
    field.fill("a+")
    field.press("Enter")
    expect(first.locator("#problem")).to_contain_text("is not allowed")
    second.get_by_role("button", name="Offer a draw").click()
    expect(first.get_by_text("offers a draw")).to_be_visible()
    expect(first.locator("#problem")).to_contain_text("is not allowed")
    expect(field).to_have_value("a+")
    expect(field).to_have_attribute("aria-invalid", "true")


CARET = "(field) => [document.activeElement === field, field.value, field.selectionStart]"
"""Whether a field has the focus, its text, and where the caret is in it."""


def test_a_turn_typed_while_ones_own_is_on_its_way_waits_for_the_reply(visit: Visit) -> None:
    first, second = visit(), visit()
    start_match(first, seat_1="link", position=OPENED)
    join(second, first.get_by_label("Invitation to play O").first.input_value())
    sent: list[Route] = []
    first.route(
        "**/matches/*", lambda route: sent.append(route) if route.request.method == "POST" else route.continue_()
    )
    field = first.get_by_label("Type a turn")
    field.fill("u+")
    with first.expect_request(lambda request: request.method == "POST"):
        field.press("Enter", no_wait_after=True)
    first.keyboard.press("Control+a")
    first.keyboard.type("t-v+")
    first.keyboard.press("ArrowLeft")
    sent.pop().continue_()
    expect(turn(first, 1)).to_be_visible()
    expect(field).to_have_count(0)
    second.get_by_label("Type a turn").fill("a-")
    second.get_by_label("Type a turn").press("Enter")
    expect(field).to_have_value("t-v+")
    assert field.evaluate(CARET) == [True, "t-v+", 3]


def test_what_is_typed_survives_turns_that_come_by_themselves(visit: Visit) -> None:
    """One's own turn is played in another window, then the opponent replies; meanwhile a message is written."""
    first, second = visit(), visit()
    start_match(first, seat_1="link", position=OPENED)
    join(second, first.get_by_label("Invitation to play O").first.input_value())
    window = first.context.new_page()
    window.goto(first.url)
    field, message = first.get_by_label("Type a turn"), first.locator("#say")
    field.fill("t-v+")
    first.locator("#talk").evaluate("(talk) => (talk.closest('details').open = true)")
    message.focus()
    first.keyboard.type("Good luck")
    first.keyboard.press("ArrowLeft")
    for page, played in ((window, "u+"), (second, "a-")):
        page.get_by_label("Type a turn").fill(played)
        page.get_by_label("Type a turn").press("Enter")
    expect(turn(first, 2)).to_be_visible()
    assert message.evaluate(CARET) == [True, "Good luck", 8]
    expect(field).to_have_value("t-v+")


def test_a_typed_turn_is_there_again_after_a_look_at_an_earlier_one_and_gone_once_another_is_played(page: Page) -> None:
    start_match(page, seat_1="here", position=OPENED)
    field = page.get_by_label("Type a turn")
    for number, played in ((1, "u+"), (2, "a-")):
        field.fill(played)
        field.press("Enter")
        expect(turn(page, number)).to_be_visible()
    field.fill("v+")
    turn(page, 1).click()
    expect(field).to_have_count(0)
    page.get_by_role("link", name="Back to the match").click()
    expect(field).to_have_value("v+")
    element(page, "t+").click()
    done(page).click()
    expect(turn(page, 3)).to_be_visible()
    expect(field).to_have_value("")


def test_a_declined_draw_offer_is_reported_to_its_author(visit: Visit) -> None:
    first, second = visit(), visit()
    start_match(first, seat_1="link", position=OPENED)
    join(second, first.get_by_label("Invitation to play O").first.input_value())
    second.get_by_role("button", name="Offer a draw").click()
    first.get_by_role("button", name="Decline").click()
    message = second.get_by_text("Draw offer declined.")
    expect(message).to_be_visible()
    expect(first.get_by_text("declined.")).to_have_count(0)
    element(first, "u+").click()
    done(first).click()
    expect(status(second)).to_have_text("Your turn.")
    expect(message).to_be_visible()


def test_two_people_play_on_the_board_by_keyboard_alone(page: Page) -> None:
    start_match(page, seat_1="here", turn_limit="10", position=LATE)
    on_board = page.locator("#play [role=button]:focus")
    press_until(page, "Tab", on_board)
    for number in range(1, 5):
        press_until(page, "ArrowUp ArrowRight ArrowDown ArrowLeft", page.locator("#play .handle.touch:focus"))
        page.keyboard.press("Enter")
        expect(done(page).or_(turn(page, number))).to_be_visible()
        if done(page).is_visible():
            press_until(page, "Tab", page.locator(":focus", has_text="Done"))
            page.keyboard.press("Space")
        expect(turn(page, number)).to_be_visible()
        expect(page.locator("#play [tabindex]:not([role=button])")).to_have_count(0)
        if number < 4:
            expect(on_board).to_have_count(1)
            expect(on_board).to_have_attribute("tabindex", "0")
        assert "/at/" not in page.url
    expect(status(page)).to_have_text("Draw: the turn limit was reached.")


def test_arrow_keys_do_not_leave_the_board_while_a_bot_thinks(page: Page) -> None:
    start_match(page, seat_1="medium", position=OPENED)
    press_until(page, "Tab", page.locator("#play [role=button]:focus"))
    press_until(page, "ArrowUp ArrowRight ArrowDown ArrowLeft", page.locator("#play .handle.touch:focus"))
    page.keyboard.press("Enter")
    expect(done(page)).to_be_visible()
    press_until(page, "Tab", page.locator(":focus", has_text="Done"))
    page.keyboard.press("Space")
    expect(turn(page, 1)).to_be_visible()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    expect(turn(page, 2)).to_be_visible()
    assert "/at/" not in page.url
    expect(page.locator("#play [role=button]:focus")).to_have_count(1)


def test_space_presses_links_that_look_like_buttons(page: Page) -> None:
    start_match(page, seat_1="link", position=OPENED)
    element(page, "u+").click()
    page.get_by_role("button", name="Undo").press("Space")
    expect(so_far(page)).to_have_count(0)
    page.get_by_role("button", name="Pass").press("Space")
    page.get_by_role("button", name="Confirm turn").press("Space")
    expect(turn(page, 1)).to_have_text(re.compile("pass"))


def test_after_the_mouse_the_arrow_keys_step_through_the_turns(page: Page) -> None:
    start_match(page, seat_1="link", position=OPENED)
    element(page, "u+").click()
    done(page).click()
    expect(turn(page, 1)).to_be_visible()
    page.get_by_role("button", name="Request takeback").wait_for()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Position after turn 0 of 1.")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Position after turn")).to_have_count(0)


def test_a_clicked_rotor_does_not_capture_the_arrow_keys(page: Page) -> None:
    start_match(page, seat_1="here", position=OPENED)
    page.get_by_label("Type a turn").fill("u+")
    page.get_by_label("Type a turn").press("Enter")
    expect(turn(page, 1)).to_be_visible()
    element(page, "a-").click()
    expect(so_far(page)).to_have_text("a-")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Position after turn 0 of 1.")).to_be_visible()


def test_turns_ended_and_typed_while_the_server_is_down_are_played_once_when_it_is_back(
    page: Page, visit: Visit, mortal_server: LocalSite
) -> None:
    start_match(page, seat_1="link", position=OPENED)
    element(page, "u+").click()
    expect(so_far(page)).to_have_text("u+")
    typing = visit(expecting=(*REFUSED, *AWAY))
    start_match(typing, seat_1="here", position=OPENED)
    mortal_server.kill()
    done(page).click()
    typing.get_by_label("Type a turn").fill("u+")
    typing.get_by_label("Type a turn").press("Enter")
    for lost in (page, typing):
        expect(lost.get_by_text("Connection lost")).to_be_visible()
    mortal_server.open()
    for found in (page, typing):
        expect(turn(found, 1)).to_have_text(re.compile(r"u\+"))
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(status(typing)).to_have_text(guests("Guest (O) to play."))
    for found in (page, typing):
        expect(turn(found, 2)).to_have_count(0)


def test_the_form_asks_for_no_name_of_a_bot(page: Page) -> None:
    page.goto("/games/orion/new")
    page.get_by_label("More: choose each seat").check()
    page.get_by_label("O", exact=True).select_option("easy")
    expect(page.locator("#name-1")).to_be_hidden()
    page.get_by_label("O", exact=True).select_option("link")
    expect(page.locator("#name-1")).to_be_visible()


def test_the_tables_of_the_rules_break_no_words_on_a_phone(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/games/orion")
    cells = page.locator(".rules td, .rules td code")
    assert cells.count()
    assert "anywhere" not in cells.evaluate_all("all => all.map(one => getComputedStyle(one).overflowWrap)")
    widths = page.locator(".rules td").evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
    assert max(widths) <= 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_no_button_flashes_while_a_turn_is_sent(page: Page) -> None:
    """A turn that is played at once asks for nothing: neither to confirm it nor to undo it."""
    start_match(page, seat_1="here")
    caption, seen = page.locator("#caption").inner_text(), list[object]()

    def look(route: Route) -> None:
        shown = page.locator("#draft .button:visible:not(.type .button, #guided)").all_inner_texts()
        seen.extend([page.locator("#confirm").count(), shown, page.locator("#caption").inner_text()])
        route.continue_()

    page.route("**/matches/*", look, times=2)  # the page with the turn, and its submission
    element(page, "u+").click()
    turn(page, 1).wait_for()
    assert seen == [0, ["Pass"], caption, 1, [], caption]


def test_the_page_of_plans_leads_to_the_board_when_the_other_has_played(page: Page, visit: Visit) -> None:
    start_match(page, seat_1="link")
    other = visit()
    join(other, page.get_by_label("Invitation to play O").first.input_value())
    board = other.url
    other.get_by_role("link", name="Plan ahead").click()
    expect(other.get_by_role("heading", name="Plan ahead")).to_be_visible()
    expect(status(page)).to_have_text("Your turn.")
    played: dict[str, str | float | bool] = {
        "do": "turn",
        "seat": 0,
        "text": "u+",
        "revision": page.locator("#main").get_attribute("data-revision") or "",
    }
    page.request.post(urlsplit(page.url).path, form=played)
    other.wait_for_url(board)
    expect(status(other)).to_have_text("Your turn.")


@pytest.mark.parametrize("settings", [DESK, PHONE])
def test_the_box_for_plans_has_room(page: Page, visit: Visit, settings: Settings) -> None:
    """Beside the board nothing lies on anything else; a field and its button stand in one line."""
    start_match(page, seat_1="link")
    other = visit(settings)
    join(other, page.get_by_label("Invitation to play O").first.input_value())
    plan, text = other.get_by_role("link", name="Plan ahead"), other.get_by_text("Your controls appear here")
    box, button = other.locator("#draft").bounding_box(), plan.bounding_box()
    assert box
    assert button
    assert box["y"] <= button["y"]
    assert button["y"] + button["height"] <= box["y"] + box["height"]
    if settings == DESK:
        said = text.bounding_box()
        assert said
        assert said["y"] + said["height"] <= button["y"]
        assert button["x"] >= box["x"] + 16
    plan.click()
    for field, name in (("#add", "Show"), ("#turn", "Keep")):
        typed, press = other.locator(field).bounding_box(), other.get_by_role("button", name=name).bounding_box()
        assert typed
        assert press
        assert (typed["y"], typed["height"]) == (press["y"], press["height"])
