"""Live tournaments: rounds with a pause between them, one game at a time, and players who do not come."""

from collections import Counter
from collections.abc import Sequence

import pytest

from ludarium.club.match.absence import WAIT
from ludarium.club.people.people import Person
from ludarium.club.service import Service
from ludarium.club.tournaments.commands import Adjourn, EnterTournament, LeaveTournament, MakeTournament
from ludarium.club.tournaments.errors import EntryRefused
from ludarium.club.tournaments.pace import PAUSE
from ludarium.club.tournaments.views import TournamentView
from ludarium.core.errors import ParseError
from ludarium.store.match.repository import Store
from ludarium.store.tournaments.rows import StoredBoard
from ludarium.tournament.pairing import circle
from tests.club.accounts import service
from tests.club.fake_time import DAY, HOUR, START, FakeTime
from tests.club.tournaments.playing import accounts, better, finish, look, undecided

__all__ = ["service"]


def live(service: Service, time: FakeTime, people: Sequence[Person], kind: str, **more: str) -> str:
    """Return the id of a live tournament that has begun at its time."""
    options = {"game": "orion(clicks=1)", "tempo": "600+5", "begins": "2027-01-15T09:00", **more}
    made = service.tournaments.make(people[0], MakeTournament(kind=kind, **options)).tournament
    for person in people:
        service.tournaments.act(person, made, EnterTournament())
    assert service.tournaments.work() == 0
    time.now = START + HOUR
    service.tournaments.work()
    return made


def going_on(view: TournamentView) -> list[StoredBoard]:
    return [board for board in undecided(view) if board.match_id]


def play_live_round(service: Service, time: FakeTime, tournament: str) -> None:
    """Let the better seed win all games of a round, one at a time for each player."""
    while boards := going_on(view := look(service, tournament)):
        players = Counter(player for board in boards for player in (board.first, board.second))
        assert set(players.values()) == {1}
        time.pass_by(30)
        for board in boards:
            finish(service, view, board, better(board))
        service.tournaments.work()


@pytest.mark.parametrize(
    ("kind", "options", "rounds"),
    [
        ("swiss", {"rounds": "3"}, 3),
        ("round-robin", {"games": "2"}, 5),
        ("knock-out", {}, 3),
        ("double-knock-out", {}, 8),
    ],
)
def test_a_round_begins_a_minute_after_the_last_one(
    service: Service, store: Store, time: FakeTime, kind: str, options: dict[str, str], rounds: int
) -> None:
    people = accounts(service, store, 6)
    tournament = live(service, time, people, kind, **options)
    for number in range(rounds):
        view = look(service, tournament)
        assert len({board.wave for _, boards in view.rounds for board in boards}) == number + 1
        play_live_round(service, time, tournament)
        if number < rounds - 1:
            resumes_at = look(service, tournament).tournament.resumes_at
            assert resumes_at == time.now + PAUSE
            time.pass_by(PAUSE - 1)
            assert service.tournaments.work() == 0
            time.pass_by(1)
            service.tournaments.work()
    view = look(service, tournament)
    assert view.tournament.state == "over"
    assert view.table[0].row.player == 0
    assert view.tournament.resumes_at is None


