"""The log of acts tells what administrators have done, and people to others, and only administrators read it."""

from dataclasses import replace

import pytest

from ludarium.match.clock import Clock
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import GiveTime, Resign
from ludarium.site.people.act_log import NotAdministrator
from ludarium.site.service import Service
from tests.site.accounts import account, service
from tests.site.fake_time import FakeTime

__all__ = ["service"]


def test_what_people_do_to_others_is_logged_once_with_their_names(service: Service, time: FakeTime) -> None:
    ada, bob = account(service, "Asa"), account(service, "Bob")
    seats = [SeatAssignment("person", person.name, person.id) for person in (ada, bob)]
    view = service.create("orion", seats, clock=Clock.parse("2d+1d/2d"))
    given = service.bots.act(view.id, 1, GiveTime(), view.revision)
    time.pass_by(1)
    three = [*seats, SeatAssignment("person", "Cid", account(service, "Cid").id)]
    left = service.create("vortex(players=3,tokens=1)", three)
    left = service.bots.act(left.id, 2, Resign(), left.revision)
    service.stand_ins.take_over(left.id, 2, account(service, "Dan"), "Dan")
    time.pass_by(1)
    for _ in range(2):
        service.blocks.add(ada, "Bob")
    time.pass_by(1)
    for _ in range(2):
        service.blocks.remove(ada, bob.id)
    found = [
        (logged.actor, logged.act.act, logged.subject, logged.match_number, logged.detail)
        for logged in service.act_log.latest()
    ]
    names = [view.match.game.setup.seat_names[0], left.match.game.setup.seat_names[2]]
    assert found == [
        ("Asa", "unblock", "Bob", None, ""),
        ("Asa", "block", "Bob", None, ""),
        ("Dan", "stand in", "", left.number, names[1]),
        ("Bob", "give 24 hours", "", given.number, names[0]),
    ]


def test_a_change_that_is_refused_is_not_logged(service: Service) -> None:
    ada, bob = account(service, "Asa"), account(service, "Bob")
    view = service.create("orion", [SeatAssignment("person", person.name, person.id) for person in (ada, bob)])
    with pytest.raises(Exception, match="by correspondence"):
        service.bots.act(view.id, 1, GiveTime(), view.revision)
    assert service.act_log.latest() == ()


@pytest.mark.both_databases
def test_only_administrators_read_the_log_page_by_page(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.site.people.act_log._PAGE", 2)
    ada = account(service, "Asa")
    for reader in (None, ada):
        with pytest.raises(NotAdministrator, match="only administrators"):
            service.act_log.page(reader, 1)
    reader = replace(ada, administrator=True)
    assert service.act_log.page(reader, 1) == ((), 1, 1)
    for _ in range(3):
        service.accounts.invite("command line")
    pages = [service.act_log.page(reader, number) for number in (0, 1, 2, 9)]
    assert [page.number for page in pages] == [1, 1, 2, 2]
    assert [(len(page.acts), page.pages) for page in pages[1:3]] == [(2, 2), (1, 2)]
