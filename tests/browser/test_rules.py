"""The rules page: examples that step and examples that are touched, with and without scripts."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.steps import box, element, follow, press_until, so_far


def test_examples_step_and_are_touched(visit: Visit) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"})
    page.goto("/games/vortex")
    steps = page.locator("#example-1")
    says = steps.locator(".says")
    expect(steps.locator(".picture")).to_have_count(1)
    expect(says).to_contain_text("It is X's turn")
    steps.get_by_role("button", name="Next").click()
    expect(says).to_contain_text("rolled 5")
    before = [element.get_attribute("transform") for element in steps.locator(".piece").all()]
    steps.get_by_role("button", name="Next").click()
    expect(says).to_contain_text("10x15")
    assert [element.get_attribute("transform") for element in steps.locator(".piece").all()] != before
    expect(steps).to_contain_text("3 of 3")
    steps.get_by_role("button", name="Back").click()
    expect(says).to_contain_text("rolled 5")
    assert [element.get_attribute("transform") for element in steps.locator(".piece").all()] == before

    page.goto("/games/throngs#example-2")  # which is folded
    tried = page.locator("#example-2")
    tried.locator("svg [tabindex='0']").focus()
    page.keyboard.press("Enter")
    expect(tried.locator(".says .turn")).to_be_visible()
    assert page.url.endswith("/games/throngs#example-2")
    tried.get_by_role("button", name="Start again").click()
    expect(tried.locator(".says .turn")).to_have_count(0)


def test_the_page_of_a_game_is_short_until_it_is_unfolded(visit: Visit) -> None:
    page = visit()
    for width, height, most in ((1440, 900, 2), (375, 667, 4)):
        page.set_viewport_size({"width": width, "height": height})
        for game in ("grid", "ludo", "orion", "throngs", "vortex"):
            page.goto(f"/games/{game}")
            play = page.get_by_role("button", name="Play now", exact=True).bounding_box()
            assert play
            assert play["y"] + play["height"] <= height
            page.locator(".people").evaluate("people => people.remove()")  # other tests leave offers
            assert page.evaluate("document.documentElement.scrollHeight") <= most * height, (game, width)


def test_a_link_to_what_is_folded_opens_it(visit: Visit) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"})
    for anchor in ("the-board", "rulings", "4-bumping", "about", "facts", "high-scores"):
        page.goto(f"/games/vortex#{anchor}")
        shown = page.locator(f"[id='{anchor}']:not(details), details[id='{anchor}'] > :not(summary)")
        expect(shown.first).to_be_visible()
        page.goto("about:blank")
    page.goto("/games/vortex")
    page.get_by_text("In detail").click()
    rulings = page.get_by_role("navigation", name="Contents").get_by_role("link", name="Rulings")
    for _ in range(2):
        rulings.click()
        expect(page.locator("#rulings ol").first).to_be_in_viewport()
        page.get_by_text("Rulings", exact=True).first.click()
        expect(page.locator("#rulings ol").first).to_be_hidden()


def test_the_rules_are_one_press_away_beside_play(visit: Visit) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"})
    for width, height in ((1440, 900), (375, 667)):
        page.set_viewport_size({"width": width, "height": height})
        for game in ("grid", "ludo", "orion", "throngs", "vortex"):
            page.goto(f"/games/{game}")
            play = page.get_by_role("button", name="Play now", exact=True).bounding_box()
            link = page.locator(".intro").get_by_role("link", name="Rules", exact=True)
            rules = link.bounding_box()
            assert play
            assert rules
            assert abs(rules["y"] - play["y"]) < 5
            link.click()
            expect(page.locator("#the-rules > :not(summary)").first).to_be_visible()
            expect(page.locator("#the-rules > summary")).to_be_in_viewport()


def test_without_scripts_the_pictures_stand_one_below_the_other(visit: Visit) -> None:
    page = visit({**DESK, "java_script_enabled": False})
    page.goto("/games/vortex")
    pictures = page.locator("#example-1 .picture")
    expect(pictures).to_have_count(3)
    expect(pictures.last).to_be_visible()
    expect(page.locator("#rulings ol")).to_be_hidden()
    page.goto("/games/vortex#4-bumping")
    expect(page.locator("[id='4-bumping']")).to_be_visible()


def test_a_tutorial_is_solved_by_touch_and_by_keys(visit: Visit) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"})
    page.goto("/games/orion")
    follow(page.get_by_role("link", name="Learn it in 10 positions"))
    verdict = page.locator("#verdict")
    element(page, "q+").click()
    expect(verdict).to_contain_text("Not yet. That was clockwise")
    page.get_by_role("button", name="Try again").click()
    expect(verdict).to_have_text("")
    element(page, "q-").click()
    expect(verdict).to_contain_text("Right. The piece went from the south of q to its east")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("h1")).to_have_text("From rotor to rotor")
    expect(page.get_by_role("link", name="Lesson 1: A click, solved")).to_be_visible()
    press_until(page, "Tab", page.locator("#play :focus"))
    press_until(page, "ArrowRight ArrowLeft", page.locator("#play [id='a+']:focus"))
    page.keyboard.press("Enter")
    expect(so_far(page)).to_have_text("a+")
    page.keyboard.press("Escape")
    expect(so_far(page)).to_have_count(0)
    element(page, "a+").click()
    expect(so_far(page)).to_have_text("a+")
    element(page, "b-").click()
    expect(verdict).to_contain_text("Right.")
    page.goto("/games/grid/tutorial/10")
    page.get_by_text("Choose from a list").click()
    page.get_by_label("What may come next").select_option("1")  # east
    page.get_by_role("button", name="Choose").click()
    expect(verdict).to_contain_text("Now play a whole game")
    expect(page.get_by_role("button", name=re.compile("^Play .* now$"))).to_be_visible()


def test_each_lesson_fits_a_small_laptop_without_scrolling(visit: Visit) -> None:
    page = visit({"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce"})
    for game in ("grid", "ludo", "orion", "throngs", "vortex"):
        page.goto(f"/games/{game}/tutorial")
        for number in range(1, page.locator(".progress a").count() + 1):
            page.goto(f"/games/{game}/tutorial/{number}")
            bottoms = page.locator("#play > svg, .answer").evaluate_all(
                "elements => elements.map(element => element.getBoundingClientRect().bottom)"
            )
            assert len(bottoms) == 2
            assert max(bottoms) <= 720, (game, number, bottoms)


IN_SIGHT = """() => [...document.querySelectorAll("#verdict .notice, #next, #undo")].map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return [one.id || "notice", top >= 0 && bottom <= innerHeight];
})"""
"""What is said of a turn, with the buttons that go on from it, and whether each is in sight."""
LESSONS = {"orion": ("q-", "q+"), "grid": ("south-0", "north-0")}
"""What solves the first lesson of a game, and what does not."""


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("down", [0, 400])
def test_on_a_phone_the_answer_to_a_lesson_comes_into_sight(visit: Visit, game: str, down: int) -> None:
    """Above the board, in place of the task, however far the page was scrolled to see the board."""
    page = visit({**PHONE, "reduced_motion": "reduce"})
    for touched, said in zip(LESSONS[game], ("Right.", "Not yet."), strict=True):
        page.goto(f"/games/{game}/tutorial/1")
        expect(page.locator(".task")).to_be_visible()
        page.evaluate("(down) => scrollTo(0, down)", down)
        element(page, touched).dispatch_event("click")  # which scrolls nothing
        expect(page.locator("#verdict")).to_contain_text(said)
        expect(page.locator(".task")).to_be_hidden()
        page.wait_for_function(f"() => ({IN_SIGHT})().every(([, seen]) => seen)")
        names = [name for name, _ in page.evaluate(IN_SIGHT)]
        assert names == (["notice", "next", "undo"] if said == "Right." else ["notice", "undo"])


def test_without_scripts_the_answer_to_a_lesson_stands_above_the_board(visit: Visit) -> None:
    page = visit({**PHONE, "java_script_enabled": False})
    page.goto("/games/grid/tutorial/1")
    page.get_by_text("Choose from a list").click()
    page.get_by_label("What may come next").select_option("2")  # south
    page.get_by_role("button", name="Choose").click()
    expect(page.locator("#verdict")).to_contain_text("Right.")
    bottom = box(page.locator("#play"))["y"]
    for one in ("#verdict .notice", "#next", "#undo"):
        assert 0 < box(page.locator(one))["y"] < bottom - 40
    assert bottom < 812


@pytest.mark.parametrize("game", ["grid", "ludo", "orion", "throngs", "vortex"])
def test_what_a_lesson_asks_and_its_board_are_on_the_first_screen_of_a_phone(visit: Visit, game: str) -> None:
    page = visit(PHONE)
    for number in range(1, 11):
        page.goto(f"/games/{game}/tutorial/{number}")
        asked = page.locator(".task strong")
        assert box(asked)["y"] + box(asked)["height"] < box(page.locator("#play svg"))["y"]
        expect(page.locator("#play svg")).to_be_in_viewport(ratio=1)
        assert min(box(one)["height"] for one in page.locator(".progress a").all()) >= 24
