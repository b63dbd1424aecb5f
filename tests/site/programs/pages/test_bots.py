"""Accounts of bots: each has an owner, says that it is a bot, and takes part only where bots may."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.core.errors import ParseError
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import PlayTurn, Resign
from ludarium.site.match.seating import NotInvited, open_seat
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, said
from tests.site.programs.pages.conftest import NewProgram, tell

PAGE = "/me/account/tokens"


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def service(open_store: Callable[[], Store]) -> Service:
    return Service(open_store(), rules=AccountRules("http://127.0.0.1:8000", "open"))


def account(service: Service, store: Store, name: str) -> Person:
    person = service.people.rename(service.people.create_guest(), name)
    store.accounts.set_email(person.id, f"{name}@example.org".lower(), name.lower(), 0.0)
    return service.accounts.find(name)


@pytest.fixture
def ann(service: Service, store: Store) -> Person:
    return account(service, store, "Ann")


@pytest.fixture
def bob(service: Service, store: Store) -> Person:
    return account(service, store, "Bob")


@pytest.fixture
def hal(service: Service, ann: Person) -> Person:
    """A bot of Ann's."""
    return service.bot_accounts.make(ann, "Hal")


def test_a_bot_is_made_and_closed_by_its_owner(
    service: Service, ann: Person, new_browser: NewBrowser, new_program: NewProgram
) -> None:
    browser = new_browser()
    browser.cookies.set("session", service.people.begin_session(ann, ""))
    assert "Hal (bot)" in browser.post(PAGE, data={"do": "make-bot", "bot-name": "Hal"}).text
    (hal,) = service.bot_accounts.of_owner(ann)
    browser.post(PAGE, data={"do": "make-token", "token-name": "engine", "play": "yes", "bot": hal.id})
    (token,) = service.tokens.of_person(hal)
    assert service.tokens.of_person(ann) == ()
    assert "engine</strong> of Hal (bot)" in browser.get(PAGE).text
    assert "The account of a bot" in browser.get(f"/people/{hal.id}").text
    browser.post(PAGE, data={"do": "end-token", "token": token.id, "bot": hal.id})
    assert service.tokens.of_person(hal) == ()
    program = new_program(hal, ["play", "challenge"])
    browser.post(PAGE, data={"do": "close-bot", "bot": hal.id})
    assert program.get("/me").status_code == 401
    assert "is the name of" in said(browser.post(PAGE, data={"do": "make-bot", "bot-name": "Hal"}))[0]


def test_only_bots_have_such_names_and_only_accounts_have_bots(
    service: Service, hal: Person, ann: Person, bob: Person
) -> None:
    for name in ("Eve (bot)", "Eve (b0t)", "(bot) Eve"):
        with pytest.raises(ParseError):
            service.people.rename(bob, name)
    with pytest.raises(ParseError, match="keeps its name"):
        service.people.rename(hal, "Ann Lee")
    for person in (hal, service.people.create_guest()):
        with pytest.raises(ParseError, match="only people with an account"):
            service.bot_accounts.make(person, "Other")
    with pytest.raises(ParseError, match="no bot of yours"):
        service.bot_accounts.close(bob, hal.id)


def test_a_bot_takes_a_seat_only_where_computers_may(service: Service, bob: Person, hal: Person) -> None:
    for computers in (False, True):
        seats = [SeatAssignment("person", "Bob", bob.id), open_seat(service._matches.now())]
        view = service.create("orion", seats, host=bob.id, computers=computers)
        invitation = view.seats[1].invitation
        assert invitation
        if computers:
            taken = service.seating.take(view.id, invitation.token, hal, hal.name)
            assert (taken.computers, taken.seats[1].name) == (True, "Hal (bot)")
        else:
            with pytest.raises(NotInvited, match="bots may not take part"):
                service.seating.take(view.id, invitation.token, hal, hal.name)


def test_a_bot_challenges_only_who_plays_with_computers(service: Service, bob: Person, hal: Person) -> None:
    with pytest.raises(ParseError, match="does not play with bots"):
        service.challenges.make(hal, "Bob", Terms("orion"))
    service.people.set_computers(bob, allowed=True)
    assert service.challenges.make(hal, "Bob", Terms("orion")).terms.computers
    asked = service.challenges.make(bob, hal.name, Terms("orion"))
    service.people.set_computers(bob, allowed=False)
    assert service.challenges.accept(service.challenges.load(asked.id, hal), hal).computers


def test_matches_of_bots_say_so_and_have_ratings_of_their_own(
    service: Service, bob: Person, hal: Person, new_browser: NewBrowser
) -> None:
    made = service.challenges.make(bob, hal.name, Terms("orion", clock="600+5", begins="challenger", rated=True))
    view = service.challenges.accept(service.challenges.load(made.id, hal), hal)
    assert "bots may take part" in new_browser().get(f"/matches/{view.id}").text
    for person in (bob, hal, bob, hal):
        turn = PlayTurn(view.match.state.format_turn([view.match.state.legal()[0]]))
        view = service.act(person, view.id, turn, view.revision).view
    service.act(hal, view.id, Resign(), view.revision)
    assert [ladder.tempo for ladder in service.ratings.of_person(bob.id)] == ["computers"]
    assert [ladder.tempo for ladder in service.ratings.of_person(hal.id)] == ["computers"]


def test_computers_are_off_by_default_and_stand_in_the_form_and_the_invitation(
    service: Service, bob: Person, new_browser: NewBrowser
) -> None:
    browser = new_browser()
    browser.cookies.set("session", service.people.begin_session(bob, ""))
    assert 'name="computers">' in browser.get("/games/orion/new").text
    for more in ({}, {"computers": "on"}):
        page = browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "link", **more})
        assert ("bots may take part" in page.text) is bool(more)
        match_id = page.url.path.rpartition("/")[2]
        invitation = service.view(bob, match_id).seats[1].invitation
        assert invitation
        asked = new_browser().get(f"/matches/{match_id}/seat/{invitation.token}").text
        assert ("Join match with bots" in asked) is bool(more)


def test_a_match_that_a_bot_begins_is_for_computers(service: Service, hal: Person, new_program: NewProgram) -> None:
    begun = tell(new_program(hal, ["play", "challenge"]).post("/games/orion/new", json={"seats": ["here", "link"]}))
    assert service.view(hal, begun["match"]).computers


def test_bots_are_closed_with_their_owner(service: Service, ann: Person, hal: Person) -> None:
    service.closing.close(ann, ann.id, keep_name=True)
    closed = service.people.load(hal.id)
    assert closed
    assert closed.closed_at is not None


def test_a_bot_has_no_other_way_in(program: TestClient, hal: Person, new_program: NewProgram) -> None:
    assert (
        tell(new_program(hal, ["play", "challenge"]).post("/me/account", json={"do": "name", "name": "Eve"}), 403)[
            "kind"
        ]
        == "scope"
    )
