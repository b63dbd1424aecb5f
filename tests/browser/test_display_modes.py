"""Every installed game fits on a desktop screen, a phone, a projector and paper; the form; hints and overlays."""

import re

import pytest
from playwright.sync_api import Page, expect

import ludarium
from tests.browser.conftest import PHONE, Visit
from tests.browser.steps import begin, box, submit_form

SCREEN = {"viewport": {"width": 1440, "height": 900}}
WIDTH, HEIGHT = "document.documentElement.scrollWidth", "document.documentElement.scrollHeight"


def open_match(page: Page, game: str, other: str = "link") -> None:
    """Begin a match of the game as usual, with the other seat free."""
    begin(page, f"/games/{game}/new?seat-1={other}")


def test_no_game_is_wider_than_a_phone(visit: Visit) -> None:
    page = visit(PHONE)
    for game in ludarium.game_names():
        page.goto(f"/games/{game}")
        assert page.evaluate(WIDTH) <= 375, f"the rules of {game}"
        page.goto(f"/games/{game}/new")
        assert page.evaluate(WIDTH) <= 375, f"the form of {game}"
        open_match(page, game)
        assert page.evaluate(WIDTH) <= 375, f"a match of {game}"


def test_the_form_follows_the_number_of_seats_and_keeps_the_choices(visit: Visit) -> None:
    page = visit()
    page.goto("/games/vortex/new?seat-1=here")
    page.get_by_label("Name of O").fill("Ann")
    page.get_by_label("Players").select_option("4")
    page.get_by_label("Players").press("Tab")
    expect(page.get_by_label("H", exact=True)).to_be_visible()
    expect(page.get_by_role("radio", name="More: choose each seat")).to_be_focused()  # which stands before the seats
    expect(page.get_by_label("Name of O")).to_have_value("Ann")
    expect(page.get_by_label("O", exact=True)).to_have_value("here")
    page.get_by_label("H", exact=True).select_option("easy")
    page.get_by_label("Players").select_option("3")
    page.locator("summary", has_text="More").click()
    page.get_by_label("Board").select_option("round2")
    expect(page.get_by_label("H", exact=True)).to_have_count(0)
    submit_form(page)
    expect(page.locator(".players li")).to_have_count(3)


def test_hints_stay_switched_off(visit: Visit) -> None:
    page = visit()
    open_match(page, "ludo", "here")
    hint, switch = page.locator("[id='cell-20-hint']"), page.get_by_label("Show hints")
    expect(hint).to_be_visible()
    switch.uncheck()
    expect(hint).to_be_hidden()
    page.reload()
    expect(switch).not_to_be_checked()
    expect(hint).to_be_hidden()
    page.get_by_role("link", name="First position").click()  # puts another picture in its place
    expect(page.get_by_text("Position after turn 0")).to_be_visible()
    expect(hint).to_be_hidden()
    switch.check()
    expect(hint).to_be_visible()


def test_an_overlay_is_hidden_until_it_is_switched_on(visit: Visit) -> None:
    page = visit()
    open_match(page, "throngs")
    shade, switch = page.locator("#play .overlay").first, page.get_by_label("Show territory")
    expect(shade).to_be_hidden()
    switch.check()
    expect(shade).to_be_visible()
    page.reload()
    expect(shade).to_be_visible()
    switch.uncheck()
    expect(shade).to_be_hidden()


def test_a_game_without_hints_has_no_switch_for_them(visit: Visit) -> None:
    page = visit()
    open_match(page, "orion")
    expect(page.get_by_label("Show hints")).to_have_count(0)


def test_projector_mode_shows_a_large_board_die_and_status(visit: Visit) -> None:
    page = visit(SCREEN)
    page.goto("/games/ludo")
    page.get_by_text("More ways to play").click()
    page.get_by_role("link", name="Show on a projector").click()
    submit_form(page)
    for other in (".top", "#turns", ".players", ".seat-actions"):
        expect(page.locator(other)).to_be_hidden()
    assert box(page.locator("#play svg"))["height"] > 800
    assert box(page.locator("#dice .die .body"))["height"] > 120
    assert float(page.locator("#status .quiet").evaluate("p => parseFloat(getComputedStyle(p).fontSize)")) > 30
    label = page.locator("#dice svg").get_attribute("aria-label")
    assert label
    product = label.removeprefix("the die: ")
    page.get_by_label("Type a turn").fill(product)
    page.get_by_label("Type a turn").press("Enter")
    expect(page.locator("#status .quiet")).to_contain_text(f": 1 × {product} = {product}.")
    assert page.url.endswith("?display=projector")
    page.get_by_label("Show hints").uncheck()
    expect(page.locator("[id='cell-20-hint']")).to_be_hidden()
    page.reload()
    expect(page.locator("[id='cell-20-hint']")).to_be_hidden()
    page.get_by_role("link", name="Leave projector mode").click()
    expect(page.locator("#turns")).to_be_visible()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Show on a projector").click()
    expect(page.locator("#turns")).to_have_count(0)


