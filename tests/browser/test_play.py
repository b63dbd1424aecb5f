"""Games against a bot to their end, with the mouse and on a phone; `test_keyboard.py` has those by the keyboard."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.steps import (
    ALMOST_WON,
    LATE,
    OPENED,
    box,
    done,
    element,
    so_far,
    start_match,
    status,
    turn,
    wait_for_turn,
)


def test_a_game_to_its_end_with_the_mouse(visit: Visit) -> None:
    page = visit()
    start_match(page, seat_1="easy", turn_limit="10", position=LATE)
    played = 0
    while wait_for_turn(page):
        page.locator("#play .handle.touch").nth(played).click()
        expect(done(page).or_(turn(page, played + 1))).to_be_visible()
        if done(page).is_visible():
            done(page).click()
        expect(turn(page, played + 1)).to_be_visible()
        played += 2
    assert played == 4
    expect(status(page)).to_have_text("Draw: the turn limit was reached.")
    expect(page.locator("#draft")).to_have_count(0)
    expect(page.locator(".touch")).to_have_count(0)


def test_a_game_is_won_by_touching_a_piece_and_then_where_it_goes(visit: Visit) -> None:
    page = visit()
    start_match(page, seat_1="easy", position=ALMOST_WON)
    expect(page.locator("#waiting .count")).to_have_text("1")
    element(page, "slot-nS").click()
    expect(element(page, "slot-nS")).to_have_class(re.compile("chosen"))
    expect(page.locator("#play .next").first).to_be_visible()
    element(page, "slot-rE").click()
    expect(so_far(page)).to_have_text("s-")
    done(page).click()
    expect(status(page)).to_have_text("You won: a chain of X's from top to bottom.")
    expect(page.locator("#waiting .count")).to_have_count(0)
    expect(page.locator("#play [id='chain-0']")).to_be_visible()
    expect(page.locator("#play .piece.win")).not_to_have_count(0)


def test_a_game_to_its_end_on_a_phone(visit: Visit) -> None:
    page = visit(PHONE)
    start_match(page, seat_1="easy", turn_limit="10", position=LATE)
    played = 0
    while wait_for_turn(page):
        handle = page.locator("#play .handle.touch").nth(played)
        handle.tap()
        expect(so_far(page)).to_be_visible()
        if done(page).is_visible():
            done(page).tap()  # which confirms the turn, too
        else:
            page.get_by_role("button", name=re.compile("^Confirm turn")).tap()
        expect(turn(page, played + 1)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        played += 2
    assert played == 4


def test_rotors_turn_and_pieces_glide(visit: Visit) -> None:
    page = visit()
    start_match(page, seat_1="link", position=OPENED)
    page.evaluate("document.getElementById('rotor-u').kept = document.getElementById('piece-uW').kept = true")
    page.evaluate("addEventListener('transitionrun', (e) => { window.moved ||= e.propertyName === 'transform'; })")
    before = box(element(page, "piece-uW"))
    element(page, "u+").click()
    expect(so_far(page)).to_have_text("u+")
    assert page.evaluate("document.getElementById('rotor-u').kept && document.getElementById('piece-uW').kept")
    assert "rotate(90)" in (element(page, "rotor-u").get_attribute("transform") or "")
    page.wait_for_function("() => window.moved")
    page.evaluate("Promise.all(document.getAnimations().map(a => a.finished))")
    assert box(element(page, "piece-uW"))["x"] > before["x"]


def test_nothing_moves_with_reduced_motion(visit: Visit) -> None:
    page = visit({"reduced_motion": "reduce"})
    start_match(page, seat_1="link", position=OPENED)
    element(page, "u+").click()
    expect(so_far(page)).to_have_text("u+")
    assert page.evaluate("document.getAnimations().length") == 0


def test_without_scripts_a_page_loads_itself_again_until_the_bot_has_played(visit: Visit) -> None:
    page = visit({**DESK, "java_script_enabled": False})
    page.goto("/games/vortex/new?seat-0=hard&seat-1=here&position=0,8,10,24/0,0,0,1+X+1+2")
    page.get_by_role("button", name="Start match", exact=True).click()
    expect(turn(page, 1)).to_be_visible()  # nobody loads it
    expect(page.get_by_text("This page loads itself again")).to_have_count(0)
    assert page.locator("meta[http-equiv=refresh]").count() == 0
