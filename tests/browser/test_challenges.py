"""Two people, from a challenge over a planned turn to the page of the other, with what axe finds on the way."""

import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from ludarium.site.people.people import People
from ludarium.site.store import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import element, follow
from tests.browser.test_accessibility import violations
from tools.local_site import LocalSite


@pytest.fixture
def store(shared_server: LocalSite) -> Iterator[Store]:
    opened = Store(shared_server.database)
    yield opened
    opened.close()


def with_account(
    store: Store, visit: Visit, server: LocalSite, name: str, screen: Settings, expecting: tuple[str, ...] = ()
) -> Page:
    """Open a browser in which a person with an account is known."""
    people = People(store)
    person = people.rename(people.create_guest(), name)
    store.accounts.set_email(person.id, f"{name.lower()}@example.org", name.lower(), time.time())
    page = visit({**screen, "reduced_motion": "reduce"}, expecting=expecting)
    page.context.add_cookies([{"name": "session", "value": people.begin_session(person, "test"), "url": server.url}])
    return page


def test_a_challenge_leads_to_a_match_in_which_a_planned_turn_is_played(
    visit: Visit, store: Store, shared_server: LocalSite
) -> None:
    ann = with_account(store, visit, shared_server, "Annabel", DESK)
    bob = with_account(store, visit, shared_server, "Bobby", PHONE)
    found = {}
    ann.goto("/people/Bobby")
    found["person"] = violations(ann)
    ann.get_by_label("Game", exact=True).select_option("orion")
    ann.get_by_role("button", name="More").click()
    ann.get_by_label("Who begins").select_option("me")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Challenge Bobby to Orion: Hydra")
    expect(ann.get_by_label("Clicks")).to_be_hidden()
    ann.get_by_text("Options", exact=True).click()
    ann.get_by_label("Clicks").fill("1")
    found["form"] = violations(ann)
    ann.get_by_role("button", name="Send challenge").click()
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your challenge to Bobby")
    bob.goto("/me")
    bob.get_by_role("link", name="Annabel challenges you").click()
    bob.get_by_role("button", name="Accept").click()
    board = ann.locator("main").get_by_role("link", name="Go to the board")
    expect(board).to_have_attribute("href", urlsplit(bob.url).path)
    expect(ann.get_by_role("button", name="Withdraw the challenge")).to_have_count(0)
    found["accepted"] = violations(ann)
    follow(bob.get_by_role("link", name="Plan ahead"))
    element(bob, "p+").dispatch_event("click")
    expect(bob.locator("#so-far")).to_have_text("If they play p+,")
    element(bob, "f+").dispatch_event("click")
    expect(bob.locator("#so-far")).to_have_text("If they play p+, I play f+")
    found["plan"] = violations(bob)
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bob.get_by_role("button", name="Keep this plan").click()
    expect(bob.get_by_text("If they play p+, I play f+.")).to_be_visible()
    ann.goto(bob.url.removesuffix("/plan"))
    ann.get_by_label("Type a turn").fill("p+")
    ann.get_by_role("button", name="Play", exact=True).click()
    expect(ann.locator("#turns li")).to_have_count(2)
    expect(ann.locator("#turns li").last).to_contain_text("f+")
    ann.get_by_role("link", name="Bobby").click()
    expect(ann.get_by_text("You play Bobby for the first time now:")).to_be_visible()
    assert not any(found.values()), found


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_person_is_challenged_by_one_press_at_a_pace_that_fits_the_game(
    visit: Visit, store: Store, shared_server: LocalSite, screen: Settings
) -> None:
    size = "wide" if screen is DESK else "small"
    ann = with_account(store, visit, shared_server, f"Pressing{size}", screen)
    bob = with_account(store, visit, shared_server, f"Pressed{size}", PHONE if screen is DESK else DESK)
    bob.goto("/rules")
    ann.goto(f"/people/Pressed{size}")
    assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.get_by_label("Game", exact=True).select_option("vortex")
    ann.get_by_label("Pace").select_option("180+2")
    ann.get_by_label("Game", exact=True).select_option("grid")
    expect(ann.get_by_label("Pace")).to_have_value("live 2")
    ann.get_by_label("Game", exact=True).select_option("orion")
    expect(ann.get_by_label("Pace")).to_have_value("600+5")
    ann.get_by_label("Game", exact=True).select_option("grid")
    expect(ann.get_by_label("Pace")).to_have_value("live 2")
    ann.get_by_label("Rated").check()
    ann.get_by_role("button", name=f"Challenge Pressed{size}").click()
    expect(ann.get_by_role("heading", level=1)).to_have_text(f"Your challenge to Pressed{size}")
    news = f"Pressing{size} challenges you to Grid Game. Live, a turn every 2 seconds, rated."
    expect(bob.locator("#live-bar")).to_contain_text(news)


