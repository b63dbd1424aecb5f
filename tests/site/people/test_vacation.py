"""Vacation: taken by the hour when a clock has run out, or announced; in all matches of a person at once."""

from collections.abc import Callable
from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from ludarium.core.errors import ParseError
from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.match.data import TIME
from ludarium.match.verify import verify
from ludarium.site.begin.new_match import new_match
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.views import MatchView
from ludarium.site.people.vacation import parse_day
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import DAY, HOUR, START, FakeTime

CLOCK = Clock.parse("2d+1d/2d")


@pytest.fixture
def ann(club: Service) -> Person:
    return club.people.create_guest()


def begin(club: Service, ann: Person, clock: Clock = CLOCK) -> MatchView:
    """Return a match in which it is Ann's second turn."""
    bob = club.people.create_guest()
    view = club.create("orion", [SeatAssignment("person", p.name, p.id) for p in (ann, bob)], clock=clock)
    return turn(club, turn(club, view))


def turn(club: Service, view: MatchView) -> MatchView:
    view = club.bots.look(view.id)
    return club.bots.submit(view.id, view.match.to_act[0], "pass", view.revision)


@pytest.mark.both_databases
def test_a_clock_that_ran_out_takes_vacation_by_the_hour_in_all_matches(
    club: Service, ann: Person, time: FakeTime, open_store: Callable[[], Store]
) -> None:
    view = begin(club, ann)
    time.pass_by(DAY)
    other = begin(club, ann)
    time.pass_by(DAY + 10)
    club.clocks.end_overdue()
    assert club.vacation.left(ann.id) == 30 * DAY - HOUR
    assert club.bots.look(view.id).deadline == START + 2 * DAY + HOUR
    assert club.bots.look(other.id).deadline == START + 3 * DAY + HOUR
    time.pass_by(3 * HOUR)
    club.clocks.end_overdue()
    assert club.vacation.left(ann.id) == pytest.approx(30 * DAY - 4 * HOUR, abs=HOUR / 2)
    assert club.bots.look(view.id).deadline == START + 2 * DAY + 4 * HOUR
    view = turn(Service(open_store(), now=time), view)
    entry = view.match.turns[-1]
    assert entry.took == 2 * DAY + 3 * HOUR + 10
    assert entry.credit.vacation == pytest.approx(3 * HOUR + 10, abs=0.01)
    assert view.match.left[0] == pytest.approx(DAY, abs=0.01)
    assert verify(Record.parse(str(view.match.record()))) == view.match
    time.pass_by(6 * HOUR)  # the vacation has ended when the person has moved, so the other clock runs
    assert club.bots.look(other.id).deadline == START + 3 * DAY + 4 * HOUR
    assert club.vacation.planned(ann.id) == ()


def test_a_turn_that_begins_during_a_vacation_waits_for_its_end(club: Service, ann: Person, time: FakeTime) -> None:
    club.vacation.announce(ann.id, time.now, time.now + 3 * DAY)
    time.pass_by(DAY)
    view = begin(club, ann)
    assert view.deadline == START + 3 * DAY + 2 * DAY
    assert club.queries.time_left(view)[0] == 2 * DAY
    time.pass_by(DAY)
    assert club.queries.time_left(view)[0] == 2 * DAY
    time.pass_by(2 * DAY)
    assert club.queries.time_left(view)[0] == DAY


def test_when_the_vacation_is_spent_the_match_is_lost_on_time(store: Store, time: FakeTime) -> None:
    club = Service(store, now=time, vacation_days=1)
    ann = club.people.create_guest()
    view = begin(club, ann)
    for _ in range(24 * 4):
        time.pass_by(HOUR)
        club.clocks.end_overdue()
    view = club.bots.look(view.id)
    assert view.match.ending == TIME
    assert view.updated_at == START + 3 * DAY + HOUR
    assert club.vacation.left(ann.id) < HOUR


@pytest.mark.both_databases
def test_a_server_that_looks_late_takes_all_the_hours_at_once(club: Service, ann: Person, time: FakeTime) -> None:
    view = begin(club, ann)
    time.pass_by(5 * DAY - 60)
    club.clocks.end_overdue()
    assert club.bots.look(view.id).deadline == START + 5 * DAY
    assert club.vacation.left(ann.id) == 27 * DAY


