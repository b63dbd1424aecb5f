"""The page of a person who has played: results, dice and games, for eyes, screen readers and phones."""

import pytest
from playwright.sync_api import expect

from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.test_accessibility import violations
from tests.browser.test_challenges import store
from tests.site.tournaments.playing import account

__all__ = ["store"]


@pytest.mark.parametrize(
    ("screen", "names"), [(DESK, ("Petra", "Quirin")), (PHONE, ("Ruth", "Silas"))], ids=["desk", "phone"]
)
def test_the_page_of_a_person_has_no_violations(
    visit: Visit, store: Store, screen: Settings, names: tuple[str, str]
) -> None:
    service = Service(store)
    people = [account(service, store, name) for name in names]
    seats = [SeatAssignment("person", person.name, person.id) for person in people]
    view = service.create("vortex(tokens=1)", seats, seed=1)
    while len(view.match.turns) < 8 or view.match.may_be_broken_off:  # who resigns then has lost
        seat, state = view.match.to_act[0], view.match.state
        view = service.bots.submit(view.id, seat, state.format_turn([state.legal(seat)[0]]), view.revision)
    service.bots.act(view.id, 0, Resign(), view.revision)
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
