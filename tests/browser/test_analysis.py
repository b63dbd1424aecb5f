"""The board to analyse on in a real browser: turns, variations, keys, marks, and a study that is kept."""

import re

import pytest
from playwright.sync_api import Dialog, Page, Route, expect

from ludarium import play_match
from ludarium.match.study import Study
from ludarium.site.analysis.links import to_link
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import REFUSED, box, element, start_match
from tests.site.analysis.test_outgrown import brimming

LATE = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 1"


def listed(page: Page) -> str:
    """Return the list of turns as it is read."""
    return " ".join(page.locator("#turns").inner_text().split())


def middle(page: Page, name: str) -> dict[str, float]:
    """Return where the middle of an element of the picture is."""
    found = box(element(page, name))
    return {"x": found["x"] + found["width"] / 2, "y": found["y"] + found["height"] / 2}


def test_a_position_is_analysed_with_variations_and_kept(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/analysis/board?game=orion")
    element(page, "u+").click()
    expect(page.locator("#turns [aria-current]")).to_have_text(re.compile("1 +u\\+"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#turns [aria-current]")).to_have_text("Start")
    element(page, "t+").click()
    expect(page.locator("#turns .variation")).to_have_text(re.compile("t\\+"))
    page.keyboard.press("ArrowUp")
    expect(page.locator("#turns [aria-current]")).to_have_text(re.compile("1 +u\\+"))

    page.get_by_role("button", name="Draw marks").click()
    start, end = (box(page.locator("#play g.cell[id], #play g.ground[id]").nth(number)) for number in (40, 70))
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    page.mouse.up()
    expect(page.locator("#play g.drawn")).to_have_count(1)
    assert ">" in page.locator("#marks").input_value()

    page.get_by_label("Comment on this position").fill("The usual way.")
    page.get_by_role("button", name="Save the comment").click()
    expect(page.locator("#turns .said")).to_have_text("The usual way.")
    page.reload()  # the address holds all of it
    expect(page.locator("#turns .said")).to_have_text("The usual way.")

    page.get_by_role("button", name="Keep this study").click()
    page.wait_for_url(re.compile("/analysis/kept/"))
    page.locator("#play g.touch").first.click()
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator("#turns a")).to_have_count(4)
    page.goto("/analysis")
    page.get_by_role("link", name="Untitled").click()
    expect(page.locator("#turns a")).to_have_count(4)


def test_arrows_step_from_the_field_in_which_turns_are_typed_while_it_is_empty(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/analysis/board?game=orion")
    page.get_by_text("Type a turn", exact=True).click()
    for number, turn in enumerate(("u+", "a-"), 1):
        page.locator(f"#typed-{number - 1}").fill(turn)
        page.keyboard.press("Enter")
        expect(page.locator("#turns [aria-current]")).to_have_text(re.compile(f"^{number} "))
    page.locator("#typed-2").fill("v")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#typed-2")).to_have_value("v")
    page.locator("#typed-2").fill("")
    for current in ("1 u+", "Start"):
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#turns [aria-current]")).to_have_text(current)


def test_a_study_is_deleted_once_that_is_confirmed(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/analysis/board?game=orion")
    page.get_by_role("button", name="Keep this study").tap()
    page.wait_for_url(re.compile("/analysis/kept/"))
    kept = page.url
    page.get_by_text("Link, files and other positions").tap()
    page.get_by_role("button", name="Delete this study").tap()
    dialog = page.get_by_role("dialog", name="Delete this study")
    dialog.get_by_role("button", name="Cancel").tap()
    expect(dialog).to_be_hidden()
    assert page.url == kept
    page.get_by_role("button", name="Delete this study").tap()
    dialog.get_by_role("button", name="Yes, delete").tap()
    page.wait_for_url(re.compile("/analysis$"))
    expect(page.get_by_role("heading", name="My studies")).to_have_count(0)


def test_a_draw_and_a_roll_stay_in_the_study_when_one_goes_back_and_back_again(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/analysis/board?game=vortex")
    current = page.locator("#turns [aria-current]")
    page.get_by_role("button", name="X begins").tap()
    expect(current).to_have_text("X begins")
    page.get_by_role("button", name="Roll 3").tap()
    expect(current).to_have_text(re.compile("roll 3"))
    page.get_by_role("button", name="Back", exact=True).tap()
    expect(current).to_have_text("X begins")
    page.go_back()
    expect(current).to_have_text(re.compile("roll 3"))
    page.go_back()
    expect(current).to_have_text("X begins")
    page.go_forward()
    page.go_forward()
    expect(current).to_have_text("X begins")
    page.get_by_role("link", name="Turn after").tap()
    expect(current).to_have_text(re.compile("roll 3"))


def test_a_study_that_outgrows_its_address_is_kept_by_its_page(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/analysis/board?game=orion")
    page.get_by_role("button", name="Keep this study").click()  # so that somebody is known
    page.wait_for_url(re.compile("/analysis/kept/"))
    page.goto(f"/analysis/board?s={to_link(brimming())}&at=0")
    element(page, "y+").click()
    page.wait_for_url(re.compile("/analysis/kept/.*grown=yes"))
    expect(page.get_by_text("This study has outgrown its address, so it is kept")).to_be_visible()
    turns = page.locator("#turns a").count()
    page.get_by_role("link", name="Back", exact=True).or_(page.get_by_role("button", name="Back", exact=True)).click()
    expect(page.locator("#turns [aria-current=step]")).to_have_text("Start")
    element(page, "x-").click()
    expect(page.locator("#turns a")).to_have_count(turns + 1)
    assert "/analysis/kept/" in page.url
    page.goto("/analysis")
    expect(page.get_by_role("link", name="Untitled")).to_have_count(2)


def test_marks_are_drawn_until_the_button_is_pressed_again(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/analysis/board?game=throngs")
    drawing, marks = page.get_by_role("button", name="Draw marks"), page.locator("#marks")
    drawing.click()
    expect(drawing).to_have_attribute("aria-pressed", "true")
    element(page, "site-c5").click()
    expect(marks).to_have_value("site-c5")
    expect(drawing).to_have_attribute("aria-pressed", "true")
    element(page, "site-d3").click()
    expect(marks).to_have_value("site-c5 site-d3")
    page.get_by_role("button", name="Remove the marks").click()
    expect(marks).to_have_value("")
    drawing.click()
    expect(drawing).to_have_attribute("aria-pressed", "false")


def test_a_finger_draws_an_arrow_and_does_not_move_the_page(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/analysis/board?game=throngs")
    page.evaluate("scrollTo(0, 0)")
    drawing = page.get_by_role("button", name="Draw marks")
    expect(drawing).to_be_in_viewport(ratio=1)  # with the board in sight
    drawing.click()
    expect(page.get_by_text("Touch a place for a ring")).to_be_visible()
    first, last = (middle(page, name) for name in ("site-c5", "site-f4"))
    fingers = page.context.new_cdp_session(page)
    for kind, points in (("touchStart", [first]), ("touchMove", [last]), ("touchEnd", [])):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(page.locator("#marks")).to_have_value("site-c5>site-f4")
    assert page.evaluate("scrollY") == 0


def test_a_refused_input_leaves_the_study_in_the_address(visit: Visit) -> None:
    page = visit(DESK, expecting=REFUSED)
    page.goto("/analysis/board?game=orion")
    element(page, "u+").click()
    expect(page.locator("#turns [aria-current]")).to_have_text(re.compile("1 +u\\+"))
    page.get_by_text("Type a turn", exact=True).click()
    page.locator("#typed-1").fill("zz")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("'zz' is not a turn")
    page.goto(page.url)
    expect(page.locator("#turns [aria-current]")).to_have_text(re.compile("1 +u\\+"))


def test_a_comment_is_saved_where_it_was_written_when_its_writer_goes_on(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/analysis/board?game=orion")
    field, current = page.get_by_label("Comment on this position"), page.locator("#turns [aria-current]")
    element(page, "u+").click()
    expect(current).to_have_text(re.compile("1 +u\\+"))
    field.fill("Belongs to u.")
    page.get_by_role("link", name="Turn before").click()
    expect(current).to_have_text("Start")
    expect(field).to_have_value("")
    assert listed(page) == "Start 1 u+ Belongs to u."
    field.fill("The start.")
    element(page, "t+").click()
    expect(current).to_have_text(re.compile("t\\+"))
    expect(field).to_have_value("")
    assert listed(page) == "Start The start. 1 u+ Belongs to u. ( Variation: 1 t+)"
    page.get_by_text("Type a turn", exact=True).click()
    field.fill("After t.")
    page.locator(".type input[name=text]").fill("a-")
    page.keyboard.press("Enter")
    expect(current).to_have_text(re.compile("a-"))
    assert listed(page) == "Start The start. 1 u+ Belongs to u. ( Variation: 1 t+ After t. 2 a-)"
    field.fill("At last.")
    page.go_back()
    expect(current).to_have_text(re.compile("t\\+"))
    expect(field).to_have_value("After t.")
    assert listed(page) == "Start The start. 1 u+ Belongs to u. ( Variation: 1 t+ After t. 2 a- At last.)"
    page.reload()
    assert listed(page) == "Start The start. 1 u+ Belongs to u. ( Variation: 1 t+ After t. 2 a- At last.)"


def test_a_comment_on_a_kept_study_is_saved_before_a_turn_goes_on(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/analysis/board?game=orion(clicks=2)")
    field = page.get_by_label("Comment on this position")
    page.get_by_role("button", name="Keep this study").click()
    page.wait_for_url(re.compile("/analysis/kept/"))
    element(page, "u+").click()
    expect(page.locator("#turns [aria-current]")).to_have_text(re.compile("1 +u\\+"))
    element(page, "a-").click()
    expect(page.locator("#so-far")).to_contain_text("a-")
    field.fill("Two clicks.")
    element(page, "b-").click()
    expect(page.locator("#turns [aria-current]")).to_have_text(re.compile("2 +a-b-"))
    expect(field).to_have_value("")
    assert listed(page) == "Start 1 u+ Two clicks. 2 a-b-"
    field.fill("Both.")
    page.get_by_role("link", name="Turn before").click()
    expect(field).to_have_value("Two clicks.")
    page.reload()
    assert listed(page).endswith(" Both.")


def test_a_comment_that_is_refused_keeps_its_writer_at_its_position(visit: Visit) -> None:
    page = visit(DESK, expecting=REFUSED)
    page.goto("/analysis/board?game=orion")
    field, current = page.get_by_label("Comment on this position"), page.locator("#turns [aria-current]")
    element(page, "u+").click()
    expect(current).to_have_text(re.compile("1 +u\\+"))
    field.fill("\u202eBackwards.")
    for _ in range(2):
        page.get_by_role("link", name="Turn before").click()
        expect(page.get_by_role("alert")).to_contain_text("cannot be printed")
        expect(current).to_have_text(re.compile("1 +u\\+"))
        expect(field).to_have_value("\u202eBackwards.")
    field.fill("Forwards.")
    page.get_by_role("link", name="Turn before").click()
    expect(current).to_have_text("Start")
    assert listed(page) == "Start 1 u+ Forwards."


@pytest.mark.parametrize("settings", [DESK, PHONE])
def test_the_browser_asks_before_a_comment_that_is_not_saved_is_lost(visit: Visit, settings: Settings) -> None:
    page = visit(settings)
    page.goto("/analysis/board?game=orion")
    field, save = page.get_by_label("Comment on this position"), page.get_by_role("button", name="Save the comment")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    field.click()
    page.keyboard.type("The start.")
    with page.expect_event("dialog"):
        page.evaluate("() => void setTimeout(() => location.assign('/analysis'))")
    assert asked == ["beforeunload"]
    expect(field).to_have_value("The start.")
    save.click()
    expect(page.locator("#turns")).to_contain_text("The start.")
    page.goto("/analysis")
    assert asked == ["beforeunload"]


DROP = """text => {
    const data = new DataTransfer();
    data.items.add(new File([text], "game.txt", { type: "text/plain" }));
    for (const kind of ["dragover", "drop"]) {
        const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
        if (document.querySelector("h1").dispatchEvent(event)) throw new Error("the browser would open the file");
    }
}"""


def test_the_file_of_a_record_is_dropped_or_chosen(visit: Visit) -> None:
    text = '[Game "orion"]\n\n1. u+\nvariation\n1. t+\nend\n2. a-\n'
    page = visit(DESK, expecting=REFUSED)
    page.goto("/analysis")
    page.evaluate(DROP, text)
    page.wait_for_url(re.compile("/analysis/board"))
    assert listed(page) == "Start 1 u+ ( Variation: 1 t+) 2 a-"
    page.goto("/analysis")
    page.get_by_label("Or its file").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"1. u+"})
    expect(page.get_by_role("alert")).to_contain_text("Game")
    page.get_by_label("Or its file").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.wait_for_url(re.compile("/analysis/board"))
    assert listed(page) == "Start 1 u+ ( Variation: 1 t+) 2 a-"


def test_the_list_of_turns_shows_the_current_one_of_a_long_line(visit: Visit) -> None:
    study = Study.parse(str(play_match("orion(turn_limit=90)", ["random", "random"], seed=1)))
    at = study.tree.main[-1]
    page = visit(DESK)
    page.goto(f"/analysis/board?s={to_link(study)}&at={at}")
    for number in (at, at - 1):
        expect(page.locator("#turns [aria-current]")).to_have_text(re.compile(f"^{number} "))
        shown, current = box(page.locator("#turns")), box(page.locator("#turns [aria-current]"))
        assert shown["y"] <= current["y"]
        assert current["y"] + current["height"] <= shown["y"] + shown["height"]
        page.keyboard.press("ArrowLeft")


def test_a_bot_is_asked_at_every_position_once_that_is_switched_on(visit: Visit) -> None:
    page = visit(DESK)
    page.goto(f"/analysis/board?game=orion&position={LATE}&level=easy")
    expect(page.get_by_label("Bot", exact=True)).to_have_value("easy")
    page.get_by_label("Ask at every position").check()
    expect(page.locator("#said .lines li")).not_to_have_count(0)
    page.locator("#said .lines button").first.click()
    expect(page.locator("#turns [aria-current]")).not_to_have_text("Start")
    expect(page.locator("#said .lines li")).not_to_have_count(0)
    page.get_by_label("Ask at every position").uncheck()
    page.locator("#said .lines button").first.click()
    expect(page.locator("#turns a")).to_have_count(3)
    expect(page.locator("#asking[data-unasked]")).to_have_count(1)


@pytest.mark.parametrize(
    "asked_of",
    [
        "grid",
        "orion",
        "throngs",
        "ludo&position=1,5,20,12/1,1,60,60 A 5 9",
        "vortex&position=5,0,0,0/4,0,0,0 X 3 4",
    ],
)
def test_a_bot_is_asked_on_the_first_screen_beside_or_below_the_whole_board(visit: Visit, asked_of: str) -> None:
    for settings in (PHONE, DESK, {**DESK, "viewport": {"width": 1440, "height": 900}}):
        page = visit(settings)
        page.goto(f"/analysis/board?game={asked_of}")
        expect(page.locator("#play svg")).to_be_in_viewport(ratio=0.95)
        expect(page.get_by_role("button", name="What would a bot play?")).to_be_in_viewport(ratio=0.9)


def asked(page: Page, position: str) -> None:
    """Open a position of Orion, and let a bot name its best lines."""
    page.goto(f"/analysis/board?game=orion&position={position}&level=easy")
    page.locator("#asking button").click()
    expect(page.locator("#said [data-marks]").nth(1)).to_be_visible()
    expect(page.locator("#said[hx-get], .htmx-request, .htmx-swapping")).to_have_count(0)  # nothing replaces the lines
    page.mouse.move(2, 2)  # a line may have come where the button was
    expect(page.locator("#play .line")).to_have_count(0)


def touched(page: Page, line: int) -> set[str]:
    """Return what is touched for the first turn of a line."""
    return {*(page.locator("#said [data-marks]").nth(line).get_attribute("data-touched") or "").split()}


def drawn(page: Page) -> set[str]:
    """Return what the board shows as to be touched for a turn of a line; nothing if none is drawn."""
    if not page.locator("#play .line").count():
        return set()
    return {*page.locator("#play svg .advised").evaluate_all("all => all.map(({ id }) => id)")}


def test_the_line_that_is_pointed_at_or_has_the_focus_is_drawn_on_the_board(visit: Visit) -> None:
    page = visit(DESK)
    asked(page, "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3")
    lines = page.locator("#said [data-marks]")
    lines.nth(1).hover()
    assert drawn(page) == touched(page, 1) != set()
    lines.nth(0).get_by_role("button").first.focus()
    assert drawn(page) == touched(page, 0) != touched(page, 1)
    lines.nth(1).get_by_role("button", name="Show").press("Enter")
    page.locator("#level").focus()
    page.mouse.move(2, 2)
    assert drawn(page) == touched(page, 1)  # it stays until it is pressed again
    lines.nth(1).get_by_role("button", name="Show").press(" ")
    page.locator("#level").focus()
    assert drawn(page) == set()


def test_on_a_phone_one_press_draws_a_line_and_brings_the_board_into_sight(visit: Visit) -> None:
    page = visit(PHONE)
    asked(page, "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3")
    page.locator("#said .shows").nth(1).tap()
    expect(page.locator("#said .shows").nth(1)).to_have_attribute("aria-pressed", "true")
    assert drawn(page) == touched(page, 1) != set()
    expect(page.locator("#play svg")).to_be_in_viewport(ratio=1)
    width = page.locator("html").evaluate("html => html.scrollWidth")
    assert width <= 375
    page.locator("#said [data-marks] button.turn").first.tap()
    expect(page.locator("#turns [aria-current]")).not_to_have_text("Start")
    expect(page.locator("#play .line")).to_have_count(0)  # it belonged to the position before


def test_who_asks_once_asks_no_more_and_with_the_switch_sees_the_old_estimate_until_the_new_one(visit: Visit) -> None:
    page = visit(DESK)
    asked(page, LATE)
    expect(page.get_by_label("Ask at every position")).not_to_be_checked()
    page.get_by_label("Ask at every position").check()
    before = box(page.locator("#said"))["height"]
    held: list[Route] = []
    page.route(
        "**/analysis/**", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    element(page, "u+").click()
    expect(page.locator("#turns [aria-current]")).not_to_have_text("Start")
    expect(page.locator("#said .old .by")).to_have_text("Of the position before. A bot looks at this one…")
    assert box(page.locator("#said"))["height"] == before
    while not held:  # until the page asks
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.locator("#said .old")).to_have_count(0)
    expect(page.locator("#said .lines li")).not_to_have_count(0)
    page.get_by_label("Ask at every position").uncheck()
    page.reload()
    expect(page.get_by_label("Ask at every position")).not_to_be_checked()


MEASURED = """() => {
    const [select, natural] = [document.querySelector("#level"), document.querySelector("#level").cloneNode(true)];
    natural.style.cssText = "position: absolute; flex: none; width: auto; max-width: none";
    document.querySelector(".match").append(natural);
    const cut = natural.offsetWidth - select.offsetWidth;
    natural.remove();
    const range = document.createRange();
    const lines = [...document.querySelectorAll("#book td:last-child")].map((date) => {
        range.selectNodeContents(date);
        const bottoms = [...range.getClientRects()].map(({ bottom }) => bottom);
        return Math.max(...bottoms) - Math.min(...bottoms) < 9 ? 1 : 2;
    });
    const [looks, seats] = ["#said meter", "#play svg"].map((one) => getComputedStyle(document.querySelector(one)));
    const found = ["--own", "--others"].map((name, seat) =>
        looks.getPropertyValue(name) === (seats.getPropertyValue(`--seat-${seat}`) || "none"));
    return [cut, lines, found];
}"""
"""By how much the name of the bot is cut, the lines of each date, and whether the bar has the colours of the seats."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_reads_names_and_dates_whole_and_the_bar_has_the_colours_of_the_seats(
    visit: Visit, scheme: str
) -> None:
    page = visit({**PHONE, "color_scheme": scheme})
    start_match(page, seat_0="easy", seat_1="easy")
    expect(page.locator("#main[data-over]")).to_be_attached()
    asked(page, LATE)
    while not page.locator("#book td").count():  # until the game is counted
        page.wait_for_timeout(500)
        page.reload()
    cut, lines, colours = page.evaluate(MEASURED)
    assert cut <= 0
    assert set(lines) == {1}
    assert colours == [True, True]
    page.get_by_text("Link, files and other positions").tap()
    for entry in page.locator("#share .menu li").all():  # in which no words stand beside the link
        assert entry.locator(":scope > a").inner_text() == entry.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_refused_touch_moves_no_board_that_is_set_up(visit: Visit) -> None:
    page = visit(PHONE, expecting=REFUSED)
    page.goto("/analysis/setup?game=orion")
    board = page.locator("#play")
    before = box(board)
    page.locator("#to-slot-kS").tap()
    expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
    assert box(board) == before
    page.locator("#to-slot-aN").tap()
    expect(page.locator("#notice")).to_have_count(0)
    assert box(board) == before
    page.get_by_role("link", name="Clear the board").tap()
    expect(page.locator("#play .piece")).to_have_count(0)
    assert box(board) == before


def test_a_finger_sets_up_a_game_without_an_editor_on_a_board_that_stays_where_it_is(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/analysis/setup?game=hex(size=5)")
    board = page.locator("#play")
    before = box(board)
    page.locator("#to-cell-b1").tap()
    page.locator("#to-cell-c1").tap()
    expect(page.locator("#refusal")).to_contain_text("X is not to move with 2 X and 0 O on the board")
    expect(page.locator("#play [class*=piece]")).to_have_count(2)
    page.evaluate("scrollTo(0, 0)")
    assert box(board) == before
    page.get_by_role("link", name="O's piece", exact=True).tap()
    page.locator("#to-cell-e5").tap()
    expect(page.locator("#refusal")).to_have_count(0)
    page.get_by_role("link", name="Analyse this position").tap()
    expect(page.locator("#caption")).to_contain_text("O to move")


def test_the_end_of_a_variation_stands_on_the_line_of_what_is_said_last_in_it(visit: Visit) -> None:
    page = visit(DESK)
    text = (
        '[Game "orion"]\n\n1. u+\nvariation\n1. t+\n'
        "comment Best, says the bot: 60 of 100 games could be won.\nend\n2. a-\n"
    )
    page.goto("/analysis/board" + f"?s={to_link(Study.parse(text))}")
    expect(page.locator("#turns .variation")).to_contain_text("Best, says the bot")
    tops = page.locator("#turns .variation").evaluate("""(all) => {
        const [said, end] = [all.querySelector(".said"), all.lastElementChild];
        return [[...said.getClientRects()].at(-1).bottom, [...end.getClientRects()].at(-1).bottom];
    }""")
    assert abs(tops[0] - tops[1]) < 4
    assert "won.)" in listed(page)