@pytest.mark.both_databases
def test_of_two_processes_that_see_the_same_clock_run_out_one_takes_the_vacation(
    club: Service, ann: Person, time: FakeTime
) -> None:
    ran_out_at = time.now
    time.pass_by(60)
    assert [club.vacation.extend(ann.id, ran_out_at) for _ in range(2)] == [True, True]
    assert club.vacation.planned(ann.id) == ((ran_out_at, ran_out_at + HOUR),)


def test_vacation_comes_back_evenly_up_to_a_year_of_it(club: Service, ann: Person, time: FakeTime) -> None:
    assert club.vacation.left(ann.id) == 30 * DAY
    club.vacation.announce(ann.id, time.now, time.now + 10 * DAY)
    assert club.vacation.left(ann.id) == 20 * DAY
    time.pass_by(73 * DAY)
    assert club.vacation.left(ann.id) == pytest.approx(26 * DAY)
    time.pass_by(1000 * DAY)
    assert club.vacation.left(ann.id) == 30 * DAY


def test_an_announced_vacation_moves_the_deadlines_of_later_turns(club: Service, ann: Person, time: FakeTime) -> None:
    view = begin(club, ann)
    club.vacation.announce(ann.id, START + DAY, START + 6 * DAY)
    assert club.bots.look(view.id).deadline == START + 7 * DAY
    time.pass_by(3 * DAY)
    view = turn(club, view)
    assert (view.match.turns[-1].took, view.match.turns[-1].credit.vacation) == (3 * DAY, 2 * DAY)


@pytest.mark.both_databases
def test_a_vacation_is_cancelled_and_its_hours_come_back(club: Service, ann: Person, time: FakeTime) -> None:
    view = begin(club, ann)
    club.vacation.announce(ann.id, START + DAY, START + 6 * DAY)
    club.vacation.cancel(ann.id, START + DAY)
    assert club.vacation.left(ann.id) == 30 * DAY
    assert club.bots.look(view.id).deadline == START + 2 * DAY
    club.vacation.announce(ann.id, START, START + 6 * DAY)
    time.pass_by(1.5 * HOUR)
    club.vacation.cancel(ann.id, START)
    assert club.vacation.planned(ann.id) == ((START, START + 2 * HOUR),)
    assert club.vacation.left(ann.id) == pytest.approx(30 * DAY - 2 * HOUR, abs=HOUR)
    assert club.bots.look(view.id).deadline == START + 2 * DAY + 2 * HOUR
    with pytest.raises(ParseError, match="there is no such vacation"):
        club.vacation.cancel(ann.id, START + DAY)


@pytest.mark.parametrize(("begins", "days", "sentence"), [
    (-2.0, 3.0, "begins now or within a year"),
    (400.0, 3.0, "begins now or within a year"),
    (1.0, -1.0, "ends later than it begins"),
    (1.0, 31.0, "has 31.0 days, but you have 30.0 days left"),
])  # fmt: skip
def test_what_is_no_vacation_is_refused(club: Service, ann: Person, begins: float, days: float, sentence: str) -> None:
    with pytest.raises(ParseError, match=sentence):
        club.vacation.announce(ann.id, START + begins * DAY, START + (begins + days) * DAY)


def test_vacations_do_not_overlap(club: Service, ann: Person) -> None:
    club.vacation.announce(ann.id, START + DAY, START + 3 * DAY)
    with pytest.raises(ParseError, match="you already have a vacation at that time"):
        club.vacation.announce(ann.id, START + 2 * DAY, START + 4 * DAY)


def test_an_organiser_may_say_that_vacation_does_not_count(club: Service, ann: Person, time: FakeTime) -> None:
    view = begin(club, ann, Clock.parse("2d+1d/2d no vacation"))
    club.vacation.announce(ann.id, START, START + 6 * DAY)
    assert club.bots.look(view.id).deadline == START + 2 * DAY
    time.pass_by(2 * DAY + 1)
    assert club.bots.look(view.id).match.ending == TIME
    assert club.queries.of_person(ann.id).finished[0].clock == "2d+1d/2d no vacation"


def test_clocks_of_hours_and_of_others_know_no_vacation(club: Service, ann: Person, time: FakeTime) -> None:
    quick = begin(club, ann, Clock(3600))
    view = turn(club, begin(club, ann))  # it is the opponent's turn
    club.vacation.announce(ann.id, START, START + 6 * DAY)
    assert club.bots.look(quick.id).deadline == START + 3600
    assert club.bots.look(view.id).deadline == START + 2 * DAY


