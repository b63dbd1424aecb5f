"""Open seats, invitations, and clocks that start when every seat is taken."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludarium.core.errors import GameOver, ParseError
from ludarium.match.clock import Clock
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.match.seating import INVITATION_DAYS, NotInvited, NotYourSeat, SeatAccess, open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import DAY, START, FakeTime


@pytest.fixture
def host(club: Service) -> Person:
    return club.people.rename(club.people.create_guest(), "Ann")


def begin(club: Service, host: Person, clock: Clock | None = None) -> MatchView:
    """Begin a match in which the host has the first seat and the second is open."""
    seats = [SeatAssignment("person", host.name, host.id), open_seat(START)]
    return club.create("orion(clicks=2)", seats, host=host.id, clock=clock)


def token_of(view: MatchView, seat: int = 1) -> str:
    invitation = view.seats[seat].invitation
    assert invitation
    return invitation.token


@pytest.mark.both_databases
def test_an_open_seat_is_taken_once_and_reloaded_by_another_process(
    club: Service, host: Person, open_store: Callable[[], Store]
) -> None:
    view, bob = begin(club, host), club.people.create_guest()
    taken = club.seating.take(view.id, token_of(view), bob, "Bob")
    assert taken.seats[1] == SeatAssignment("person", "Bob", bob.id, joined_by=token_of(view))
    assert taken.match.players == ("Ann", "Bob")
    assert Service(open_store()).bots.look(view.id) == taken
    assert SeatAccess.of(taken, bob.id) == SeatAccess(frozenset({1}))
    with pytest.raises(NotInvited):
        club.seating.take(view.id, token_of(view), club.people.create_guest(), "Cid")


@pytest.mark.both_databases
def test_of_many_who_take_a_seat_at_once_one_has_it(club: Service, host: Person) -> None:
    view = begin(club, host)
    people = [club.people.create_guest() for _ in range(8)]

    def take(person: Person) -> bool:
        while True:
            try:
                club.seating.take(view.id, token_of(view), person, person.name)
            except NotInvited:
                return False
            except DatabaseBusy:  # a person asks again, too
                continue
            return True

    with ThreadPoolExecutor(8) as pool:
        taken = [person for person, has in zip(people, pool.map(take, people), strict=True) if has]
    assert [person.id for person in taken] == [club.bots.look(view.id).seats[1].person]


def test_no_clock_runs_before_every_seat_is_taken(club: Service, host: Person, time: FakeTime) -> None:
    view = begin(club, host, clock=Clock.parse("60+5"))
    time.now += DAY
    club.clocks.end_overdue()
    view = club.bots.submit(view.id, 0, "u+", view.revision)
    assert view.match.left == (65.0, 60.0)
    time.now += DAY
    assert not club.bots.look(view.id).match.over
    bob = club.people.create_guest()
    view = club.seating.take(view.id, token_of(view), bob, "Bob")
    assert view.deadline == time.now + 60
    time.now += 20
    view = club.bots.submit(view.id, 1, "a--", view.revision)
    assert view.match.left[1] == 45.0
    time.now += 100
    assert club.bots.look(view.id).match.ending == "time"


def test_who_joins_makes_no_turn_in_the_making_out_of_date(club: Service, host: Person) -> None:
    view = begin(club, host)
    club.seating.take(view.id, token_of(view), club.people.create_guest(), "Bob")
    assert len(club.bots.submit(view.id, 0, "u+", view.revision).match.turns) == 1


def test_an_invitation_expires(club: Service, host: Person, time: FakeTime) -> None:
    view, bob = begin(club, host), club.people.create_guest()
    time.now += (INVITATION_DAYS + 1) * DAY
    with pytest.raises(NotInvited, match="30 days"):
        club.seating.take(view.id, token_of(view), bob, "Bob")
    view = club.seating.invite_again(view.id, 1, host)
    assert club.seating.take(view.id, token_of(view), bob, "Bob").open_seats == ()


def test_nobody_joins_a_match_that_is_over(club: Service, host: Person) -> None:
    view = begin(club, host)
    club.bots.act(view.id, 0, Resign(), view.revision)
    with pytest.raises(GameOver):
        club.seating.take(view.id, token_of(view), club.people.create_guest(), "Bob")


@pytest.mark.parametrize("token", ["", "x", "\udc80", "\0", "t" * 10_000])
def test_a_token_that_was_never_given_seats_nobody(club: Service, host: Person, token: str) -> None:
    with pytest.raises(NotInvited):
        club.seating.invited_seat(begin(club, host).id, token)


def test_a_seat_that_is_taken_is_not_offered_again(club: Service, host: Person) -> None:
    view = begin(club, host)
    for command in (club.seating.invite_again, club.seating.withdraw):
        with pytest.raises(NotYourSeat):
            command(view.id, 1, club.people.create_guest())
        for seat in (0, 2, -1):
            with pytest.raises(ParseError, match="expected an open one"):
                command(view.id, seat, host)


def test_matches_are_found_by_their_people(club: Service, host: Person, time: FakeTime) -> None:
    slow, quick = begin(club, host, clock=Clock.parse("9000+5")), begin(club, host, clock=Clock.parse("60+5"))
    bob = club.people.create_guest()
    for view in (slow, quick):
        club.seating.take(view.id, token_of(view), bob, "Bob")
    over = begin(club, host)
    club.bots.act(over.id, 0, Resign(), over.revision)
    mine, his = club.queries.of_person(host.id), club.queries.of_person(bob.id)
    assert [match.id for match in mine.my_turn] == [quick.id, slow.id]
    assert {match.id for match in his.waiting} == {quick.id, slow.id}
    assert [match.id for match in mine.finished] == [over.id]
    assert (club.waiting(host.id).awaited, club.waiting(bob.id).awaited) == (2, 0)
    club.bots.submit(quick.id, 0, "u+", club.bots.look(quick.id).revision)
    assert (club.waiting(host.id).awaited, club.waiting(bob.id).awaited) == (1, 1)


@pytest.mark.both_databases
def test_sessions_are_kept_by_their_hash_alone(
    club: Service, host: Person, open_store: Callable[[], Store], time: FakeTime
) -> None:
    token = club.people.begin_session(host, "a browser\n")
    (session,) = club.people.sessions(host)
    assert token not in repr(session)
    assert session.browser == "a browser"
    visit = Service(open_store(), now=time).people.visit(token)
    assert visit is not None
    assert visit.person == host
    assert [club.people.visit(wrong) for wrong in ("", "x", token[:-1], session.id, "\udc80")] == [None] * 5


@pytest.mark.both_databases
def test_a_session_in_use_says_when_it_was_seen(club: Service, host: Person, time: FakeTime) -> None:
    tokens = [club.people.begin_session(host, name) for name in ("old", "new")]
    time.now += 3 * DAY
    club.people.visit(tokens[0])
    assert [session.browser for session in club.people.sessions(host)] == ["old", "new"]
    club.people.end_session(host, club.people.sessions(host)[0].id)
    assert [visit is None for visit in map(club.people.visit, tokens)] == [True, False]
    club.people.end_all_sessions(host)
    assert club.people.visit(tokens[1]) is None


def test_a_session_ends_that_was_not_used_for_a_year(club: Service, host: Person, time: FakeTime) -> None:
    token = club.people.begin_session(host, "a browser")
    for _ in range(3):
        time.now += 300 * DAY
        assert club.people.visit(token)
    time.now += 366 * DAY
    assert club.people.visit(token) is None
