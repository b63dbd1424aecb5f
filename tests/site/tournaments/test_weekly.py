"""The arenas that a site makes every week: made once, played by people, and filled in by bots."""

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from ludarium.core.errors import ParseError
from ludarium.core.registry import game_names
from ludarium.site.ground.values import Person
from ludarium.site.match.closed import WAIT
from ludarium.site.match.commands import Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.pages.page import winners_of
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament
from ludarium.site.tournaments.site_bots import FILLERS
from ludarium.site.tournaments.weekly import MINUTES, WeeklyPlan
from ludarium.tournament.verification import faults_of
from tests.site.fake_time import DAY, HOUR, START, FakeTime
from tests.site.tournaments.playing import account, accounts, look

PLAN = WeeklyPlan.parse("saturday 18:00")
WEEK = 7 * DAY
BEGINS = START + DAY + 10 * HOUR
"""The next Saturday at 18:00."""


@pytest.fixture
def club(store: Store, time: FakeTime) -> Service:
    return Service(store, now=time, weekly=PLAN)


@pytest.fixture
def administrator(club: Service, store: Store) -> Person:
    person = account(club, store, "Adam")
    club.accounts.make_administrator(person, "command line")
    return person


def listed(club: Service, *states: str) -> tuple[StoredTournament, ...]:
    return club._matches.store.tournaments.in_state(states or ("open",), 100)  # type: ignore[arg-type]  # words of states


def of_orion(club: Service) -> str:
    club.weekly_arenas.work()
    return next(one.id for one in listed(club) if one.game == "orion")


def resign(club: Service, board: StoredBoard) -> None:
    """Let a person lose a game."""
    view = club.bots.look(board.match_id or "")
    club.bots.act(view.id, view.people[0], Resign(), view.revision)


def go_to(club: Service, time: FakeTime, moment: float) -> None:
    time.now = moment
    club.weekly_arenas.work()
    club.tournaments.work()


@pytest.mark.parametrize("text", ["", "off", "OFF "])
def test_there_is_no_plan_unless_the_administrator_makes_one(text: str) -> None:
    assert WeeklyPlan.parse(text) is None


@pytest.mark.parametrize("text", ["on", "caturday 18:00", "saturday", "saturday 24:00", "saturday 18:60", "18:00"])
def test_a_plan_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="such as saturday 18:00, or off"):
        WeeklyPlan.parse(text)


@pytest.mark.both_databases
def test_each_game_has_one_arena_a_week_an_hour_apart(club: Service, administrator: Person, time: FakeTime) -> None:
    assert club.weekly_arenas.work() == len(listed(club)) >= 5
    assert [one.begins_at for one in listed(club)] == [
        BEGINS + HOUR * game_names().index(one.game) for one in listed(club)
    ]
    assert {(one.minutes, one.rated, one.by_site, one.entered) for one in listed(club)} == {(MINUTES, True, True, 0)}
    assert club.weekly_arenas.work() == 0
    last = max(one.begins_at for one in listed(club))
    time.now = last
    assert club.weekly_arenas.work() == len(game_names())  # as soon as the last ones begin, the next are announced
    assert club.weekly_arenas.work() == 0


def test_of_several_processes_one_makes_an_arena(store: Store, administrator: Person, time: FakeTime) -> None:
    url = store.database.readers.url.render_as_string(hide_password=False)
    services = [Service(Store(url), now=time, weekly=PLAN) for _ in range(4)]
    with ThreadPoolExecutor() as pool:
        made = list(pool.map(lambda service: service.weekly_arenas.work(), services))
    assert sum(made) == len(listed(services[0])) >= 5
    for service in services:
        service._matches.store.close()


def test_another_time_in_the_same_week_makes_no_second_arena(
    club: Service, store: Store, administrator: Person, time: FakeTime
) -> None:
    club.weekly_arenas.work()
    go_to(club, time, BEGINS)
    before = len(listed(club, "open", "running", "cancelled"))
    later = Service(store, now=time, weekly=WeeklyPlan.parse("sunday 12:00"))
    later.weekly_arenas.work()
    assert len(listed(club, "open", "running", "cancelled")) == before


