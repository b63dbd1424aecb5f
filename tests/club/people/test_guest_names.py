"""A guest's name is the guest's own for as long as the guest is here, or plays."""

from collections.abc import Callable

import pytest

from ludarium.club.people.people import GUEST_NAMES, NameTaken
from ludarium.club.service import SeatAssignment, Service
from ludarium.store.match.repository import Store
from ludarium.store.rows import Person
from tests.club.fake_time import FakeTime

DAY = 24 * 3600.0


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def service(open_store: Callable[[], Store], time: FakeTime) -> Service:
    return Service(open_store(), now=time)


def guest(service: Service, name: str) -> Person:
    person = service.people.create_guest()
    service.people.begin_session(person, "a browser")
    return service.people.rename(person, name)


@pytest.mark.parametrize("name", ["Anna", " anna", "ANNA"])
def test_the_name_that_another_guest_has_now_is_refused(service: Service, name: str) -> None:
    anna, other = guest(service, "Anna"), service.people.create_guest()
    for take in (lambda: service.people.check_name(name, None), lambda: service.people.rename(other, name)):
        with pytest.raises(NameTaken, match="is the name of somebody here"):
            take()
    assert service.people.rename(anna, "Anna").name == "Anna"
    service.people.rename(anna, "Anna Two")
    assert service.people.rename(other, "Anna").name == "Anna"


def test_a_guest_who_has_not_been_here_for_a_month_has_it_no_longer(service: Service, time: FakeTime) -> None:
    guest(service, "Anna")
    time.now += GUEST_NAMES - DAY
    with pytest.raises(NameTaken):
        service.people.check_name("Anna", None)
    time.now += 2 * DAY
    assert guest(service, "Anna").name == "Anna"


def test_a_guest_keeps_it_while_a_match_goes_on(service: Service, time: FakeTime) -> None:
    anna = guest(service, "Anna")
    seats = [SeatAssignment("person", "Anna", anna.id), SeatAssignment("person", "Bob")]
    match = service.create("orion", seats)
    time.now += 2 * GUEST_NAMES
    with pytest.raises(NameTaken):
        service.people.check_name("Anna", None)
    service.bots.forfeit(match.id, 0, match.revision, "gone")
    assert service.people.check_name("Anna", None) == "Anna"
