"""Nothing moves under the mouse while turns are played: the layout shift of a match page, as Chromium measures it."""

import re

import pytest
from playwright.sync_api import FloatRect, Page, expect

import ludarium
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import ALMOST_WON, OPENED, begin, box, done, element, join, start_match, turn

TURNS = 10
OBSERVE = """
    window.shifts = [];
    const name = ({ node, previousRect: a, currentRect: b }) =>
        `${node?.nodeName}#${node?.id ?? node?.parentNode.className} ${a.x},${a.y} to ${b.x},${b.y}`;
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) shifts.push([value, sources.map(name).join(" ")]);
    }).observe({ type: "layout-shift", buffered: false });
"""
PLACE = """(element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.matches("svg") ? [x, y + scrollY, width, height] : [x, y + scrollY];
}"""
SEEN = "(({ revision, address }) => `${revision} ${address}`)(document.getElementById('main').dataset)"
"""Other after each press: the turn of one seat of several may be drawn, sent and over before the next look at it."""

CHOOSE = """() => {
    const press = (what) => {
        const found = document.querySelectorAll(`#play ${what}`);
        found[Math.floor(found.length / 2)]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        return found.length > 0;
    };
    return [press(".touch"), press(".next")].includes(true);
}"""
"""Presses what is marked, and says whether anything is: a page that has just come is marked a moment later."""


def turns(page: Page) -> int:
    return int(page.locator("#main").get_attribute("data-turns") or 0)


def play_turn(page: Page) -> None:
    """Choose what can be touched first, step by step, and end the turn as soon as that is possible."""
    before = turns(page)
    while turns(page) == before:
        seen = page.evaluate(SEEN)
        ends, complete = page.locator("#draft a.action"), page.locator("#draft:not(.sent) #confirm button")
        if ends.count():
            ends.first.click()
        elif complete.count():
            complete.click()
        elif not page.locator("#confirm").count():  # else it is being sent
            page.wait_for_function(CHOOSE)
        page.wait_for_function(f"(seen) => {SEEN} !== seen", arg=seen)


def some_turns(game: str) -> list[str]:
    """Return the first turns of a match that is played at random."""
    return [entry.text for entry in ludarium.play_match(game, ["random", "random"], seed=1).turns[:TURNS]]


def type_turn(page: Page, text: str) -> None:
    before = turns(page)
    page.locator(".type input[name=text]").fill(text)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("(before) => document.getElementById('main').dataset.turns !== before", arg=str(before))


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["orion", "vortex", "ludo", "throngs", "grid"])
def test_nothing_moves_while_ten_turns_are_played(visit: Visit, game: str, screen: Settings) -> None:
    page = visit({**screen, "reduced_motion": "reduce"})
    begin(page, f"/games/{game}/new?seat-1=here")
    page.evaluate("document.fonts.ready")
    stays = [page.locator(name) for name in ("#play svg", "#draft", ".steps", ".seat-actions")]
    stays = stays if screen is DESK else stays[:1]
    places = [place.evaluate(PLACE) for place in stays]
    page.evaluate(OBSERVE)
    typed = some_turns(game) if game in ("orion", "throngs") else []  # whose turns have many actions
    for number in range(TURNS):
        if typed:
            type_turn(page, typed[number])
        else:
            play_turn(page)
        expect(page.locator("#draft")).to_be_visible()
        assert [place.evaluate(PLACE) for place in stays] == places
    shifts = page.evaluate("shifts")  # words above the board change, and turns are added to their list
    assert sum(value for value, _ in shifts) < 0.02, shifts


