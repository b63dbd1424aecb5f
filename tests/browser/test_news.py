"""News of matches in one browser with many pages."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.steps import AWAY, OPENED, box, guests, start_match, status, turn
from tools.local_site import LocalSite

LOST = (*AWAY, "ERR_FAILED")  # the last: a request that a test itself cuts off
WITHOUT_WORKERS = "delete globalThis.SharedWorker"


def play(page: Page, text: str) -> None:
    page.get_by_label("Type a turn").fill(text)
    page.get_by_label("Type a turn").press("Enter")


def test_all_pages_of_a_browser_hear_by_one_stream(visit: Visit) -> None:
    page = visit()
    start_match(page, seat_1="here", position=OPENED)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url) if "/events" in request.url else None)
    pages = [page.context.new_page() for _ in range(7)]  # with the first, more than the six connections to a site
    for opened in pages:
        opened.goto(page.url)
    play(page, "u+")
    for opened in pages:
        expect(turn(opened, 1)).to_have_text(re.compile(r"u\+"))
    assert asked == []  # no page has a stream of its own


def test_pages_of_several_matches_hear_what_is_theirs(visit: Visit) -> None:
    first = visit()
    start_match(first, seat_1="here", position=OPENED)
    second = first.context.new_page()
    second.goto("/")
    start_match(second, seat_1="here", position=OPENED)
    third = first.context.new_page()
    third.goto(first.url)
    play(first, "u+")
    expect(turn(third, 1)).to_have_text(re.compile(r"u\+"))
    expect(turn(second, 1)).to_have_count(0)
    third.close()
    play(second, "u+")
    expect(turn(second, 1)).to_have_text(re.compile(r"u\+"))


def test_pages_survive_a_restart_and_say_so_meanwhile(visit: Visit, mortal_server: LocalSite) -> None:
    """In a browser whose pages share a worker, and in one that has no such workers."""
    browsers = []
    for workers in (True, False):
        page = visit(expecting=LOST, once=not workers)
        other = page.context.new_page()
        if not workers:
            page.add_init_script(WITHOUT_WORKERS)
            other.add_init_script(WITHOUT_WORKERS)
        start_match(page, seat_1="here", position=OPENED)
        other.goto(page.url)
        expect(status(other)).to_have_text(guests("Guest (X) to play."))
        browsers.append((page, other))
    mortal_server.kill()
    for lost in (page for pages in browsers for page in pages):
        expect(lost.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    mortal_server.open()
    for found in (page for pages in browsers for page in pages):
        expect(found.get_by_text("Connection lost. Reconnecting…")).to_be_hidden()
    for page, other in browsers:
        play(page, "u+")
        expect(turn(other, 1)).to_have_text(re.compile(r"u\+"))


def test_a_worker_that_cannot_be_loaded_is_replaced_by_a_stream(visit: Visit) -> None:
    page = visit(expecting=LOST)
    page.context.route("**/news-worker.js", lambda route: route.abort())
    start_match(page, seat_1="here", position=OPENED)
    other = page.context.new_page()
    other.goto(page.url)
    play(page, "u+")
    expect(turn(other, 1)).to_have_text(re.compile(r"u\+"))


def test_a_site_that_does_not_answer_is_said_to_be_slow_until_it_does(visit: Visit) -> None:
    page = visit()
    start_match(page, seat_1="here", position=OPENED)
    held = list[Route]()
    page.route("**/matches/*", lambda route: route.continue_() if held else held.append(route))
    page.clock.install()
    play(page, "u+")
    slow = page.get_by_text("No answer yet: what you have done is on its way.")
    expect(slow).to_be_hidden()
    page.clock.run_for(3100)
    expect(slow).to_be_visible()
    held[0].continue_()
    expect(turn(page, 1)).to_have_text(re.compile(r"u\+"))
    expect(slow).to_be_hidden()


def test_a_turn_that_a_busy_site_refuses_is_sent_again(visit: Visit) -> None:
    page = visit(expecting=("503",))
    start_match(page, seat_1="here", position=OPENED)
    busy = [True, True]

    def refuse(route: Route) -> None:
        if route.request.method == "POST" and busy:
            busy.pop()
            route.fulfill(status=503, body="busy")
        else:
            route.continue_()

    page.route("**/matches/*", refuse)
    play(page, "u+")
    expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    expect(page.get_by_text("What you have done waits to be sent.")).to_be_visible()
    menu, notice = box(page.get_by_role("navigation", name="Site", exact=True)), box(page.locator("#connection"))
    assert menu["y"] + menu["height"] < notice["y"]
    expect(turn(page, 1)).to_have_text(re.compile(r"u\+"))
    expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_hidden()
    expect(status(page)).to_have_text(guests("Guest (O) to play."))
