"""What a first match says of the page, and the field for typed turns, which is folded for mouse and finger."""

import re
from itertools import pairwise
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from ludarium import State, play_match
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import OPENED, begin, box, element, start_match, turn

NUMBERS = ".guide-number"
LISTED = """() => [...document.querySelectorAll("#guide li")].map((one) => getComputedStyle(one).visibility)"""
"""Whether the sentences are seen, each of which speaks of a number on the page."""


def test_a_first_match_is_guided_once(visit: Visit) -> None:
    page = visit(DESK)
    start_match(page, seat_1="here", position=OPENED)
    guide = page.get_by_role("complementary", name="Your first match")
    expect(guide.get_by_role("listitem")).to_have_count(3)
    expect(page.locator(NUMBERS)).to_have_text(["1", "2", "3"])
    assert page.evaluate(LISTED) == ["visible"] * 3
    board, first = box(page.locator("#play svg").first), box(page.locator(NUMBERS).first)
    assert board["x"] < first["x"] < board["x"] + board["width"]
    assert board["y"] < first["y"] < board["y"] + board["height"]
    x, y = first["x"] + first["width"] / 2, first["y"] + first["height"] / 2
    sides = page.locator("#play .touch").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map(({ x, right, y, bottom }) => [x, right, y, bottom])"
    )
    assert any(left - 15 < x < right + 15 and top - 15 < y < bottom + 15 for left, right, top, bottom in sides)
    page.get_by_label("Type a turn").fill("u+")
    page.get_by_label("Type a turn").press("Enter")
    expect(turn(page, 1)).to_be_visible()
    expect(guide).to_be_visible()  # nothing moves while turns are played
    expect(page.locator(NUMBERS)).to_have_text(["1", "2", "3"])  # it is a person's turn again
    assert page.evaluate(LISTED) == ["visible"] * 3
    page.reload()
    expect(page.locator("#play svg").first).to_be_visible()
    expect(guide).to_be_hidden()


def test_a_sentence_of_the_guide_goes_with_its_number_and_comes_back(visit: Visit) -> None:
    """A turn that is complete leaves nothing to press on the board; after it the next one is to be played."""
    page = visit(DESK)
    page.goto("/about")
    page.evaluate("localStorage.setItem('ask', 'true')")
    begin(page, "/games/grid/new?seat-0=here&seat-1=easy")
    expect(page.locator(NUMBERS)).to_have_text(["1", "2", "3"])
    element(page, "south-0").click()
    expect(page.locator("#confirm")).to_be_visible()
    expect(page.locator(NUMBERS)).to_have_text(["2", "3"])
    assert page.evaluate(LISTED) == ["hidden", "visible", "visible"]
    page.get_by_role("button", name="Confirm turn").click()
    expect(page.locator("#main")).to_have_attribute("data-turns", "1")
    expect(page.locator(NUMBERS)).to_have_text(["1", "2", "3"])
    assert page.evaluate(LISTED) == ["visible"] * 3


COVERED = """() => {
    const words = [...document.querySelectorAll("#play svg text, header img")].map((it) => it.getBoundingClientRect());
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (parent.closest(".guide-number, .guide, script, style, #pointed") || parent.offsetWidth < 2) continue;
        range.selectNodeContents(walker.currentNode);
        words.push(...range.getClientRects());
    }
    const numbers = [...document.querySelectorAll(".guide-number")].map((one) => one.getBoundingClientRect());
    return numbers.filter((one) => words.some((word) => word.width > 1 &&
        Math.min(one.right, word.right) - Math.max(one.left, word.left) > 4 &&
        Math.min(one.bottom, word.bottom) - Math.max(one.top, word.top) > 4)).map((one) => [one.x, one.y]);
}"""
"""The numbers of the guide that cover words, numbers or the sign of the page."""


ON_PIECES = """() => {
    const number = document.querySelector(".guide-number").getBoundingClientRect();
    return [...document.querySelectorAll("#play .piece.seat-1")].filter((piece) => {
        const box = piece.getBoundingClientRect();
        return Math.min(number.right, box.right) - Math.max(number.left, box.left) > 2 &&
            Math.min(number.bottom, box.bottom) - Math.max(number.top, box.top) > 2;
    }).map((piece) => piece.id);
}"""
"""The pieces of the opponent under the first number of the guide."""


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_the_first_number_stands_on_no_piece_of_the_opponent(visit: Visit, screen: Settings) -> None:
    """Not even where that can be bumped and is next to the middle, and so may be touched, too."""
    page = visit(screen)
    begin(page, "/games/vortex/new?seat-1=easy&position=25,25,25,10/7,0,0,0+X+31+5")
    expect(page.locator(NUMBERS)).to_have_count(3)
    assert page.locator("#play .piece.seat-1.touch").count() == 1
    assert page.evaluate(ON_PIECES) == []


