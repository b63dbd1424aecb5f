"""Talk on the page of a match: at once, in a folded panel, by keys, on a desk and a phone; and notes on positions."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import REFUSED, join, start_match, status, turn
from tests.browser.test_accessibility import violations


def begin(visit: Visit, settings: Settings = DESK, expecting: tuple[str, ...] = ()) -> tuple[Page, Page]:
    """Return the pages of two guests who play each other, in browsers of their own."""
    ann, bob = visit(settings, expecting=expecting), visit(settings, expecting=expecting)
    start_match(ann, seat_1="link")
    join(bob, ann.locator("#invitation-1").input_value())
    expect(ann.locator("#invitation-1")).to_have_count(0)
    return ann, bob


def unfold(page: Page) -> Locator:
    page.locator("#talk > summary").click()
    return page.locator("#said")


def say(page: Page, text: str) -> None:
    page.get_by_label("Your message").fill(text)
    page.get_by_label("Your message").press("Enter")


def test_the_time_of_a_message_is_that_of_the_browser_and_utc_without_scripts(visit: Visit) -> None:
    ann, _ = begin(visit, {**DESK, "timezone_id": "Asia/Tokyo"})
    unfold(ann)
    say(ann, "Hello")
    time = ann.locator("#said time")
    expect(time).to_have_attribute("title", re.compile(r", \d\d:\d\d GMT\+9$"))
    ann.reload()
    expect(time).to_have_attribute("title", re.compile(r", \d\d:\d\d GMT\+9$"))
    plain = ann.context.request.get(ann.url).text()
    assert re.search(r'<time datetime="[^"]*Z" data-local="clock" title="[^"]* UTC">\d\d:\d\d UTC</time>', plain)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_what_is_said_appears_at_once_and_is_counted_while_folded(visit: Visit, screen: Settings) -> None:
    ann, bob = begin(visit, screen)
    said = unfold(ann)
    board = bob.locator("#play").bounding_box()
    say(ann, "Hello <b>Bob</b>")
    expect(said).to_contain_text("Hello <b>Bob</b>")
    expect(ann.get_by_label("Your message")).to_have_value("")
    expect(bob.locator("#talk-count")).to_have_text("1 new")
    assert bob.locator("#play").bounding_box() == board
    link = bob.locator("#talk-link")
    if screen is PHONE:  # where the panel is out of sight
        expect(link).to_have_text(re.compile(r"^Talk\s+1$"))
        expect(link).to_be_in_viewport(ratio=1)
        link.tap()
        heard = bob.locator("#said")
        expect(heard).to_be_in_viewport(ratio=1)
    else:
        expect(link).to_be_hidden()
        heard = unfold(bob)
    expect(heard).to_contain_text("Hello <b>Bob</b>")
    expect(bob.locator("#talk-count")).to_have_text("")
    expect(link.locator(".new")).to_have_text("")
    bob.get_by_label("Your message").fill("half a sentence")
    ann.get_by_role("button", name="Good luck").click()
    expect(heard).to_contain_text("Good luck")
    expect(bob.get_by_label("Your message")).to_have_value("half a sentence")
    ann.get_by_label("Type a turn").fill("u+")
    ann.get_by_label("Type a turn").press("Enter")
    expect(turn(bob, 1)).to_have_text(re.compile(r"u\+"))
    expect(bob.get_by_label("Your message")).to_have_value("half a sentence")
    expect(bob.locator("#talk")).to_have_attribute("open", "")
    bob.get_by_label("Your message").press("Enter")
    expect(said).to_contain_text("half a sentence")
    assert ann.evaluate("document.documentElement.scrollWidth") <= ann.evaluate("innerWidth")
    assert not violations(ann)


def test_a_refusal_is_said_and_the_text_stays(visit: Visit) -> None:
    ann, _ = begin(visit, expecting=REFUSED)
    unfold(ann)
    say(ann, "see www.example.net")
    expect(ann.locator("#talk-problem")).to_have_text("Links and addresses are for people with an account.")
    expect(ann.get_by_label("Your message")).to_have_value("see www.example.net")
    say(ann, "see you")
    expect(ann.locator("#talk-problem")).to_be_hidden()
    expect(ann.locator("#said")).to_contain_text("see you")


def test_who_mutes_hears_nothing_more(visit: Visit) -> None:
    ann, bob = begin(visit)
    said, heard = unfold(ann), unfold(bob)
    say(bob, "before")
    expect(said).to_contain_text("before")
    ann.get_by_role("button", name="Mute", exact=True).click()
    expect(ann.get_by_role("button", name="Unmute")).to_be_visible()
    expect(said).not_to_contain_text("before")
    say(bob, "after")
    expect(heard).to_contain_text("after")
    say(ann, "mine")
    expect(said).to_contain_text("mine")
    assert "after" not in said.inner_text()
    ann.get_by_role("button", name="Unmute").click()
    expect(said).to_contain_text("after")


def test_without_scripts_forms_say_and_hear(visit: Visit) -> None:
    ann, bob = begin(visit)
    plain = visit({**DESK, "java_script_enabled": False})
    plain.context.add_cookies(bob.context.cookies())  # type: ignore[arg-type]  # the cookies of a browser
    plain.goto(bob.url)
    unfold(plain)
    plain.get_by_role("button", name="Hello").click()
    expect(plain.locator("#said")).to_contain_text("Hello")
    plain.get_by_label("Your message").fill("no scripts here")
    plain.get_by_role("button", name="Send").click()
    expect(plain.locator("#said")).to_contain_text("no scripts here")
    expect(unfold(ann)).to_contain_text("no scripts here")
    plain.get_by_role("link", name="Back to the match").click()
    expect(status(plain)).to_be_visible()


def test_notes_are_kept_with_the_position_that_is_shown(visit: Visit) -> None:
    ann, bob = begin(visit)
    ann.locator("#notes > summary").click()
    ann.locator("#note").fill("up looks good")
    ann.locator("#notes").get_by_role("button", name="Save").click()
    expect(ann.locator("#notes")).to_contain_text("Saved with this position.")
    ann.get_by_label("Type a turn").fill("u+")
    ann.get_by_label("Type a turn").press("Enter")
    expect(turn(ann, 1)).to_be_visible()
    expect(ann.locator("#note")).to_have_value("")
    ann.locator("#note").fill("he answers")
    expect(turn(bob, 1)).to_be_visible()
    bob.get_by_label("Type a turn").fill("a--")
    bob.get_by_label("Type a turn").press("Enter")
    expect(turn(ann, 2)).to_be_visible()
    expect(ann.locator("#note")).to_have_value("he answers")
    ann.locator("#notes").get_by_role("button", name="Save").click()
    expect(ann.locator(".noted li")).to_have_count(2)
    turn(ann, 1).click()
    expect(ann.locator("#note")).to_have_value("he answers")
    expect(ann.locator("#notes label")).to_contain_text("After turn 1")
    assert not violations(ann)
    bob.reload()
    assert "he answers" not in bob.content()