def test_what_a_crash_kept_from_a_match_is_copied_when_its_clock_has_run_out(
    club: Service, ann: Person, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = begin(club, ann)
    with monkeypatch.context() as crash:
        crash.setattr(club.vacation, "_on_change", lambda person_id: None)
        club.vacation.announce(ann.id, START, START + 6 * DAY)
    assert club.bots.look(view.id).deadline == START + 2 * DAY
    time.pass_by(2 * DAY + 1)
    assert club.bots.look(view.id).deadline == START + 8 * DAY
    assert club.vacation.left(ann.id) == pytest.approx(24 * DAY, abs=DAY / 2)


def test_a_vacation_in_the_middle_of_the_servers_absence_keeps_the_clock_right(
    club: Service, ann: Person, time: FakeTime
) -> None:
    view = begin(club, ann)
    club.vacation.announce(ann.id, START + DAY, START + 2 * DAY)
    club.clocks.beat()
    time.pass_by(4 * DAY)
    club.clocks.beat()
    club.clocks.end_overdue()
    view = club.bots.look(view.id)
    assert not view.match.over
    assert view.deadline
    assert view.deadline >= START + 6 * DAY


@pytest.fixture
def rated(club: Service, ann: Person) -> MatchView:
    """A rated match in which Ann's first turn has begun."""
    bob = club.people.create_guest()
    seats = [SeatAssignment("person", person.name, person.id) for person in (ann, bob)]
    view = new_match(club._matches.now(), "orion", seats, clock=CLOCK, rated=True)
    with club._matches.store.write() as tx:
        return club._matches.insert(tx, view)


def test_a_vacation_taken_on_the_own_turn_of_a_rated_match_waits_for_the_next(
    club: Service, ann: Person, time: FakeTime, rated: MatchView
) -> None:
    other = begin(club, ann)
    club.vacation.announce(ann.id, START, START + 5 * DAY)
    assert club.bots.look(rated.id).deadline == START + DAY
    assert club.bots.look(other.id).deadline == START + 7 * DAY
    time.pass_by(HOUR)
    view = turn(club, turn(club, rated))
    assert view.match.turns[0].credit.vacation == 0
    assert view.deadline == START + 5 * DAY + 2 * DAY
    club.vacation.cancel(ann.id, START)  # hours that are given back wait no more
    assert club.bots.look(rated.id).deadline == START + HOUR + 2 * DAY


def test_a_vacation_that_a_rated_turn_waits_for_is_not_prolonged(
    club: Service, ann: Person, time: FakeTime, rated: MatchView
) -> None:
    turn(club, rated)
    club.vacation.announce(ann.id, START, START + HOUR)
    view = turn(club, rated)
    assert view.deadline == START + HOUR + 2 * DAY
    club.vacation.announce(ann.id, START + HOUR, START + 20 * DAY)
    assert club.bots.look(rated.id).deadline == START + HOUR + 2 * DAY


def test_a_clock_that_runs_out_in_a_rated_match_takes_no_vacation(
    club: Service, time: FakeTime, ann: Person, rated: MatchView
) -> None:
    club.vacation.announce(ann.id, START + HOUR, START + 5 * DAY)
    time.pass_by(DAY + 10)
    club.clocks.end_overdue()
    assert club.bots.look(rated.id).match.ending == TIME


def test_days_are_read_in_one_form() -> None:
    assert parse_day(" 2027-01-15 ", UTC) == START - 28_800
    for text in ("", "15.1.2027", "2027-02-30", "soon", "9999-12-31"):
        with pytest.raises(ParseError, match="is not a day: expected year, month and day"):
            parse_day(text, ZoneInfo("Asia/Tokyo"), end=True)


def test_whole_days_are_those_where_the_person_lives(club: Service, ann: Person, time: FakeTime) -> None:
    """The day on which summer time ends has 25 hours, and today's vacation begins now."""
    berlin = ZoneInfo("Europe/Berlin")
    club.vacation.announce_days(ann.id, "2027-10-31", "2027-10-31", berlin)
    ((begins_at, ends_at),) = club.vacation.planned(ann.id)
    assert begins_at == parse_day("2027-10-31", UTC) - 2 * HOUR
    assert ends_at - begins_at == 25 * HOUR
    time.pass_by(parse_day("2027-09-01", UTC, end=True) - time.now - HOUR)  # 01:00 of the next day there
    club.vacation.announce_days(ann.id, "2027-09-02", "2027-09-02", berlin)
    assert club.vacation.planned(ann.id)[0] == (time.now, time.now + 23 * HOUR)
