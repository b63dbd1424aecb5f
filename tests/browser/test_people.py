"""The page of a person who has played: results, dice and games, for eyes, screen readers and phones."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import box
from tests.browser.test_accessibility import violations
from tests.browser.test_challenges import store
from tests.browser.test_tournaments import signed_in
from tests.site.tournaments.playing import account

__all__ = ["store"]


def play(service: Service, people: Sequence[Person]) -> None:
    """Let people play a match, which the first one resigns when that is a loss."""
    seats = [SeatAssignment("person", person.name, person.id) for person in people]
    view = service.create("vortex(tokens=1)", seats, seed=1)
    while len(view.match.turns) < 8 or view.match.may_be_broken_off:
        seat, state = view.match.to_act[0], view.match.state
        view = service.bots.submit(view.id, seat, state.format_turn([state.legal(seat)[0]]), view.revision)
    service.bots.act(view.id, 0, Resign(), view.revision)


@pytest.mark.parametrize(
    ("screen", "names"), [(DESK, ("Petra", "Quirin")), (PHONE, ("Ruth", "Silas"))], ids=["desk", "phone"]
)
def test_the_page_of_a_person_has_no_violations(
    visit: Visit, store: Store, screen: Settings, names: tuple[str, str]
) -> None:
    service = Service(store)
    people = [account(service, store, name) for name in names]
    play(service, people)
    service.dice.work()
    page = visit({**screen, "reduced_motion": "reduce"})
    page.goto(f"/people/{people[0].id}")
    expect(page.get_by_role("region", name="By game")).to_contain_text("Vortex")
    expect(
        page.get_by_role("region", name="By opponent").get_by_role("link", name=names[1], exact=True)
    ).to_be_visible()
    expect(page.get_by_role("region", name="Dice, Vortex")).to_be_hidden()
    page.get_by_text("Dice: what").click()
    expect(page.get_by_role("region", name="Dice, Vortex")).to_be_visible()
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_stranger_reads_days_where_the_browser_is(visit: Visit, store: Store) -> None:
    """An account of the first moment of 1970 is from the year before in New York."""
    person = account(Service(store), store, "Ticker")
    page = visit({**DESK, "timezone_id": "America/New_York"})
    page.goto(f"/people/{person.id}")
    expect(page.get_by_text("Here since 31 December 1969")).to_be_visible()


def test_on_a_phone_forms_have_the_whole_width_and_long_names_fit(visit: Visit, store: Store) -> None:
    service = Service(store)
    long, other = (account(service, store, name) for name in ("Wolfeschlegelsteinhausenberg", "Visitor"))
    play(service, [long, account(service, store, "Hubertblaineschlegelsteinhausen")])
    page = signed_in(visit, PHONE, service, other)
    page.goto(f"/people/{long.id}")
    for label in ("Game", "Pace"):
        assert box(page.get_by_label(label, exact=True))["width"] > 300
    expect(page.get_by_role("region", name="By opponent")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_a_long_name_of_a_ranking_stays_on_its_line(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/rankings")
    number = """(name) => {
        document.querySelector("main").insertAdjacentHTML("beforeend", `<div class="ranking"><ol class="ranked"><li>
            <span class="place">1</span> <a href="/">${name}</a> <span class="number">1717</span></li></ol></div>`);
        const row = [...document.querySelectorAll(".ranked li")].at(-1), box = row.getBoundingClientRect();
        return [box.height, row.lastElementChild.getBoundingClientRect().right <= box.right];
    }"""
    short, long, hyphened = (page.evaluate(number, name) for name in ("Ann", "Wolfeschlegel" * 3, "Guinevere-" * 4))
    assert short == long == hyphened
    assert short[1]
