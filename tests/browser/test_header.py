"""The header: one on every page, folded behind one button where it does not fit, with and without scripts."""

import time

import pytest
from playwright.sync_api import Page, expect

from ludarium.match.clock import Clock
from ludarium.site.challenge_ladders.commands import ladder_notice
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import box
from tests.browser.test_accessibility import WIDTH
from tests.browser.test_challenges import store
from tests.browser.test_tournaments import signed_in
from tests.site.tournaments.playing import account

__all__ = ["store"]

SECTIONS = ["Play", "Learn", "Watch", "Compete", "Workshop"]
WIDE: Settings = {"viewport": {"width": 1440, "height": 900}}
HALF: Settings = {"viewport": {"width": 720, "height": 450}}
"""A desk at 200 %."""


def is_expanded(page: Page, name: str) -> bool:
    """Return what a browser tells of a button that opens something, as assistive technology hears it."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    (button,) = (
        node for node in nodes if (node["role"]["value"], node.get("name", {}).get("value")) == ("button", name)
    )
    (expanded,) = (each["value"]["value"] for each in button["properties"] if each["name"] == "expanded")
    return bool(expanded)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
@pytest.mark.parametrize("screen", [PHONE, HALF], ids=["phone", "half"])
def test_a_narrow_header_opens_by_one_button(visit: Visit, screen: Settings, scripts: bool) -> None:
    page = visit({**screen, "java_script_enabled": scripts})
    page.goto("/about")
    menu, sections = page.get_by_role("button", name="Menu"), page.locator("#sections")
    expect(menu).to_be_visible()
    expect(sections).to_be_hidden()
    menu.focus()
    page.keyboard.press("Enter")
    expect(sections).to_be_visible()
    assert is_expanded(page, "Menu")
    assert sections.get_by_role("link").all_inner_texts()[: len(SECTIONS)] == SECTIONS
    page.keyboard.press("Escape")
    expect(sections).to_be_hidden()
    assert not is_expanded(page, "Menu")
    menu.click()
    sections.get_by_role("link", name="Compete").click()
    page.wait_for_url("**/compete")
    expect(sections).to_be_hidden()
    menu.click()
    expect(sections.get_by_role("link", name="Compete")).to_have_attribute("aria-current", "page")


def test_a_wide_header_has_no_button(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/watch")
    expect(page.get_by_role("button", name="Menu")).to_be_hidden()
    sections = page.locator("#sections")
    assert [link.inner_text() for link in sections.get_by_role("link").all()] == SECTIONS


@pytest.mark.parametrize(
    "path", ["/", "/play", "/learn", "/watch", "/compete", "/rankings", "/workshop", "/tournaments"]
)
@pytest.mark.parametrize("screen", [PHONE, HALF], ids=["phone", "half"])
def test_nothing_scrolls_sideways(visit: Visit, screen: Settings, path: str) -> None:
    page = visit(screen)
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


CUT = """() => [...document.querySelectorAll(".top a")].filter((link) => link.getClientRects().length > 0 &&
    (link.scrollWidth > link.clientWidth + 1 || link.getBoundingClientRect().left < 0 ||
        link.getBoundingClientRect().right > innerWidth)
).map((link) => link.textContent)"""
"""The links of the header that are seen, but not whole."""


def with_waiting(store: Store, name: str, *, guest: bool = False) -> tuple[Service, Person, str]:
    """Return a person of a match, for whom another one waits, and a notice of an account; last the match's page."""
    service = Service(store)
    host = account(service, store, f"{name[:9]}'s host")
    person = service.people.create_guest() if guest else account(service, store, name)
    seats = [SeatAssignment("person", one.name, one.id) for one in (person, host)]
    views = [service.create("throngs", seats, host=host.id, clock=Clock.parse("4d+2d/4d")) for _ in range(2)]
    if not guest:
        store.notices.add(ladder_notice("throngs", person.id, "Your place has changed.", time.time()))
    return service, person, f"/matches/{views[0].id}"


WIDTHS = [*range(940, 1111, 10), 1150, 1151, 1152, 1153, 1180, 1280]
"""Those at which links were cut off, and those around which the header folds."""
LONG = "Wilhelmine-Adelheid of the Long Header"
"""A name nearly as long as one may be, which may end in dots."""


@pytest.mark.parametrize("who", ["stranger", "guest", "member", LONG])
def test_no_link_of_a_header_is_cut_off_at_any_width(visit: Visit, store: Store, who: str) -> None:
    name = LONG if who == LONG else f"Widest {who}"
    service, person, path = with_waiting(store, name, guest=who == "guest")
    page = visit(DESK) if who == "stranger" else signed_in(visit, DESK, service, person)
    page.goto(path)
    assert page.locator(".top #waiting .count").count() == {"stranger": 0, "guest": 1}.get(who, 2)
    cut = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 700})
        assert page.locator(".of-page").get_by_role("link").count() == 2
        assert page.locator("nav.own .name:visible").count() == (who != "stranger" and width >= 1152)
        assert page.evaluate(WIDTH) <= width
        if found := [link for link in page.evaluate(CUT) if link != LONG]:
            cut[width] = found
    assert cut == {}


