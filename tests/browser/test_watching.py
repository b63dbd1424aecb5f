"""The page where matches are watched: a large board, which goes on to the next match when its own is over."""

import re

from playwright.sync_api import Route, expect

from ludarium.site.match.commands import PlayTurn, Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from tests.browser.conftest import PHONE, Visit
from tests.browser.steps import box
from tests.browser.test_accessibility import violations
from tests.browser.test_challenges import store
from tests.site.tournaments.playing import account

__all__ = ["store"]


def arena(service: Service, store: Store, names: str) -> None:
    """Begin an arena of four, whose two matches are live."""
    people = [account(service, store, f"{names}{number}") for number in range(4)]
    made = service.tournaments.make(people[0], MakeTournament("vortex", "arena", "600+5", names)).target
    for person in people:
        service.tournaments.act(person, made, EnterTournament())
    service.tournaments.act(people[0], made, BeginTournament())


def play(service: Service, match_id: str) -> None:
    """Play the first legal turn of a match."""
    view = service.bots.look(match_id)
    state, seat = view.match.state, view.match.to_act[0]
    service.bots.act(match_id, seat, PlayTurn(state.format_turn([state.legal(seat)[0]])), view.revision)


def test_the_large_board_goes_on_to_the_next_match_and_stays_where_that_is_not_wanted(
    visit: Visit, store: Store
) -> None:
    service = Service(store)
    arena(service, store, "Watched")
    page = visit()
    page.goto("/watch?game=vortex")
    screen = page.locator("#tv [data-board]")
    first = screen.get_attribute("data-board") or ""
    board = page.locator("#tv .shot img")
    assert box(board)["width"] > 400
    expect(page.locator(f'[data-board="{first}"]')).to_have_count(1)  # no card besides
    page.get_by_label("Then show the next match").uncheck()
    service.bots.act(first, 0, Resign(), service.bots.look(first).revision)
    expect(page.locator("#tv .kind")).to_have_text("Over")
    page.get_by_label("Then show the next match").check()
    expect(screen).not_to_have_attribute("data-board", first)
    expect(board).to_have_attribute("src", re.compile("small.svg"))
    assert board.evaluate("image => image.complete && image.naturalWidth > 0")
    second = screen.get_attribute("data-board")
    expect(page.locator(f'[data-board="{second}"]')).to_have_count(1)


def test_the_facts_beside_the_large_board_follow_the_match(visit: Visit, store: Store) -> None:
    service = Service(store)
    arena(service, store, "Followed")
    page = visit()
    page.goto("/watch?game=vortex")
    expect(page.locator("#tv .who")).to_have_count(2)
    turns = page.locator("#tv .last").all_inner_texts()
    play(service, page.locator("#tv [data-board]").get_attribute("data-board") or "")
    expect(page.locator("#tv .last")).not_to_have_text(turns)
    clock = page.locator("#tv [data-left]").first
    expect(clock).not_to_have_text(clock.inner_text())


def test_the_match_in_front_stays_there_when_another_moves_and_its_pictures_do_not_come(
    visit: Visit, store: Store
) -> None:
    service = Service(store)
    arena(service, store, "Steady")
    page = visit(expecting=("Failed to load resource",))
    page.route("**/small.svg?revision=*", lambda route: route.abort())
    page.goto("/watch?game=vortex")
    front, other = (page.locator(f"{part} [data-board]").first for part in ("#tv", "section:not(#tv)"))
    before = front.get_attribute("data-board")
    for board in (front, other):
        play(service, board.get_attribute("data-board") or "")
    expect(page.locator("#tv .last")).to_have_count(1)
    assert front.get_attribute("data-board") == before


def test_a_turn_that_is_played_before_the_page_has_its_script_is_shown(visit: Visit, store: Store) -> None:
    service = Service(store)
    arena(service, store, "Early")
    page = visit()
    held: list[Route] = []
    page.route("**/tv.js*", lambda route: held.append(route))
    page.goto("/watch?game=vortex", wait_until="commit")
    turns = page.locator("#tv .last").all_inner_texts()
    play(service, page.locator("#tv [data-board]").get_attribute("data-board") or "")
    page.wait_for_timeout(1000)  # in which a script that came by itself would have told of the turn
    held[0].continue_()
    expect(page.locator("#tv .last")).not_to_have_text(turns)


def test_facts_of_a_server_that_is_late_are_asked_for_again(visit: Visit, store: Store) -> None:
    service = Service(store)
    arena(service, store, "Late")
    page = visit()
    late: list[str | None] = []

    def answer(route: Route) -> None:
        if late or "hx-request" not in route.request.headers:
            route.continue_()
        else:
            late.append(page.content())
            route.fulfill(body=late[0], content_type="text/html")

    page.route("**/watch?game=vortex*", answer)
    page.goto("/watch?game=vortex")
    turns = page.locator("#tv .last").all_inner_texts()
    play(service, page.locator("#tv [data-board]").get_attribute("data-board") or "")
    expect(page.locator("#tv .last")).not_to_have_text(turns)
    assert late


def test_who_comes_and_goes_asks_no_more_often_and_sees_the_end(visit: Visit, store: Store) -> None:
    arena(Service(store), store, "Restless")
    page = visit()
    page.clock.install()
    page.goto("/watch?game=vortex")
    expect(page.locator("label:has(#go-on)")).to_be_visible()  # its script runs
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.evaluate("""() => {
        window.asks = 0;
        window.fetch = async (_, options) => {
            if (options?.headers?.["HX-Request"]) window.asks += 1;
            return new Response("", { status: 503, headers: { "Game-Over": "1" } });
        };
        Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
        window.go = (away) => { window.away = away; document.dispatchEvent(new Event("visibilitychange")); };
        window.end = () => document.dispatchEvent(new CustomEvent("moved", {
            detail: { match: document.querySelector("#tv [data-board]").dataset.board, src: "/" },
        }));
    }""")

    def asks_after(seconds: int) -> int:
        page.clock.run_for(1000 * seconds)
        asks: int = page.evaluate("asks")
        return asks

    come_and_go = "() => { for (const away of [true, false, true, false, true, false]) go(away); }"
    page.evaluate("end()")
    expect(page.locator("#tv .kind")).to_have_text("Over")
    page.evaluate(come_and_go)
    assert asks_after(1) == 0
    assert asks_after(6) == 1
    page.evaluate(come_and_go)
    assert asks_after(1) == 1
    assert asks_after(30) == 2
    page.evaluate("() => { go(true); asks = 0; end(); }")  # nobody sees this end
    assert asks_after(60) == 0
    page.evaluate("go(false)")
    assert asks_after(5) == 0
    assert asks_after(2) == 1


def test_without_scripts_and_on_a_phone_the_large_board_is_a_link(visit: Visit, store: Store) -> None:
    arena(Service(store), store, "Unscripted")
    page = visit({**PHONE, "java_script_enabled": False})
    page.goto("/watch?game=vortex")
    expect(page.locator("#go-on")).to_be_hidden()
    expect(page.locator("#tv a")).to_have_attribute("href", re.compile("^/matches/"))
    scripted = visit(PHONE)
    scripted.goto("/watch?game=vortex")
    assert not violations(scripted)
