"""A guest's name is the guest's own for as long as the guest is here, or plays."""

from collections.abc import Callable

import pytest

from ludarium.core.record import Record
from ludarium.match.verify import verify
from ludarium.site.ground.changes import Change
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import PlayTurn, Resign
from ludarium.site.people.people import GUEST_NAMES, NameTaken
from ludarium.site.quotas import Quota, QuotaExceeded, Quotas
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import FakeTime

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


@pytest.mark.parametrize("name", ["\u0410\u041d\u041d\u0410", "\u0391\u039d\u039d\u0391"])
def test_capitals_of_another_alphabet_are_compared_as_they_look(service: Service, name: str) -> None:
    guest(service, {"\u0410": "Ahha", "\u0391": "Anna"}[name[0]])
    with pytest.raises(NameTaken):
        service.people.check_name(name, None)


@pytest.mark.parametrize("name", ["شری\u200cف", "ශ්\u200dරී", "山田Ken", "Gal·la"])  # with joiners of no width
def test_every_name_that_is_allowed_sits_at_a_board_and_in_its_record(service: Service, name: str) -> None:
    person, bob = guest(service, name), guest(service, "Bob")
    seats = [SeatAssignment("person", one.name, one.id) for one in (person, bob)]
    view = service.create("orion", seats, host=person.id)
    assert view.match.players[0] == name
    assert Record.parse(str(view.match.record())).tags == view.match.record().tags


def test_a_guest_who_has_not_been_here_for_a_month_has_it_no_longer(service: Service, time: FakeTime) -> None:
    guest(service, "Anna")
    time.now += GUEST_NAMES - DAY
    with pytest.raises(NameTaken):
        service.people.check_name("Anna", None)
    time.now += 2 * DAY
    assert guest(service, "Anna").name == "Anna"


@pytest.mark.both_databases
def test_matches_show_the_present_name_of_who_has_the_seat(open_store: Callable[[], Store], service: Service) -> None:
    person = service.people.create_guest()
    bob = guest(service, "Bob")
    seats = [SeatAssignment("person", one.name, one.id) for one in (person, bob)]
    running, over = service.create("orion", seats, host=person.id), service.create("orion", seats, host=person.id)
    service.act(bob, over.id, Resign(), over.revision)
    other, heard = Service(open_store()), list[Change]()
    other.bots.look(running.id)  # and so it is cached there
    with service.notifier.subscribe(heard.append):
        service.people.rename(person, "Anna")
    assert {change.id for change in heard} == {running.id, over.id}
    for view in (running, over):
        assert other.bots.look(view.id).match.players == ("Anna", "Bob")
        assert other.queries.record(view.id).tags["X"] == "Anna"
        verify(other.queries.record(view.id))
    renamed = service.people.load(person.id)
    assert renamed
    played = service.act(renamed, running.id, PlayTurn("u+"), running.revision)  # as a page sends it that was open
    assert played.view.match.turns


def test_the_name_of_who_has_left_a_seat_stays_as_it_was(service: Service) -> None:
    people = [guest(service, name) for name in ("Anna", "Bob", "Carl")]
    view = service.create("ludo(players=3)", [SeatAssignment("person", one.name, one.id) for one in people])
    service.act(people[0], view.id, Resign(), view.revision)
    service.people.rename(people[0], "Zoe")
    left = service.bots.look(view.id)
    assert left.seats[0].name == "Anna"
    assert [one.name for one in left.match.leavers] == ["Anna"]


@pytest.mark.both_databases
def test_a_person_takes_a_bounded_number_of_names(open_store: Callable[[], Store], time: FakeTime) -> None:
    service = Service(open_store(), now=time, quotas=Quotas(names=Quota(3)))
    person = guest(service, "Anna")
    for number in range(3):
        person = service.people.rename(person, f"Anna {number}")
    with pytest.raises(QuotaExceeded, match="you have taken 3 other names within an hour"):
        service.people.rename(person, "Zoe")
    assert service.people.rename(person, "Anna 2") == person
    time.now += 3601
    assert service.people.rename(person, "Zoe").name == "Zoe"


def test_a_guest_keeps_it_while_a_match_goes_on(service: Service, time: FakeTime) -> None:
    anna = guest(service, "Anna")
    seats = [SeatAssignment("person", "Anna", anna.id), SeatAssignment("person", "Bob")]
    match = service.create("orion", seats)
    time.now += 2 * GUEST_NAMES
    with pytest.raises(NameTaken):
        service.people.check_name("Anna", None)
    service.bots.forfeit(match.id, 0, match.revision, "gone")
    assert service.people.check_name("Anna", None) == "Anna"