def test_no_link_of_a_narrow_header_is_cut_off(visit: Visit, store: Store) -> None:
    """Where matches and notices wait for a member, the links of a match are in the menu."""
    service, person, path = with_waiting(store, "Header")
    page = signed_in(visit, PHONE, service, person)
    page.goto(path)
    expect(page.locator(".top .bell")).to_be_visible()
    expect(page.locator(".top #waiting .count").first).to_be_visible()
    assert page.evaluate(CUT) == []
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("#sections").get_by_role("link", name="Learn Throngs")).to_be_visible()
    expect(page.locator("#sections").get_by_role("link", name="Throngs: Rules")).to_be_visible()
    assert page.evaluate(GAP) > 3


GAP = """() => {
    const name = document.querySelector("#sections .in-menu"), [word, space] = [new Range(), new Range()];
    word.selectNodeContents(name.previousSibling);
    const at = name.firstChild.data.search(/\\S/);
    space.setStart(name.firstChild, at);
    space.setEnd(name.firstChild, at + 1);
    return space.getBoundingClientRect().left - word.getBoundingClientRect().right;
}"""
"""The room between the two parts of a link in the menu: a browser drops a space at the edge of a part."""


@pytest.mark.parametrize("screen", [PHONE, HALF], ids=["phone", "half"])
def test_beside_the_button_of_a_narrow_header_stands_what_waits_alone(
    visit: Visit, store: Store, screen: Settings
) -> None:
    links = ".top .own a:visible"
    page = visit(screen)
    for path in ("/about", "/games/vortex", "/games/vortex/tutorial"):
        page.goto(path)
        expect(page.locator(links)).to_have_count(0)
    service = Service(store)
    page = signed_in(visit, screen, service, account(service, store, f"Alone {screen['viewport']['width']}"))
    page.goto("/games/vortex/tutorial")
    expect(page.locator(links)).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("#sections").get_by_role("link", name="Your games")).to_be_visible()
    expect(page.locator("#sections").get_by_role("link", name="Vortex: Rules")).to_be_visible()
    service, person, path = with_waiting(store, f"Waits {screen['viewport']['width']}")
    page = signed_in(visit, screen, service, person)
    page.goto(path)
    expect(page.locator(links)).to_have_count(2)
    expect(page.locator(".top .own .count:visible")).to_have_count(2)


def test_names_in_rankings_stay_whole_in_one_line(visit: Visit) -> None:
    page = visit(DESK)
    page.goto("/rankings")
    lines = page.evaluate(
        """() => {
            const row = (name) => `<li><span class="place">1</span> <svg class="portrait"></svg> <a href="#">${name}</a>
                <span class="number">1823</span></li>`;
            const game = (title) => `<li class="ranking"><div class="row heading"><h3><a href="#">${title}</a></h3>
                <a href="#">All</a></div><ol class="ranked">${row("Dara, champion")}${row("Ben, medium")}</ol></li>`;
            const list = document.querySelector(".rankings");
            const titles = ["Grid Game", "Multiplication Ludo", "Orion: Hydra", "Throngs", "Vortex"];
            list.innerHTML = titles.map(game).join("");
            const heads = [...list.querySelectorAll(".heading")].map((head) => head.lastElementChild.offsetTop
                < head.firstElementChild.offsetTop + head.firstElementChild.offsetHeight);
            const links = [...list.querySelectorAll("ol a")];
            const whole = (one) => one.getClientRects().length === 1 && one.scrollWidth <= one.clientWidth;
            return [...heads, ...links.map(whole)];
        }"""
    )
    assert lines == [True] * 15


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_short_name_and_the_bar_end_where_the_page_does(visit: Visit, store: Store, screen: Settings) -> None:
    service = Service(store)
    page = signed_in(visit, screen, service, account(service, store, f"M{screen['viewport']['width']}"))
    page.goto("/rankings")
    heading = box(page.locator("main h1"))
    bar = page.locator("#live-bar")
    bar.evaluate("bar => { bar.hidden = false; bar.textContent = 'Your game begins.'; }")
    shown = box(bar)
    assert (shown["x"], shown["width"]) == pytest.approx((heading["x"], heading["width"]), abs=1)
    if screen is WIDE:
        text = page.locator(".own .name").evaluate(
            "name => { const range = document.createRange(); range.selectNodeContents(name);"
            " return range.getBoundingClientRect().right; }"
        )
        assert text == pytest.approx(heading["x"] + heading["width"], abs=1)