def test_missed_weeks_are_not_made_up(club: Service, administrator: Person, time: FakeTime) -> None:
    arena = of_orion(club)
    club.tournaments.act(administrator, arena, EnterTournament())
    time.now = START + 4 * WEEK  # no server ran
    club.weekly_arenas.work()
    club.tournaments.work()
    assert look(club, arena).tournament.state == "cancelled"
    assert {one.begins_at // WEEK for one in listed(club)} <= {(BEGINS + 4 * WEEK) // WEEK}


def test_without_an_administrator_or_a_plan_there_is_none(club: Service, store: Store, time: FakeTime) -> None:
    assert club.weekly_arenas.work() == 0
    person = account(club, store, "Adam")
    club.accounts.make_administrator(person, "command line")
    assert Service(store, now=time).weekly_arenas.work() == 0
    assert listed(club) == ()


def test_nobody_plays_in_an_arena_that_no_person_enters(club: Service, administrator: Person, time: FakeTime) -> None:
    arena = of_orion(club)
    go_to(club, time, look(club, arena).tournament.begins_at)
    view = look(club, arena)
    assert (view.tournament.state, view.boards) == ("cancelled", ())
    assert len(view.players) == FILLERS
    assert (
        club._matches.store.notices.of_person(administrator.id, 10) == ()
    )  # each week one for each game would be too many


def test_who_would_wait_alone_plays_a_bot_that_is_unrated(
    club: Service, store: Store, administrator: Person, time: FakeTime
) -> None:
    arena, (ann, bob) = of_orion(club), accounts(club, store, 2)
    club.tournaments.act(ann, arena, EnterTournament())
    begins_at = look(club, arena).tournament.begins_at
    go_to(club, time, begins_at)
    (board,) = look(club, arena).boards
    view = club.bots.look(board.match_id or "")
    assert {seat.kind for seat in view.seats} == {"person", "bot"}
    assert not view.rated

    time.pass_by(1)
    club.tournaments.act(bob, arena, EnterTournament())  # who comes later waits alone, too
    club.tournaments.work()
    second = look(club, arena).boards[-1]
    bots = [
        seat.name for one in (board, second) for seat in club.bots.look(one.match_id or "").seats if seat.kind == "bot"
    ]
    assert len({*bots}) == 2

    for one in (board, second):
        resign(club, one)
    time.pass_by(1)
    club.tournaments.work()
    third = look(club, arena).boards[-1]
    view = club.bots.look(third.match_id or "")
    assert {seat.person for seat in view.seats} == {ann.id, bob.id}  # people who wait together play each other
    assert view.rated
    resign(club, third)
    for person in (ann, bob):
        club.tournaments.act(person, arena, LeaveTournament())
    go_to(club, time, begins_at + MINUTES * 60 + WAIT)
    view_at_end = look(club, arena)
    assert view_at_end.tournament.state == "over"
    assert faults_of(msgspec.to_builtins(tournament_data(view_at_end))) == []
    names = {entry.name for entry in view_at_end.players if not entry.bot}
    assert {*winners_of(view_at_end)} <= names


def test_bots_that_fill_in_never_meet(club: Service, store: Store, administrator: Person, time: FakeTime) -> None:
    arena, people = of_orion(club), accounts(club, store, 3)
    for person in people:
        club.tournaments.act(person, arena, EnterTournament())
    go_to(club, time, look(club, arena).tournament.begins_at)
    for _ in range(4):
        view = look(club, arena)
        playing = [board for board in view.boards if not board.how]
        seated = [{view.players[number].bot != "" for number in board.seating} for board in playing]
        assert sorted(map(sorted, seated)) == [[False], [False, True]]
        for board in playing:
            resign(club, board)
        time.pass_by(1)
        club.tournaments.work()