OFF = """() => [...document.querySelectorAll(".guide-number")].map((number, index) => {
    const target = [document.querySelector("#play svg"), document.querySelector("#pointed")][index];
    return target ? Math.round(number.getBoundingClientRect().y - target.getBoundingClientRect().y) : 0;
})"""
"""How far below their targets the first two numbers are."""


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_the_numbers_follow_what_they_stand_on_when_a_line_appears(visit: Visit, screen: Settings) -> None:
    page = visit(screen)
    start_match(page, seat_1="here", position=OPENED)
    expect(page.locator(NUMBERS)).to_have_count(3)
    before, board = page.evaluate(OFF), box(page.locator("#play svg").first)["y"]
    page.evaluate("window.main.insertAdjacentHTML('beforebegin', '<p id=line class=notice hidden>News.</p>')")
    for hidden in ("false", "true"):
        page.evaluate(f"window.line.hidden = {hidden}")
        assert (box(page.locator("#play svg").first)["y"] > board) is (hidden == "false")
        page.wait_for_function(f"(before) => ({OFF})().join() === before.join()", arg=before)


@pytest.mark.parametrize("seat", range(4))
def test_with_four_players_the_first_number_stands_on_no_piece_of_others(visit: Visit, seat: int) -> None:
    """Nor where one was when its glide to a place that can be played had begun."""
    page = visit({**DESK, "reduced_motion": "no-preference"})
    seats = "".join(f"&seat-{one}={'here' if one == seat else 'easy'}" for one in range(4))
    begin(page, f"/games/vortex/new?option-players=4{seats}")
    expect(page.locator(NUMBERS)).to_have_count(3)
    others = ON_PIECES.replace(".piece.seat-1", f".piece:is(.seat-0, .seat-1, .seat-2, .seat-3):not(.seat-{seat})")
    page.wait_for_function(f"() => ({others})().length === 0 && ({UNDER})().length > 0")  # once all glides are over


UNDER = """() => {
    const number = document.querySelector(".guide-number"), { x, y, width, height } = number.getBoundingClientRect();
    const around = [...Array(16).keys()].map((part) => [Math.cos(part * Math.PI / 8), Math.sin(part * Math.PI / 8)]);
    const found = [[0, 0], ...around].map(([right, down]) => document.elementFromPoint(
        x + (0.5 + 0.5 * right) * width, y + (0.5 + 0.5 * down) * height)?.closest("#play .touch"));
    return [...new Set(found.filter((one) => one).map((one) => one.id))];
}"""
"""What can be played under the first number of the guide, or under its edge."""


def after_a_bot(game: str, seed: int) -> State:
    """Return a position in which the second seat is to choose, after the first one has begun as a bot of a seed."""
    played = play_match(game, ["easy", "easy"], seed=seed)
    has_begun = False
    for state, after in pairwise(played.states()):
        if has_begun and 1 in state.actors:
            return state
        has_begun = has_begun or (0 in state.actors and str(after) != str(state))
    raise AssertionError(f"the first seat of {game} never begins with seed {seed}")


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("seed", [None, 1, 2, 3], ids=["opening", "after a bot", "after another", "after a third"])
@pytest.mark.parametrize("game", ["vortex", "ludo", "throngs", "grid", "orion"])
def test_the_numbers_of_the_guide_cover_no_words(visit: Visit, game: str, seed: int | None, screen: Settings) -> None:
    """The first stands on what can be played, whoever opens; what `elementFromPoint` finds is what a press reaches."""
    page = visit({**screen, "reduced_motion": "reduce"})
    position = {} if seed is None else {"seat-0": "easy", "position": str(after_a_bot(game, seed))}
    begin(page, f"/games/{game}/new?{urlencode({**position, 'seat-1': 'here'})}")
    expect(page.locator(NUMBERS)).to_have_count(3)
    assert page.evaluate(UNDER) != []
    assert page.evaluate(COVERED) == []
    if seed is not None:
        return  # the third number stands beside it
    menu = page.get_by_role("button", name="Menu")  # the link is in it on a phone
    way = menu if screen is PHONE else page.get_by_role("link", name="Rules", exact=False).first
    rules, number = box(way), box(page.locator(NUMBERS).last)
    assert rules["x"] - 26 < number["x"] < rules["x"]
    assert abs(number["y"] + number["height"] / 2 - rules["y"] - rules["height"] / 2) < 2


