"""Touch on a phone: the first touch enlarges a board with small targets, and the second chooses."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import OPENED, REFUSED, begin, box, done, element, so_far, start_match, turn
from tests.browser.test_display_modes import open_match

BOARD = "div.board"
NEAR = "div.board.zoomed"
PLACE = "board => [board.scrollLeft, board.scrollTop]"


HEX = "hex"
"""The example game: the board with the smallest cells."""


def test_a_cell_of_a_large_board_is_chosen_by_two_touches(visit: Visit) -> None:
    page = visit(PHONE)
    open_match(page, HEX)
    whole = box(element(page, "cell-f6"))
    element(page, "cell-e6").tap()  # beside the one that is meant
    expect(page.locator(NEAR)).to_be_visible()
    expect(so_far(page)).to_have_count(0)
    expect(page.locator("#pointed")).to_contain_text("Tap again to choose.")
    large = box(element(page, "cell-f6"))
    assert whole["width"] < 24
    assert large["width"] > 40
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    element(page, "cell-f6").tap()
    expect(so_far(page)).to_have_text("f6")
    expect(page.locator(NEAR)).to_have_count(0)
    assert box(element(page, "cell-f6"))["width"] == pytest.approx(whole["width"])
    page.get_by_role("button", name="Confirm turn").tap()
    expect(turn(page, 1)).to_contain_text("f6")


def test_the_zoom_centres_on_the_touch(visit: Visit) -> None:
    page = visit(PHONE)
    open_match(page, HEX)
    before = box(element(page, "cell-f6"))
    element(page, "cell-f6").tap()
    expect(page.locator(NEAR)).to_be_visible()
    after, board = box(element(page, "cell-f6")), box(page.locator(BOARD))
    assert abs(after["x"] + after["width"] / 2 - board["x"] - board["width"] / 2) < 3
    assert board["y"] < after["y"] < board["y"] + board["height"]
    assert before["width"] < after["width"]


def test_a_touch_outside_all_targets_zooms_out(visit: Visit) -> None:
    page = visit(PHONE)
    open_match(page, HEX)
    element(page, "cell-f6").tap()
    expect(page.locator(NEAR)).to_be_visible()
    page.locator(BOARD).evaluate("board => board.scrollTo(0, 0)")
    page.locator(BOARD).tap(position={"x": 5, "y": 5})
    expect(page.locator(NEAR)).to_have_count(0)
    expect(so_far(page)).to_have_count(0)


def test_a_touch_of_what_cannot_be_chosen_says_why_and_zooms_out(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/throngs/new?seat-1=link&option-board=153")
    below = page.locator("#draft")
    before = box(below)["y"]
    page.locator("#play .touch").first.tap()
    expect(page.locator(NEAR)).to_be_visible()
    assert box(below)["y"] == pytest.approx(before, abs=1)  # what stands below the board stays
    page.locator("#play .cell.refuses:not(.touch)").first.dispatch_event("click")
    expect(page.locator(NEAR)).to_have_count(0)
    expect(page.locator("#pointed.refused")).to_contain_text("influence")


def test_no_touch_of_a_net_falls_between_its_sites(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/throngs/new?seat-1=link&option-board=153")
    one, right, up = (box(element(page, f"site-{name}")) for name in ("i9", "j9", "j10"))
    across = sum(site["x"] + site["width"] / 2 for site in (one, right, up)) / 3
    down = sum(site["y"] + site["height"] / 2 for site in (one, right, up)) / 3
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.cell')?.id", [across, down])


def test_the_zoom_lasts_until_the_turn_is_complete(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/throngs/new?seat-1=link&option-board=153")
    site = page.locator("#play .touch").first
    site.tap()
    expect(page.locator(NEAR)).to_be_visible()
    place = page.locator(BOARD).evaluate(PLACE)
    site.tap()
    expect(so_far(page)).to_be_visible()
    expect(page.locator(NEAR)).to_be_visible()
    assert page.locator(BOARD).evaluate(PLACE) == pytest.approx(place, abs=1)


def test_a_turn_of_one_click_is_two_touches(visit: Visit) -> None:
    page = visit(PHONE)
    start_match(page, seat_1="link")
    element(page, "u+").tap()  # the first turn has one click
    page.get_by_role("button", name="Confirm turn").tap()
    expect(turn(page, 1)).to_contain_text("u+")
    start_match(page, seat_1="link", position=OPENED)
    element(page, "u+").tap()  # this one could have three
    done(page).tap()
    expect(turn(page, 1)).to_contain_text("u+")


def test_a_touch_that_is_not_allowed_says_why_as_typing_does(visit: Visit) -> None:
    page = visit(expecting=REFUSED)
    open_match(page, "throngs")
    refused = page.locator("#pointed.refused")
    element(page, "site-d6").click()
    expect(refused).to_have_text(
        "Black has influence -1 at d6 (Black's stones there and beside it, less White's), and capturing needs 2."
    )
    expect(page.locator("#play .note.tag")).to_contain_text("influence \N{MINUS SIGN}1")
    said = refused.inner_text()
    element(page, "site-a4").hover()
    expect(refused).to_have_count(0)
    page.get_by_label("Type a turn").fill("xd6 pass")
    page.get_by_label("Type a turn").press("Enter")
    expect(page.locator("#problem")).to_have_text(said)


def test_the_board_stays_where_it_is_when_the_first_turn_is_played(visit: Visit) -> None:
    page = visit({"viewport": {"width": 1440, "height": 900}})
    start_match(page, seat_1="here")
    before = box(page.locator("#play svg"))
    element(page, "u+").click()
    expect(turn(page, 1)).to_be_visible()
    expect(page.locator("#news")).to_be_visible()
    assert box(page.locator("#play svg")) == before


BEYOND = re.compile("beyond")


def test_a_large_screen_shows_the_whole_field_and_enlarges_what_matters_when_asked(visit: Visit) -> None:
    page = visit({"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"})
    open_match(page, "grid")
    city, rival, frame = element(page, "city-0-2-2"), element(page, "city-1-17-9"), page.locator("#play .overview")
    expect(rival).not_to_have_class(BEYOND)
    expect(frame).to_have_count(0)
    for corner in (page.locator("#play #field"), rival, page.locator("#play #compass-0")):
        expect(corner).to_be_in_viewport(ratio=1)
    small = box(city)["width"]
    page.keyboard.press("z")
    expect(rival).to_have_class(BEYOND)
    assert box(city)["width"] > small / 0.7
    frame.click()
    expect(rival).not_to_have_class(BEYOND)
    page.keyboard.press("z")
    expect(rival).to_have_class(BEYOND)


def test_in_the_dark_the_direction_that_an_army_has_is_as_legible_as_the_others(visit: Visit) -> None:
    page = visit({"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"})
    open_match(page, "grid")
    east, north = element(page, "point-0-east").locator("text"), element(page, "point-0-north").locator("text")
    expect(element(page, "east-0")).to_have_class(re.compile("chosen-way"))
    ink = north.evaluate("(text) => getComputedStyle(text).fill")
    expect(east).to_have_css("fill", ink)
    expect(element(page, "east-0").locator(".glyph")).to_have_css("stroke", ink)


def test_a_phone_shows_the_whole_of_the_usual_field(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    open_match(page, "grid")
    for corner in ("board", "city-0-2-2", "city-1-17-9"):
        expect(element(page, corner)).to_be_in_viewport(ratio=1)
    expect(page.locator("#play .beyond, #play .overview")).to_have_count(0)


@pytest.mark.parametrize("game", ["grid", "ludo", "orion", "throngs", "vortex"])
def test_on_a_phone_how_one_wins_stands_between_the_board_and_the_buttons(visit: Visit, game: str) -> None:
    page = visit(PHONE)
    begin(page, f"/games/{game}/new?seat-1=easy")
    page.get_by_role("button", name="Got it").tap()
    board, said, row = (box(page.locator(name)) for name in ("#play", "#pointed", "#draft > .row"))
    said_there = page.locator("#pointed").evaluate("(line) => getComputedStyle(line, '::before').content")
    assert said_there.startswith('"You win')
    assert said["y"] + said["height"] == pytest.approx(board["y"] + board["height"], abs=1)
    assert 0 <= row["y"] - said["y"] - said["height"] < 12


def test_on_a_phone_the_box_that_confirms_says_the_turn_in_words(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/grid/new?seat-1=easy")
    page.locator("#ask").tap()
    page.locator("#ask").tap()
    element(page, "south-0").tap()
    bar = page.locator("#draft > .row:has(#confirm)")
    expect(bar).to_have_css("position", "fixed")
    expect(bar.locator("#so-far")).to_be_in_viewport(ratio=1)
    expect(bar.locator("#so-far")).to_have_text("Your turn s, south: new walkers will go there")


def test_on_a_phone_what_matters_of_a_wide_field_is_enlarged_and_the_whole_is_beside_it(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    begin(page, "/games/grid/new?seat-1=link&option-width=30&option-height=18")
    rival = element(page, "city-1-27-15")
    expect(rival).to_have_class(BEYOND)
    small, pointer = box(page.locator("#play .overview")), page.locator("#play .pointer")
    assert small["width"] > 100  # 5 pixels a cell
    expect(pointer).to_have_class("pointer seat-1")  # which way the army is that is out of sight
    board, arrow = box(page.locator("#play svg")), box(pointer)
    assert arrow["x"] > board["x"] + 0.8 * board["width"]  # east, and south of the middle of the field
    assert board["y"] + 0.4 * board["height"] < arrow["y"] < board["y"] + 0.65 * board["height"]
    field = box(page.locator("#play #board"))
    assert small["y"] > field["y"] + field["height"]  # it covers nothing of the field
    page.locator("#play .overview").tap()
    expect(rival).not_to_have_class(BEYOND)
    expect(pointer).to_have_count(0)


def test_the_arcs_of_a_hint_are_as_thick_on_a_phone_as_on_a_desk(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    start_match(page, seat_1="easy", position=OPENED)
    page.get_by_role("button", name="Hint").tap()
    arc = page.locator("#play .handle.advised .glyph").first
    expect(arc).to_have_css("stroke-width", "4px")
    expect(arc).to_have_css("vector-effect", "non-scaling-stroke")


SHORT: Settings = {"viewport": {"width": 720, "height": 900}}
"""A large screen at 200 percent."""
FOUR = "vortex/new?option-players=4&seat-1=easy&seat-2=easy&seat-3=easy"


@pytest.mark.parametrize("game", ["grid", "ludo", "orion", "throngs", "vortex"])
def test_on_one_column_a_hint_is_in_sight_below_the_board(visit: Visit, game: str) -> None:
    page = visit(SHORT)
    begin(page, f"/games/{game}/new?seat-1=easy")
    expect(page.get_by_role("button", name="Hint")).to_be_in_viewport(ratio=1)


def test_on_a_phone_an_island_takes_most_of_the_width(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    begin(page, "/games/ludo/new?seat-1=easy")
    expect(page.get_by_role("button", name="Got it")).to_be_visible()  # which takes a part of its height
    assert page.evaluate("document.querySelector('#play svg').getScreenCTM().a * 720") > 300  # of 351


@pytest.mark.parametrize("match", ["ludo/new?seat-1=easy", FOUR])
def test_on_a_phone_a_hint_is_in_sight_below_the_board(visit: Visit, match: str) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    begin(page, f"/games/{match}")
    expect(page.get_by_role("button", name="Hint")).to_be_in_viewport(ratio=1)


def test_on_one_column_ready_is_in_sight_with_what_the_game_is_about(visit: Visit) -> None:
    page = visit(SHORT)
    begin(page, "/games/grid/new?seat-1=link&pace=live+1")
    expect(page.get_by_role("button", name="Ready", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="How to play")).to_be_in_viewport(ratio=1)


def test_a_phone_asks_to_confirm_a_turn_only_where_a_finger_could_slip(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/grid/new?seat-1=easy")
    ask = page.locator("#ask")
    assert ask.evaluate("(box) => [box.checked, box.indeterminate]") == [True, True]
    element(page, "south-0").tap()  # as large as a thumb
    expect(turn(page, 1)).to_be_attached()
    ask.tap()
    ask.tap()  # now it is said
    assert ask.evaluate("(box) => [box.checked, box.indeterminate]") == [True, False]
    element(page, "east-0").tap()
    expect(page.get_by_role("button", name="Confirm turn")).to_be_visible()


def test_the_only_turn_is_played_at_once_and_one_of_several_small_places_is_not(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/vortex/new?seat-1=here&position=20,25,25,25/4,0,0,0+X+3+4")
    page.locator("#play .handle.touch").first.tap()
    expect(turn(page, 1)).to_be_attached()
    begin(page, "/games/vortex/new?seat-1=here&position=5,0,0,0/4,0,0,0+X+3+4")
    page.locator("#play .handle.touch").first.tap()
    expect(page.get_by_role("button", name="Confirm turn")).to_be_visible()


def test_large_targets_and_mouse_clicks_need_no_zoom(visit: Visit) -> None:
    tablet = visit({**PHONE, "viewport": {"width": 800, "height": 1100}})
    open_match(tablet, "throngs")
    lit, says = tablet.locator("#play .lit"), tablet.locator("#pointed.refused")
    tablet.locator("#play #site-d6").tap()  # it cannot be chosen, says why, and shows what counts for it
    expect(says).to_have_text(re.compile("^Black has influence -1 at d6"))
    expect(lit).not_to_have_count(0)
    tablet.locator("#play .touch").first.tap()
    expect(so_far(tablet)).to_be_visible()
    desk = visit({"viewport": {"width": 375, "height": 812}})
    open_match(desk, "orion")
    reach = desk.locator("#play .preview")
    expect(reach).to_have_count(0)
    desk.locator("#play [id^=slot-].touch").first.hover()  # shows what may be touched after this piece
    expect(reach).not_to_have_count(0)
    desk.mouse.move(0, 0)
    expect(reach).to_have_count(0)
    element(desk, "u+").click()
    expect(turn(desk, 1)).to_be_visible()


SMALL_PHONE = {**PHONE, "viewport": {"width": 375, "height": 667}}


UNREAD = """(words) => {
    const text = document.getElementById("news").firstChild, seen = document.querySelector(".happened, #news");
    const range = new Range();
    text.data = words;
    range.selectNodeContents(text);
    return range.getBoundingClientRect().bottom - seen.getBoundingClientRect().bottom;
}"""
"""How far these words above the board reach below what is seen of them."""


def test_on_a_small_phone_the_whole_turn_of_the_opponent_is_read_and_the_board_stays(visit: Visit) -> None:
    page = visit({**SMALL_PHONE, "reduced_motion": "reduce"})
    begin(page, "/games/vortex/new?seat-1=here")
    expect(page.locator("#news")).to_contain_text("Drawn by lot")
    place, words = box(page.locator("#play svg")), "Ada rolled 4, brought a token in, to 8 and bumped your token."
    assert page.evaluate(UNREAD, f"{words} You rolled 6.") <= 0
    assert page.evaluate(UNREAD, words * 4) > 0
    assert box(page.locator("#play svg")) == place


def test_a_turn_that_is_complete_can_be_confirmed_without_scrolling(visit: Visit) -> None:
    page = visit(SMALL_PHONE)
    begin(page, "/games/vortex/new?seat-1=here&position=5,0,0,0/0,0,0,0+X+3+4")
    before, controls = box(page.locator(BOARD)), box(page.locator(".type"))
    page.locator("#play .handle.touch").first.tap()
    confirm = page.get_by_role("button", name="Confirm turn")
    expect(confirm).to_be_in_viewport(ratio=1)
    expect(page.locator("#undo")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert box(page.locator(BOARD)) == before
    assert box(page.locator(".type"))["y"] == pytest.approx(controls["y"], abs=1)
    confirm.tap()
    expect(so_far(page)).to_have_count(0)


def test_the_links_of_the_header_keep_the_margin_of_the_page(visit: Visit) -> None:
    page = visit(SMALL_PHONE)
    open_match(page, "vortex")
    rights = page.locator(".top nav a").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().right)")
    assert max(rights) <= 375 - 12


def test_who_follows_an_invitation_joins_without_scrolling(visit: Visit) -> None:
    host, friend = visit(PHONE), visit(PHONE)
    begin(host, "/games/vortex/new?seat-1=link")
    friend.goto(host.locator(".copy textarea").first.input_value())
    button = box(friend.get_by_role("button", name="Join match"))
    assert button["y"] + button["height"] < 812
    expect(friend.get_by_label("Your nonce for the dice")).to_be_hidden()  # folded, and filled all the same
    assert friend.get_by_label("Your nonce for the dice").input_value()
    friend.get_by_role("button", name="Join match").tap()
    expect(friend.locator("#play svg")).to_be_visible()


WHOLE = """link => {
    const { paddingLeft, paddingRight } = getComputedStyle(link);
    const text = document.createElement("canvas").getContext("2d");
    text.font = getComputedStyle(link).font;
    const line = link.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const lines = link.matches("textarea") ? link.clientHeight / parseFloat(getComputedStyle(link).lineHeight) : 1;
    return text.measureText(link.value).width <= line * Math.floor(lines) && link.scrollHeight <= link.clientHeight;
}"""
"""Whether all of the text of a field is in sight."""


@pytest.mark.parametrize("screen", [{**PHONE, "viewport": {"width": 375, "height": 667}}, SHORT])
def test_the_link_of_an_invitation_is_the_first_thing_in_sight(visit: Visit, screen: Settings) -> None:
    """It can be handed over where the device can do that."""
    host = visit(screen, once=True)
    host.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    begin(host, "/games/orion/new?seat-1=link")
    copy, link = host.get_by_role("button", name="Copy invitation link"), host.get_by_label("Invitation to play O")
    expect(copy).to_be_in_viewport(ratio=1)
    assert link.evaluate(WHOLE)
    link.click()
    assert host.evaluate("getSelection().toString()") == link.input_value()
    assert box(copy)["y"] < box(host.locator("#play svg"))["y"]
    host.get_by_role("button", name="Share", exact=True).click()
    assert host.evaluate("shared.url") == link.input_value()


def test_the_link_of_an_offer_stands_in_full_and_is_copied_and_handed_over_by_a_press_each(visit: Visit) -> None:
    page = visit({**PHONE, "permissions": ["clipboard-read", "clipboard-write"]}, once=True)
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page.goto("/games/vortex")
    page.get_by_role("button", name="Play a person now").click()
    page.get_by_text("Show it to somebody").click()
    link = page.get_by_label("Link to this offer")
    assert link.evaluate(WHOLE)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link.input_value()
    page.get_by_role("button", name="Share", exact=True).click()
    assert page.evaluate("shared.url") == link.input_value() == page.url
    page.get_by_role("button", name="Withdraw the offer").click()


SENT = """() => [...document.querySelectorAll(".invite :is([data-share], [data-copy], textarea)")]
    .filter((one) => one.checkVisibility())
    .toSorted((one, other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        return Math.abs(a.top - b.top) > 5 ? a.top - b.top : a.left - b.left;
    })
    .map((one) => [one.matches("textarea") ? "link" : one.textContent, one.matches(".primary") ? "!" : ""].join(""))"""
"""What sends the link to a friend as it stands on the page; what is in colour has a mark."""


@pytest.mark.parametrize(
    ("settings", "stands"),
    [
        (PHONE, ["Share!", "Copy invitation link", "link"]),
        (DESK, ["Copy invitation link!", "Share", "link"]),
    ],
)
def test_a_phone_hands_the_link_to_a_friend_over_first_and_a_desk_copies_it(
    visit: Visit, settings: Settings, stands: list[str]
) -> None:
    page = visit(settings, once=True)
    page.add_init_script("navigator.share = async () => {}")
    page.goto("/games/vortex/new?against=link")
    page.get_by_role("button", name="Start match").click()
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_visible()
    assert page.evaluate(SENT) == stands


def test_equal_markers_in_a_yard_are_chosen_by_one_touch(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/ludo/new?seat-1=here&position=1,1,1,1/1,1,1,1+A+5+2")
    element(page, "marker-A2").tap()
    expect(page.get_by_role("button", name="Confirm turn")).to_be_visible()
    expect(page.locator(NEAR)).to_have_count(0)


COLOURS = """(name) => {
    const parts = [`[id="${name}-0"] .body`, `[id="${name}-0"] .glyph`, `[id="point-0-${name}"] text`];
    const [body, arrow, text] = parts.map((where) => getComputedStyle(document.querySelector(`#play ${where}`)));
    return [body.fill, arrow.stroke, text.fill];
}"""
"""The colours of a quarter of the compass, of its arrow and of its letter."""


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_quarter_that_was_tapped_has_the_colour_of_its_seat(visit: Visit, colours: str) -> None:
    """A finger leaves the quarter as one that the mouse is over; its letter has the ink for the colour of the seat."""
    page = visit({**PHONE, "color_scheme": colours, "reduced_motion": "reduce"})
    begin(page, "/games/grid/new?seat-1=easy")
    element(page, "east-0").hover()
    seat = page.evaluate(COLOURS, "east")  # where the army goes at first
    element(page, "north-0").tap()
    expect(turn(page, 1)).to_be_visible()
    element(page, "north-0").hover()
    assert page.evaluate(COLOURS, "north") == seat
    assert page.evaluate(COLOURS, "east") != seat


REACHED = """(name) => {
    const arrow = document.querySelector(`#play [id$="${name}"]`), box = arrow.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const is = (right, down) => arrow.contains(document.elementFromPoint(x + right, y + down));
    const reach = (right, down) => { let n = 0; while (is(n * right, n * down)) n += 0.125; return n; };
    return [reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1)];
}"""
"""How many pixels wide and high the area is in which a touch presses an arrow, through the middle of what is drawn."""


@pytest.mark.parametrize("arrow", ["p+", "p-", "r+", "t-", "y+"])
def test_the_arrows_of_a_rotor_have_room_for_a_finger(visit: Visit, arrow: str) -> None:
    page = visit(PHONE)
    begin(page, "/games/orion/new?seat-1=here")
    element(page, arrow).scroll_into_view_if_needed()
    wide, high = page.evaluate(REACHED, arrow)
    assert wide >= 24
    assert high >= 44
    place = box(element(page, arrow))
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(so_far(page)).to_have_text(arrow)


def test_the_direction_of_an_army_looks_chosen_only_when_it_is(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/about")
    page.evaluate("localStorage.setItem('ask', 'true')")
    begin(page, "/games/grid/new?seat-0=here&seat-1=easy")
    page.mouse.move(0, 0)
    fills = (
        """() => ["#east-0 .body", "#north-0 .body"].map((one) => getComputedStyle(document.querySelector(one)).fill)"""
    )
    before, other = page.evaluate(fills)
    assert before == other
    element(page, "south-0").click()
    expect(page.locator("#confirm")).to_be_visible()
    expect(element(page, "south-0")).to_have_class(re.compile("ordered"))
    assert page.evaluate(fills)[0] == before