WORDS = "Quennell challenges you to Orion: 3 minutes each, and 2 seconds more for every turn."
TELL = """([hidden, words]) => {
    const bar = document.getElementById("live-bar");
    bar.hidden = hidden;
    bar.innerHTML = `<span>${words}</span> <a class="button primary" href="/play">Go to the board</a>
        <button class="button">Close</button>`;
}"""


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Return whether two boxes have a part of the screen in common."""
    beside = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
    return not (beside or one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"])


BESIDE: Settings = {"viewport": {"width": 1440, "height": 900}}
NARROW: Settings = {"viewport": {"width": 1024, "height": 768}}


@pytest.mark.parametrize("screen", [BESIDE, NARROW, PHONE], ids=["wide", "narrow", "phone"])
def test_news_of_other_matches_neither_move_nor_cover_what_is_played_by(visit: Visit, screen: Settings) -> None:
    """Neither board, clocks, result and header nor, on a desk, what ends a turn, wherever one scrolls."""
    page = visit(screen)
    begin(page, "/games/orion/new?seat-1=here&pace=600%2B0")
    bar, board = page.locator("#live-bar"), page.locator("#play svg")
    clock = page.locator(".clocks .clock" if screen is PHONE else ".players .clock").first
    buttons = [] if screen is PHONE else page.locator("#draft .button:visible").all()
    assert buttons or screen is PHONE
    for scrolled in (False, True):
        page.evaluate("(down) => scrollTo({ top: down ? 80 : 0, behavior: 'instant' })", scrolled)
        stays = [board, clock, page.locator(".status .now"), *buttons]
        stays += page.locator("header :is(a, button):visible").all()
        places = [box(one) for one in stays]
        page.evaluate(TELL, [False, WORDS])
        expect(bar).to_be_in_viewport(ratio=1)
        assert [box(one)["y"] for one in stays] == [place["y"] for place in places]  # a clock that runs is not as wide
        assert not [place for place in places if overlap(box(bar), place)]
        if not scrolled and screen is BESIDE:
            actions = page.locator(".seat-actions > .button").all()
            assert not [one for one in actions if overlap(box(bar), box(one))]
        page.evaluate(TELL, [True, ""])


def test_news_leave_the_result_of_a_match_in_sight_on_a_phone(visit: Visit) -> None:
    page = visit({**PHONE, "viewport": {"width": 375, "height": 700}, "reduced_motion": "reduce"})
    start_match(page, position=ALMOST_WON, seat_1="here")
    page.get_by_label("Confirm my moves").uncheck()
    element(page, "s-").tap()
    done(page).tap()
    plate = page.locator(".plate")
    expect(plate).to_be_visible()
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.evaluate(TELL, [False, "Your game in Throngs, arena begins."])
    bar, steps = box(page.locator("#live-bar")), box(page.locator(".stepper"))
    assert not overlap(box(plate), bar)
    assert not overlap(box(plate), steps)
    assert overlap(bar, steps)  # what looks back gives way to them, and not what is just above it


BELOW: Settings = {"viewport": {"width": 720, "height": 900}}


UNDER = """() => {
    const over = document.querySelector(".offers > .asks").getBoundingClientRect();
    return [...document.querySelectorAll("main :is(a, button, input)")].filter((one) => {
        const box = one.getBoundingClientRect();
        return !one.closest(".offers, .plate") && box.width > 1 && box.left < over.right && over.left < box.right &&
            box.top < over.bottom && over.top < box.bottom;
    }).map((one) => one.textContent);
}"""
"""What could be pressed under an offer, but for the plate, in whose place a rematch is offered."""


@pytest.mark.parametrize("screen", [BESIDE, BELOW, PHONE], ids=["beside", "below", "phone"])
def test_offers_move_and_cover_nothing_and_go_when_the_match_is_over(visit: Visit, screen: Settings) -> None:
    """Neither players, nor board, nor what is said above it, nor what may be pressed."""
    ann, bob = visit({**screen, "reduced_motion": "reduce"}), visit({**screen, "reduced_motion": "reduce"})
    start_match(ann, seat_1="link", position=OPENED)
    join(bob, ann.get_by_label("Invitation to play O").first.input_value())
    for page in (ann, bob):
        expect(page.locator("#play svg")).to_be_in_viewport(ratio=0.99)
    controls, boards = bob.locator("#draft"), [page.locator("#play svg").first for page in (ann, bob)]
    before, places = box(controls), [board.evaluate(PLACE) for board in boards]
    for offers in ("Offer a draw", "Rematch"):
        ann.get_by_role("button", name=offers).click()
        notice = bob.locator(".offers > .asks")
        expect(notice).to_have_count(1)
        expect(bob.locator("#live-bar")).to_be_hidden()
        bob.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        assert boards[1].evaluate(PLACE) == places[1]
        top, left = box(notice)["y"], box(notice)["x"]
        for other in ("#status", "#play svg", ".players" if screen is BESIDE else ".clocks"):
            place = box(bob.locator(other).first)
            beside = left >= place["x"] + place["width"] or top >= place["y"] + place["height"]
            assert beside or top + box(notice)["height"] <= place["y"], other
        assert bob.evaluate(UNDER) == []
        for part in (bob.locator("#play svg"), notice):
            expect(part).to_be_in_viewport(ratio=0.99)
        if offers == "Rematch":
            break
        assert [board.evaluate(PLACE) for board in boards] == places
        assert box(controls) == before
        notice.get_by_role("button", name="Decline").click()
        expect(ann.get_by_text("Draw offer declined.")).to_be_visible()
        expect(notice).to_have_count(0)
        assert [board.evaluate(PLACE) for board in boards] == places
        bob.get_by_role("button", name="Resign", exact=True).click()
        bob.get_by_role("button", name="Yes, resign").click()
        expect(ann.locator("#main[data-over]")).to_have_count(1)
        expect(ann.get_by_text("Draw offer declined.")).to_have_count(0)
        expect(bob.locator("form.plate")).to_be_visible()
        bob.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        places = [board.evaluate(PLACE) for board in boards]


@pytest.mark.parametrize("screen", [BESIDE, PHONE], ids=["beside", "phone"])
def test_a_pass_stands_beside_the_hint_and_what_a_seat_may_do_in_one_row(visit: Visit, screen: Settings) -> None:
    page = visit(screen)
    begin(page, "/games/throngs/new?seat-1=easy")
    first, hint = (box(page.get_by_role("button", name=name, exact=True)) for name in ("Pass", "Hint"))
    assert 0 < hint["x"] - first["x"] - first["width"] < 16
    assert hint["y"] == first["y"]
    row = [box(button) for button in page.locator(".seat-actions > .button").all()]
    assert len(row) == 3
    assert len({one["y"] for one in row}) == 1


@pytest.mark.parametrize("size", [3, 5])
def test_a_second_press_on_the_hint_plays_nothing(visit: Visit, size: int) -> None:
    """The button stays in its place, and a pass for a whole turn is confirmed."""
    page = visit(BESIDE)
    begin(page, f"/games/orion/new?seat-1=easy&option-rows={size}&option-columns={size}")
    hint, passes = (page.get_by_role("button", name=name, exact=True) for name in ("Hint", "Pass"))
    before = box(hint), box(passes)
    hint.click()
    expect(page.get_by_text(re.compile("^Hint:"))).to_be_visible()
    expect(hint).to_be_disabled()
    assert (box(hint), box(passes)) == before
    page.mouse.dblclick(before[0]["x"] + before[0]["width"] / 2, before[0]["y"] + before[0]["height"] / 2)
    passes.dblclick()
    expect(page.locator("#so-far strong")).to_have_text("pass")
    assert turns(page) == 0
    page.get_by_role("button", name="Confirm turn").click()
    expect(turn(page, 1)).to_be_attached()