def test_every_board_fills_the_projector_and_a_touch_stays_in_projector_mode(visit: Visit) -> None:
    page = visit(SCREEN)
    for game in ludarium.game_names():
        open_match(page, game, "here")
        page.goto(f"{page.url}?display=projector")
        assert box(page.locator("#play svg"))["height"] > 800, game
        assert page.evaluate(HEIGHT) <= 900, game
        assert page.evaluate(WIDTH) <= 1440, game
        touched = page.locator("#play .touch")  # the last is the topmost
        (touched.last if touched.count() else page.locator("#draft .action").first).click()
        expect(page.locator("#so-far strong, #turns, #status .now").first).to_be_visible()
        assert "display=projector" in page.url, game
        expect(page.locator(".top")).to_be_hidden()
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1, game


ROLLING = "document.getAnimations().filter(a => a.animationName === 'tumble')"


@pytest.mark.parametrize("game", ["ludo", "vortex"])
def test_a_new_roll_is_animated_and_then_shows_its_face(visit: Visit, game: str) -> None:
    page = visit()
    open_match(page, game, "here")
    page.evaluate(f"Promise.all({ROLLING}.map(a => a.finished))")
    die = page.locator("#play .die")
    before = die.get_attribute("id")
    page.evaluate("document.addEventListener('animationstart', ({ target }) => (window.rolled = target.parentNode.id))")
    page.locator("#play .piece.touch").first.click()
    page.wait_for_function("before => window.rolled && rolled !== before", arg=before)
    page.evaluate(f"Promise.all({ROLLING}.map(a => a.finished))")
    expect(die).not_to_have_attribute("id", before)
    assert die.evaluate("die => getComputedStyle(die.querySelector('.glyph, text')).opacity") == "1"


def test_no_die_rolls_with_reduced_motion(visit: Visit) -> None:
    page = visit({"reduced_motion": "reduce"})
    open_match(page, "vortex", "here")
    expect(page.locator("#play .die")).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0


def test_every_board_fits_on_a_desktop_screen_and_its_match_on_a_page_of_paper(visit: Visit) -> None:
    """On paper are its title, the players, the board and the turns."""
    page = visit(SCREEN)
    for game in ludarium.game_names():
        open_match(page, game)
        page.evaluate("scrollTo(0, 0)")
        board = box(page.locator("#play svg"))
        assert board["y"] + board["height"] <= 900, game
        assert page.evaluate(WIDTH) <= 1440
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1, game
        page.emulate_media(media="print")
        for part in ("h1", "#play svg", ".players", "#turns"):
            expect(page.locator(part)).to_be_visible()
        for other in (".top", "#status", "#draft", ".steps", ".seat-actions", "#links"):
            expect(page.locator(other)).to_be_hidden()
        box_of_title = box(page.locator("h1"))
        assert box_of_title["height"] > 10
        assert box_of_title["y"] < box(page.locator("#play svg"))["y"] < box(page.locator("#turns"))["y"]
        page.emulate_media(media="null")


def test_the_empty_board_is_a_page_of_its_own(visit: Visit) -> None:
    page = visit(SCREEN)
    page.goto("/games/vortex")
    page.get_by_text("More ways to play").click()
    page.get_by_role("link", name="Empty board").click()
    picture = page.locator("svg")
    expect(picture).to_be_visible()
    assert box(picture)["height"] <= 900
    assert picture.locator(".ground .body").first.evaluate("path => getComputedStyle(path).fill") != "rgb(0, 0, 0)"


def test_a_match_is_seen_whole_on_a_desk(visit: Visit) -> None:
    """Board, players, turns and what a seat may do are on the first screen, however many turns were played."""
    page = visit(SCREEN)
    for game in ludarium.game_names():
        begin(page, f"/games/{game}/new?seat-1=here")
        for turns in ("0", "long"):
            if turns == "long":  # as after a hundred turns
                page.evaluate("""() => {
                    const list = document.getElementById("turns");
                    list.innerHTML = "<li><a href='#'>a turn</a></li>".repeat(100);
                }""")
            for part in ("#play svg", ".players", ".steps", "#turns", ".seat-actions"):
                expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_on_a_phone_a_clock_has_its_name_and_the_board_fits_the_first_screen(visit: Visit) -> None:
    page = visit({**PHONE, "viewport": {"width": 375, "height": 667}})
    for game in ludarium.game_names():
        begin(page, f"/games/{game}/new?seat-1=here" + ("&pace=600%2B0" if game != "grid" else ""))
        expect(page.locator("#status .now")).to_be_in_viewport(ratio=1)
        expect(page.locator("#play svg")).to_be_in_viewport(ratio=1)
        if game != "grid":
            assert page.locator(".clocks .name").count() == page.locator(".players strong").count()
            assert page.locator(".clocks .name").all_inner_texts() == page.locator(".players strong").all_inner_texts()