ON_COUNTS = """() => {
    const boxes = (found) => [...document.querySelectorAll(found)].map((one) => one.getBoundingClientRect());
    const counts = boxes("header .count, header .bell").filter(({ width }) => width > 0);
    const covered = boxes(".guide-number").filter((one) => counts.some((count) =>
        one.left < count.right && count.left < one.right && one.top < count.bottom && count.top < one.bottom));
    return [counts.length, covered.length];
}"""
"""How many counts the header has, and how many numbers of the guide cover one."""


@pytest.mark.parametrize("width", [320, 375, 720, 1000, 1440])
def test_no_number_of_the_guide_lies_on_a_count_of_the_header(visit: Visit, width: int) -> None:
    page = visit({**PHONE, "viewport": {"width": width, "height": 900}})
    begin(page, "/games/orion/new?seat-1=here")
    expect(page.locator(NUMBERS)).to_have_count(3)
    assert page.evaluate(ON_COUNTS) == [1, 0]
    page.locator("header .count:visible").evaluate("count => { count.textContent = '99' }")  # of which it waits more
    page.set_viewport_size({"width": width, "height": 880})  # which lets the numbers follow
    page.wait_for_function(f"() => ({ON_COUNTS})().join() === '1,0'")


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (375, "Menu has the rules."),
        (720, "Menu has the rules."),
        (900, "Rules, at the top,"),
        (1440, "Rules, at the top,"),
    ],
)
def test_the_guide_says_where_the_rules_are(visit: Visit, width: int, said: str) -> None:
    page = visit({"viewport": {"width": width, "height": 900}})
    start_match(page, seat_1="here", position=OPENED)
    assert said in page.locator("#guide li").last.inner_text()
    assert page.locator(".of-page a[href^='/games/']").first.is_visible() is ("at the top" in said)


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


def test_the_sentences_go_after_three_turns_and_leave_the_list_its_room(visit: Visit) -> None:
    page = visit({"viewport": {"width": 1440, "height": 900}})
    start_match(page, seat_1="here", position=OPENED)
    guide, turns = page.locator("#guide"), page.locator("#turns")
    expect(guide).to_be_visible()
    assert turns.evaluate("(list) => list.clientHeight") >= 110  # three lines and more
    for number, text in enumerate(("u+", "a+", "v+"), 1):
        expect(guide).to_be_visible()
        page.get_by_label("Type a turn").fill(text)
        page.get_by_label("Type a turn").press("Enter")
        expect(turn(page, number)).to_be_attached()
    expect(guide).to_be_hidden()
    expect(page.locator(NUMBERS)).to_have_count(0)


def test_the_number_of_the_hint_stays_with_it_at_the_foot_of_a_phone(visit: Visit) -> None:
    page = visit(PHONE)
    start_match(page, seat_1="easy", position=OPENED)
    expect(page.locator(NUMBERS)).to_have_count(3)
    page.get_by_role("button", name="Pass").tap()
    expect(page.locator("#confirm")).to_be_visible()
    for top in (0, 120):
        page.evaluate(f"scrollTo(0, {top})")
        hint, number = box(page.locator('#draft [value="hint"]')), box(page.locator(NUMBERS).last)
        assert abs(number["y"] + number["height"] / 2 - hint["y"]) < hint["height"]
        assert hint["x"] - 20 < number["x"] < hint["x"] + hint["width"] + 20


@pytest.mark.parametrize("height", [812, 667])
def test_a_hint_puts_the_guide_away_and_its_words_are_in_sight(visit: Visit, height: int) -> None:
    """It draws numbers of its own on the board."""
    page = visit({**PHONE, "viewport": {"width": 375, "height": height}})
    begin(page, "/games/throngs/new?seat-1=easy")
    expect(page.locator(NUMBERS)).to_have_count(3)
    page.get_by_role("button", name="Hint").tap()
    hint = page.get_by_text(re.compile("^Hint(, if you undo first)?:"))
    expect(hint).to_be_in_viewport(ratio=1)
    expect(page.locator(NUMBERS)).to_have_count(0)
    expect(page.locator("#guide")).to_be_hidden()
    page.locator("#play .touch").first.tap()
    expect(page.locator("#so-far strong")).to_be_visible()
    expect(page.locator(NUMBERS)).to_have_count(0)
    for part in (hint, page.get_by_role("button", name="Pass"), page.get_by_role("button", name="Undo")):
        expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("screen", [PHONE, {"viewport": {"width": 720, "height": 900}}], ids=["phone", "200 percent"])
