"""The log of acts tells what administrators have done, and people to others, and only administrators read it."""

from dataclasses import replace

import pytest

from ludarium.club.accounts import AccountRules
from ludarium.club.act_log import NotAdministrator
from ludarium.club.people import Person
from ludarium.club.service import SeatAssignment, Service
from ludarium.match.clock import Clock
from ludarium.store.repository import Store
from tests.club.authenticator import Authenticator
from tests.club.fake_time import FakeTime


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def club(store: Store, time: FakeTime) -> Service:
    return Service(store, now=time, rules=AccountRules("https://games.example.org", "open"))


def account(club: Service, name: str) -> Person:
    person = club.people.rename(club.people.create_guest(), name)
    return club.passkeys.add(person, Authenticator().create(club.passkeys.options_to_add(person)), "")


def test_what_people_do_to_others_is_logged_once_with_their_names(club: Service, time: FakeTime) -> None:
    ada, bob = account(club, "Asa"), account(club, "Bob")
    seats = [SeatAssignment("person", person.name, person.id) for person in (ada, bob)]
    view = club.create("orion", seats, clock=Clock.parse("2d+1d/2d"))
    given = club.clocks.give(view.id, 1, view.revision)
    time.pass_by(1)
    three = [*seats, SeatAssignment("person", "Cid", account(club, "Cid").id)]
    left = club.create("vortex(players=3,tokens=1)", three)
    left = club.resign(left.id, 2, left.revision)
    club.stand_ins.take_over(left.id, 2, account(club, "Dan"), "Dan")
    time.pass_by(1)
    for _ in range(2):
        club.blocks.add(ada, "Bob")
    time.pass_by(1)
    for _ in range(2):
        club.blocks.remove(ada, bob.id)
    found = [
        (logged.actor, logged.act.act, logged.subject, logged.match_number, logged.detail)
        for logged in club.act_log.latest()
    ]
    names = [view.match.game.setup.seat_names[0], left.match.game.setup.seat_names[2]]
    assert found == [
        ("Asa", "unblock", "Bob", None, ""),
        ("Asa", "block", "Bob", None, ""),
        ("Dan", "stand in", "", left.number, names[1]),
        ("Bob", "give 24 hours", "", given.number, names[0]),
    ]


def test_a_change_that_is_refused_is_not_logged(club: Service) -> None:
    ada, bob = account(club, "Asa"), account(club, "Bob")
    view = club.create("orion", [SeatAssignment("person", person.name, person.id) for person in (ada, bob)])
    with pytest.raises(Exception, match="by correspondence"):
        club.clocks.give(view.id, 1, view.revision)
    assert club.act_log.latest() == ()


def test_only_administrators_read_the_log_page_by_page(club: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.club.act_log._PAGE", 2)
    ada = account(club, "Asa")
    for reader in (None, ada):
        with pytest.raises(NotAdministrator, match="only administrators"):
            club.act_log.page(reader, 1)
    reader = replace(ada, administrator=True)
    assert club.act_log.page(reader, 1) == ((), 1, 1)
    for _ in range(3):
        club.accounts.invite("command line")
    pages = [club.act_log.page(reader, number) for number in (0, 1, 2, 9)]
    assert [page.number for page in pages] == [1, 1, 2, 2]
    assert [(len(page.acts), page.pages) for page in pages[1:3]] == [(2, 2), (1, 2)]