@pytest.mark.parametrize("begins", ["me", "them"])
def test_who_waits_for_the_answer_to_a_live_challenge_is_led_to_the_board(
    visit: Visit, store: Store, shared_server: LocalSite, begins: str
) -> None:
    """The clocks of a live match run at once, so its challenger need not press anything."""
    people = [f"{name} {begins}" for name in ("Cleo", "Dov")]
    cleo, dov = (with_account(store, visit, shared_server, name, DESK) for name in people)
    fields: dict[str, str | float | bool] = {"to": people[1], "game": "orion", "pace": "600+5", "begins": begins}
    cleo.goto("/me")
    answer = cleo.request.post("/challenges/new", form=fields, max_redirects=0)
    cleo.goto(answer.headers["location"])
    expect(cleo.get_by_role("button", name="Withdraw the challenge")).to_be_visible()
    dov.goto(answer.headers["location"])
    dov.get_by_role("button", name="Accept", exact=True).click()
    dov.wait_for_url("**/matches/*")
    cleo.wait_for_url(dov.url)
    expect(cleo.locator("#status .now")).to_be_visible()


def test_a_challenge_is_accepted_and_another_declined_from_the_bar_of_any_page(
    visit: Visit, store: Store, shared_server: LocalSite
) -> None:
    eve, flo = (
        with_account(store, visit, shared_server, name, screen) for name, screen in (("Eve", DESK), ("Flo", PHONE))
    )
    fields: dict[str, str | float | bool] = {"to": "Flo", "game": "orion", "pace": "600+5", "begins": "me"}
    flo.goto("/rules")
    eve.goto("/about")
    eve.request.post("/challenges/new", form=fields)
    flo.locator("#live-bar").get_by_role("button", name="Decline").click()
    expect(flo.locator("#live-bar")).to_be_hidden()
    assert flo.url.endswith("/rules")
    eve.request.post("/challenges/new", form=fields)
    expect(flo.locator("#live-bar")).to_contain_text("Eve challenges you")
    flo.locator("#live-bar").get_by_role("button", name="Accept").click()
    flo.wait_for_url("**/matches/**")


def test_a_rematch_is_declined_from_the_bar_and_its_page_opens_where_that_fails(
    visit: Visit, store: Store, shared_server: LocalSite
) -> None:
    gus, hal = (with_account(store, visit, shared_server, name, DESK, ("status of 500",)) for name in ("Gus", "Hal"))
    for page in (gus, hal):
        page.goto("/rules")
    bar = hal.locator("#live-bar")

    def offer() -> None:
        """Let Gus offer the rematch of a match that Hal has just won."""
        fields: dict[str, str | float | bool] = {"to": "Hal", "game": "orion", "pace": "600+5", "begins": "me"}
        made = urlsplit(gus.request.post("/challenges/new", form=fields).url).path
        match = urlsplit(hal.request.post(made, form={"do": "accept"}).url).path
        gus.request.post(match, form={"do": "resign", "seat": "0", "revision": "0"})
        gus.request.post(f"{match}/ask", form={"do": "rematch"})
        expect(bar).to_contain_text("Gus asks for a rematch")

    offer()
    bar.get_by_role("button", name="Decline").click()
    expect(bar).not_to_contain_text("Gus asks for a rematch")
    assert hal.url.endswith("/rules")
    offer()
    hal.route("**/seats", lambda route: route.fulfill(status=500))
    bar.get_by_role("button", name="Decline").click()
    hal.wait_for_url("**/matches/*/seat/*")
    expect(hal.get_by_text("Gus asks for a rematch").first).to_be_visible()
