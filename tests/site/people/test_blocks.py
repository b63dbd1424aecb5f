"""Blocks: who is blocked joins no match of the one who blocked them."""

import pytest

from ludarium.core.errors import ParseError
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.match.seating import NotInvited, NotYourSeat, open_seat
from ludarium.site.people.accounts import NoSuchPerson
from ludarium.site.service import Service
from tests.site.accounts import account, service
from tests.site.fake_time import FakeTime

__all__ = ["service"]


@pytest.fixture
def people(service: Service) -> list[Person]:
    """Return the accounts Asa, Bob and Cid."""
    return [account(service, name) for name in ("Asa", "Bob", "Cid")]


def test_who_is_blocked_joins_no_match_of_the_host_or_of_a_player(
    service: Service, people: list[Person], time: FakeTime
) -> None:
    ada, bob, cid = people
    service.blocks.add(ada, "bob")
    for host in (ada, cid):
        seats = [SeatAssignment("person", "Asa", ada.id), open_seat(time.now)]
        view = service.create("orion", seats, host=host.id)
        token = seats[1].invitation.token if seats[1].invitation else ""
        with pytest.raises(NotInvited, match="does not play with you"):
            service.seating.take(view.id, token, bob, "Bob")
        assert service.seating.take(view.id, token, cid, "Cid").open_seats == ()


def test_who_is_blocked_stands_in_for_nobody_there(service: Service, people: list[Person]) -> None:
    ada, bob, cid = people
    seats = [SeatAssignment("person", person.name, person.id) for person in (ada, cid, account(service, "Dan"))]
    view = service.create("vortex(players=3,tokens=1)", seats, host=ada.id)
    service.bots.act(view.id, 1, Resign(), view.revision)
    service.blocks.add(ada, "Bob")
    with pytest.raises(NotYourSeat, match="does not play with you"):
        service.stand_ins.take_over(view.id, 1, bob, "Bob")


def test_a_block_ends(service: Service, people: list[Person]) -> None:
    ada, bob, cid = people
    for name in ("Bob", "Cid", "Bob"):
        service.blocks.add(ada, name)
    assert service.blocks.of_person(ada) == (bob, cid)
    service.blocks.remove(cid, bob.id)
    service.blocks.remove(ada, bob.id)
    assert service.blocks.of_person(ada) == (cid,)
    service.closing.close(cid, cid.id, keep_name=True)
    assert service.blocks.of_person(ada) == ()


def test_a_block_needs_two_accounts(service: Service, people: list[Person]) -> None:
    guest = service.people.rename(service.people.create_guest(), "Eve")
    with pytest.raises(ParseError, match="with an account"):
        service.blocks.add(guest, "Asa")
    with pytest.raises(ParseError, match="your own name"):
        service.blocks.add(people[0], "Asa")
    for name in ("Eve", "", "\u200b", "x" * 1000):
        with pytest.raises(NoSuchPerson):
            service.blocks.add(people[0], name)
