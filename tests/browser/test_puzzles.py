"""Puzzles in a real browser: whole answers by touching alone, in a single puzzle and against the clock."""

import json
import re
from collections.abc import Sequence
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from ludarium.puzzles import duels
from ludarium.puzzles.puzzle import DuelProof, Puzzle
from ludarium.site.puzzles.board import puzzles_of
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings

FIVE = ["grid", "ludo", "orion", "throngs", "vortex"]


def right(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the actions of the first right answer to a puzzle: of a duel, one for each turn until it is won."""
    state, text = puzzle.state(), puzzle.accept[0]
    if not isinstance(puzzle.proof, DuelProof):
        return state.parse_turn(text)
    place = state.actors.index(puzzle.seat)
    return tuple(step[place] for step in duels.play(state, puzzle.seat, text, puzzle.proof).steps)


def shown(page: Page, game: str) -> Puzzle:
    """Return the puzzle on a page, whose field has its number."""
    name = page.locator("#draft input[id^=answer-]").get_attribute("id") or ""
    return puzzles_of(game)[int(name.removeprefix("answer-")) - 1]


def touch(page: Page, path: Sequence[str]) -> None:
    """Touch elements one after another, or what lies on them; a crowded board is enlarged by the first touch of one."""
    before = page.locator("#play").get_attribute("data-next")
    for name in path:
        element = page.locator(f'#play svg [id="{name}"]')
        element.tap(force=True)
        is_open = page.locator("#play.zoomed").count() and page.locator("#play").get_attribute("data-next") == before
        if is_open and not page.locator(f'#play svg .chosen[id="{name}"]').count():
            element.tap(force=True)


def is_covered(page: Page, name: str) -> bool:
    """Return whether something else lies on the middle of an element, such as a rival's piece."""
    element = page.locator(f'#play svg [id="{name}"]')
    element.scroll_into_view_if_needed()
    found: bool = element.evaluate(
        """element => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    )
    return found


def answer(page: Page, actions: Sequence[int]) -> None:
    """Choose actions on the board, or by their buttons, and send the answer if it is to be confirmed."""
    for number, action in enumerate(actions):
        if number:
            expect(page.locator("#play")).to_have_attribute("data-next", re.compile(rf"draft=(\d+,){{{number}}}$"))
        touches = json.loads(page.locator("#play svg").get_attribute("data-touches") or "[]")
        paths = sorted(
            (path for _, one, path in touches if one == action), key=lambda path: (is_covered(page, path[0]), len(path))
        )
        if paths:
            touch(page, paths[0])
        else:
            page.locator(f"#action-{action}").tap()
    confirm, said = page.locator("#confirm button"), page.locator("#status", has_text="Right")
    expect(confirm.or_(said)).to_be_visible()
    if confirm.count():
        confirm.tap()


@pytest.mark.parametrize("game", FIVE)
def test_a_whole_answer_is_given_by_touching_alone_on_a_phone(visit: Visit, game: str) -> None:
    page = visit(PHONE)
    page.goto(f"/puzzles/{game}/1")
    answer(page, right(shown(page, game)))
    expect(page.locator(".now")).to_have_text(re.compile("^Right: "))


@pytest.mark.parametrize("game", FIVE)
def test_so_it_is_in_a_run_against_the_clock(visit: Visit, game: str) -> None:
    page = visit(PHONE)
    page.goto(f"/puzzles/{game}/runs")
    page.get_by_role("button", name="Begin").tap()
    expect(page.get_by_text("Puzzle 1 of this run.")).to_be_visible()
    answer(page, right(shown(page, game)))
    expect(page.get_by_text("Puzzle 2 of this run.")).to_be_visible()
    expect(page.locator("#caption")).to_have_text("Right. 1 solved, 0 of 3 mistakes.")


def test_the_compass_of_a_duel_is_pressed_by_mouse_and_by_keyboard(visit: Visit) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"})  # so that no colour is on its way
    page.goto("/puzzles/grid/1")
    puzzle = shown(page, "grid")
    assert isinstance(puzzle.proof, DuelProof)
    expect(page.locator("#play g.touch")).to_have_count(4)
    page.locator("#play g.touch").first.click()
    expect(page.locator("#so-far")).to_have_text(f"So far n Turn 2 of {puzzle.proof.turns}")
    expect(page.locator("#play g[id^=compass-]")).to_have_count(1)  # still that of who solves it
    chosen = page.locator("#play g.chosen-way")
    style = "(one, name) => getComputedStyle(one.querySelector('.body'))[name]"
    page.mouse.move(2, 2)
    expect(chosen.locator(":scope:hover")).to_have_count(0)
    rim = chosen.evaluate(style, "stroke")
    chosen.hover()
    assert chosen.evaluate(style, "fill") == rim  # the direction is seen while it is pointed at
    page.locator("body").press("Escape")
    expect(page.locator("#so-far")).to_contain_text("Press a direction on the compass")
    page.locator("#play").focus()
    for _ in range(9):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#play g.touch')"):
            break
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"#east-{puzzle.seat}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#so-far")).to_contain_text("So far e")
    page.keyboard.press("Enter")
    expect(page.locator("#so-far")).to_contain_text("So far e2")
    page.get_by_role("button", name="Go straight on to the end").click()
    expect(page.locator(".now")).to_have_text("Not this one: e2")


def test_the_keys_of_a_match_choose_in_a_puzzle(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/puzzles/grid/1")
    page.wait_for_load_state()
    expect(page.locator("#so-far")).to_contain_text("Keys choose, too: W D S A or ↑ → ↓ ←.")
    for key, text in (("d", "e"), ("ArrowUp", "en")):
        page.keyboard.press(key)
        expect(page.locator("#so-far .turn")).to_have_text(text)
    page.keyboard.press("Escape")
    expect(page.locator("#so-far .turn")).to_have_text("e")


def test_keys_are_named_only_where_a_keyboard_is_likely(visit: Visit) -> None:
    page = visit(PHONE)
    for path in ("/puzzles/grid/1", "/analysis/board?game=grid"):
        page.goto(path)
        expect(page.locator("#play svg")).to_be_visible()
        assert not re.search(r"\bpress [A-Z]\b|arrow keys|Keys choose", page.locator("main").inner_text())
    page.goto("/puzzles/grid/3")
    expect(page.locator("#play g.on-field.piece")).not_to_have_count(0)
    expect(page.locator("#pointed")).to_have_text("")  # every number is seen


def test_the_answer_is_drawn_while_it_is_unfolded_and_not_before(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/puzzles/orion/1")
    answer, drawn = page.locator("#answer-shown summary"), page.locator("#play .line")
    answer.hover()
    answer.focus()
    expect(drawn).to_have_count(0)
    answer.click()
    expect(drawn.locator("text")).to_have_text(["1", "2"])
    expect(page.locator("#play .advised")).to_have_count(2)
    page.locator("#play").hover()
    expect(drawn).to_have_count(1)
    answer.click()
    expect(drawn).to_have_count(0)
    expect(page.locator("#play .advised")).to_have_count(0)
    page.goto("/puzzles/orion/1?shown=yes")
    expect(page.locator("#play .advised")).to_have_count(2)  # as the server has drawn them


def test_on_a_phone_the_board_comes_into_sight_with_the_answer(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/puzzles/vortex/3")
    page.locator("#answer-shown summary").tap()
    expect(page.locator("#play .line")).to_be_in_viewport()


def test_on_a_phone_one_goes_on_from_an_answer_in_sight_and_tries_again_with_the_answer_folded(visit: Visit) -> None:
    page = visit({**PHONE, "viewport": {"width": 375, "height": 667}})
    page.goto("/puzzles/orion/1")
    page.locator("#answer-shown summary").tap()
    expect(page.locator("#play .advised")).to_have_count(2)
    page.locator("#draft .type label").tap()
    page.locator("#draft .type input[id^=answer-]").fill("h+e+")
    page.keyboard.press("Enter")
    expect(page.locator(".now")).to_have_text(re.compile("^Not this one: "))
    again = page.get_by_role("link", name="Try again")
    expect(again).to_be_in_viewport()
    expect(page.get_by_role("link", name="Next puzzle")).to_be_in_viewport()
    page.locator("#answer-shown").scroll_into_view_if_needed()
    again.tap()
    expect(again).to_have_count(0)
    expect(page.locator("#answer-shown")).not_to_have_attribute("open", "")
    expect(page.locator("#play .advised")).to_have_count(0)
    assert page.evaluate("scrollY") == 0


def test_a_puzzle_of_today_that_was_solved_in_this_browser_is_marked_without_an_account(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/puzzles/throngs")  # the one of today
    path = page.url
    puzzle = shown(page, "throngs")
    mark = page.locator(f'.puzzle-strip [data-puzzle="{puzzle.id}"]')
    page.goto(f"{path}?answer={quote(puzzle.accept[0])}")  # as somebody else gave it
    expect(page.locator(".now")).to_have_text(re.compile("^Right: "))
    page.goto("/")
    expect(mark).to_be_hidden()
    page.goto(path)
    answer(page, right(puzzle))
    expect(page.locator(".now")).to_have_text(re.compile("^Right: "))
    page.goto("/")
    expect(mark).to_have_text("Solved ✓")
    expect(mark).to_be_visible()
    expect(page.locator(".puzzle-strip .solved:visible")).to_have_count(1)
    page.goto("/puzzles")
    expect(page.locator(".solved:visible")).to_have_count(1)


@pytest.mark.parametrize("settings", [DESK, PHONE], ids=["desk", "phone"])
def test_without_scripts_what_works_is_said_and_a_turn_is_chosen_from_a_list(visit: Visit, settings: Settings) -> None:
    page = visit({**settings, "java_script_enabled": False})
    for path, first in (("/puzzles/orion/1", "h+"), ("/puzzles/grid/1", "e"), ("/analysis/board?game=throngs", "")):
        page.goto(path)
        assert not re.search("on the board|compass", page.locator("#draft").inner_text())
        assert page.locator("#so-far").inner_text().strip() == "Type the turn, or choose it from a list."
        page.get_by_role("link", name="choose it from a list").click()
        listed = page.get_by_label("Choose from a list").locator("option")
        expect(listed).not_to_have_count(0)
        options = listed.all_inner_texts()
        assert len(options) > 1
        chosen = next(one for one in options if one.startswith(first))
        page.get_by_label("Choose from a list").select_option(label=chosen)
        page.get_by_role("button", name="Choose", exact=True).click()
        expect(page.locator("#so-far")).to_contain_text(f"So far {first}")
        expect(page.get_by_label("Choose from a list")).to_be_visible()  # of what may follow


def test_on_a_phone_a_long_task_leaves_board_and_buttons_in_sight(visit: Visit) -> None:
    page = visit({**PHONE, "reduced_motion": "reduce"})
    page.goto("/puzzles/grid/1")
    task = "You are green: beat the rival within 6 turns. It goes east for 3 turns, then north for 3 turns, and "
    page.locator("#status .now").evaluate("(said, task) => said.textContent = task", task + "west for all turns after.")
    expect(page.locator("#play svg")).to_be_in_viewport(ratio=1)
    expect(page.locator("#draft .type")).to_be_in_viewport(ratio=1)