def test_who_does_not_come_loses_by_the_clock_and_has_left(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    tournament = live(service, time, people, "swiss", rounds="2", tempo="1800+30")
    view = look(service, tournament)
    first, second = going_on(view)
    finish(service, view, first, first.second)
    service.tournaments.work()
    time.pass_by(WAIT - 1)
    service.tournaments.work()
    assert going_on(look(service, tournament)) == [second]
    time.pass_by(1)
    service.tournaments.work()
    view = look(service, tournament)
    found = {(board.wave, board.board): board for _, boards in view.rounds for board in boards}
    decided = found[second.wave, second.board]
    assert (decided.how, decided.first_points, decided.second_points, decided.first_turns) == ("played", 0.0, 1.0, 0)
    assert [number for number, entry in enumerate(view.players) if entry.is_absent] == [second.first]
    time.pass_by(PAUSE)
    service.tournaments.work()
    assert all(second.first not in (board.first, board.second) for board in going_on(look(service, tournament)))


def test_who_leaves_a_live_round_robin_has_all_games_counted_or_none(
    service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 6)
    tournament = live(service, time, people, "round-robin")
    late = next(player for pair in circle(6)[4] if 0 not in pair for player in pair)
    for leaves in (0, None, None, late, None):
        play_live_round(service, time, tournament)
        if leaves is not None:
            person = look(service, tournament).players[leaves].person
            service.tournaments.act(service.people.load(person), tournament, LeaveTournament())
        time.pass_by(PAUSE)
        service.tournaments.work()
    view = look(service, tournament)
    assert view.tournament.state == "over"
    ways = {frozenset((one.first, one.second)): one.how for _, boards in view.rounds for one in boards}
    assert {how for pair, how in ways.items() if 0 in pair} == {"annulled"}
    assert Counter(how for pair, how in ways.items() if 0 not in pair) == {"played": 9, "forfeit": 1}
    assert len(ways) == 15


def test_no_live_tournament_is_adjourned(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 3)
    tournament = live(service, time, people, "round-robin")
    with pytest.raises(EntryRefused, match="goes on over days"):
        service.tournaments.act(people[0], tournament, Adjourn("7"))


def test_a_tournament_begins_at_a_time(service: Service, store: Store) -> None:
    person = accounts(service, store, 1)[0]
    command = MakeTournament("ludo", "swiss", "180+2", begins="2027-01-15T20:00", zone="Europe/Berlin")
    made = service.tournaments.make(person, command).tournament
    assert look(service, made).tournament.begins_at == START + 11 * HOUR
    for begins in ("2027-01-15T08:01", "2027-04-15T08:00", "soon"):
        with pytest.raises(ParseError, match=r"from now|is no time"):
            service.tournaments.make(person, MakeTournament("ludo", "swiss", begins=begins))


def test_ticks_are_for_rated_tournaments(service: Service, store: Store, time: FakeTime) -> None:
    person, *people = accounts(service, store, 5)
    for game, tempo, rated in (("grid", "live 2", ""), ("grid", "600+5", "yes"), ("orion", "live 2", "yes")):
        with pytest.raises(ParseError, match=r"is rated, so|expected one of"):
            service.tournaments.make(person, MakeTournament(game, "swiss", tempo, rated=rated))
    tournament = live(service, time, people, "swiss", game="grid", tempo="live 2", rated="yes", rounds="2")
    board = going_on(look(service, tournament))[0]
    view = look(service, tournament)
    seats = [seat.person for seat in service.bots.look(board.match_id or "").seats]
    ready = seats.index(view.players[board.first].person)
    service.live.ready(board.match_id or "", [ready])
    time.pass_by(WAIT)
    service.tournaments.work()
    view = look(service, tournament)
    found = next(one for _, boards in view.rounds for one in boards if one.match_id == board.match_id)
    assert (found.how, found.first_points, found.second_points) == ("played", 1.0, 0.0)
    assert view.players[board.second or 0].is_absent


def test_a_pause_lasts_whoever_leaves_in_it(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 6)
    tournament = live(service, time, people, "swiss", rounds="2")
    play_live_round(service, time, tournament)
    service.tournaments.act(people[5], tournament, LeaveTournament())
    service.tournaments.work()
    assert not going_on(look(service, tournament))
    time.pass_by(PAUSE)
    service.tournaments.work()
    assert len(going_on(look(service, tournament))) == 2
    assert time.now < START + DAY


def test_pages_wait_for_all_live_tournaments_of_a_person(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    assert service.queries.waiting(people[3].id).tournaments == ()
    first = live(service, time, people, "round-robin")
    second = live(service, time, people, "arena", begins="2027-01-15T09:20")
    assert set(service.queries.waiting(people[3].id).tournaments) == {first, second}
    service.tournaments.act(people[3], second, LeaveTournament())
    assert service.queries.waiting(people[3].id).tournaments == (first,)