@pytest.mark.parametrize("game", ["grid", "ludo", "orion", "throngs", "vortex"])
def test_on_one_column_the_guide_is_seen_with_the_board_and_the_hint(visit: Visit, game: str, screen: Settings) -> None:
    page = visit(screen)
    begin(page, f"/games/{game}/new?seat-1=easy")
    expect(page.locator(NUMBERS)).to_have_count(3)
    hint = page.get_by_role("button", name="Hint")
    for part in (page.locator("#play svg").first, page.locator("#guide"), hint, page.locator("#status")):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_the_first_number_goes_to_what_may_come_next(visit: Visit) -> None:
    """After a first touch the other places cannot be pressed, until it is taken back."""
    page = visit(DESK)
    start_match(page, seat_1="here", position=OPENED)
    expect(page.locator(NUMBERS)).to_have_count(3)
    element(page, "slot-pS").click()
    expect(page.locator("#play .next")).not_to_have_count(0)
    near = f"""() => {{
        const {{ x, y, width, height }} = document.querySelector("{NUMBERS}").getBoundingClientRect();
        return [...document.querySelectorAll("#play .next")].map((one) => one.getBoundingClientRect()).some((one) =>
            x < one.right && x + width > one.left && y < one.bottom && y + height > one.top);
    }}"""
    page.wait_for_function(near)
    page.keyboard.press("Escape")
    expect(page.locator("#play .next")).to_have_count(0)
    page.wait_for_function(f"() => ({UNDER})().length > 0")


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_each_direction_of_a_compass_has_the_first_number(visit: Visit, screen: Settings) -> None:
    page = visit(screen)
    begin(page, "/games/grid/new?seat-1=easy")
    expect(page.locator(NUMBERS)).to_have_count(3)
    found = page.evaluate(f"""() => [...document.querySelectorAll("{NUMBERS}.on-board, .guide-more")].map((number) => {{
        const {{ x, y, width, height }} = number.getBoundingClientRect();
        const under = document.elementFromPoint(x + width / 2, y + height / 2)?.closest("#play .touch");
        return [number.textContent, under?.id ?? ""];
    }})""")
    assert sorted(found) == [["1", f"{way}-0"] for way in ("east", "north", "south", "west")]


def test_a_phone_says_first_how_one_wins(visit: Visit) -> None:
    page = visit(PHONE)
    begin(page, "/games/orion/new?seat-1=easy")
    expect(page.locator(NUMBERS)).to_have_count(3)
    said = page.evaluate("""getComputedStyle(document.querySelector("#pointed"), "::before").content""")
    assert said == '"You win by a chain of your pieces from the top edge to the bottom edge."'
    expect(page.locator("#guide li").nth(1)).to_have_text("This line says how you win.", use_inner_text=True)
    expect(page.locator("#pointed")).to_be_in_viewport(ratio=1)


def test_how_one_wins_is_on_a_wide_page_while_a_turn_is_begun(visit: Visit) -> None:
    page = visit(DESK)
    start_match(page, seat_1="here", position=OPENED)
    page.get_by_role("button", name="Got it").click()
    element(page, "u+").click()
    expect(page.locator("#undo")).to_be_visible()
    page.mouse.move(2, 2)
    said = page.evaluate("""getComputedStyle(document.querySelector("#pointed"), "::before").content""")
    assert said == '"You win by a chain of your pieces from the top edge to the bottom edge."'


def test_a_phone_says_nothing_of_keys(visit: Visit) -> None:
    named = """() => getComputedStyle(document.querySelector("#pointed"), "::before").content"""
    for screen, has_keys in ((DESK, True), (PHONE, False)):
        page = visit(screen)
        begin(page, "/games/grid/new?seat-1=easy")
        expect(page.locator(NUMBERS)).to_have_count(3)
        said = page.evaluate(named)
        assert ("is named here." in said) is has_keys
        assert ("W D S A" in said) is has_keys


def test_without_scripts_no_way_of_a_compass_looks_ready(visit: Visit) -> None:
    page = visit({**DESK, "java_script_enabled": False})
    begin(page, "/games/grid/new?seat-1=easy")
    expect(element(page, "east-0")).to_be_visible()  # the one that the army has
    for way in ("north", "south", "west"):
        expect(element(page, f"{way}-0")).to_be_hidden()


def test_the_turn_that_is_shown_stays_in_sight_in_its_list_when_a_guide_takes_the_room(visit: Visit) -> None:
    page = visit({"viewport": {"width": 1440, "height": 900}})
    form: dict[str, str | float | bool] = {"position": OPENED, "seat-1": "here"}
    address = page.request.post("/games/orion/new", form=form, max_redirects=0).headers["location"]
    for number, text in enumerate(["v+", "g-", "p-", "e+", "x+", "h-", "v+", "e-", "w-", "f-", "y+", "d+"]):
        form = {"do": "turn", "seat": number % 2, "text": text, "revision": number}
        assert page.request.post(address, form=form).ok
    page.goto(address)
    expect(page.get_by_role("button", name="Got it")).to_be_visible()
    expect(page.locator("#turns [aria-current]")).to_be_in_viewport(ratio=0.9)
