"""Live tournaments: rounds with a pause between them, one game at a time, and players who do not come."""

from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec import to_builtins

from ludarium.core.errors import ParseError
from ludarium.core.record import Record
from ludarium.match.verdict import describe_result
from ludarium.match.verify import verify
from ludarium.site.act import Refusal
from ludarium.site.ground.values import Person
from ludarium.site.match.closed import WAIT
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.conducting import Adjourn
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament
from ludarium.site.tournaments.organising import ChangeTournament
from ludarium.site.tournaments.pace import PAUSE, REMINDED
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.rows.values import StoredBoard
from ludarium.site.tournaments.views import TournamentView
from ludarium.site.tournaments.words import result_words, rules
from ludarium.tournament.pairing import circle
from ludarium.tournament.verification import faults_of
from tests.site.accounts import service
from tests.site.fake_time import DAY, HOUR, START, FakeTime
from tests.site.tournaments.playing import accounts, better, finish, look, undecided
from tests.site.tournaments.test_tables import play_all

__all__ = ["service"]


def live(service: Service, time: FakeTime, people: Sequence[Person], kind: str, **more: str) -> str:
    """Return the id of a live tournament that has begun at its time."""
    options = {"game": "orion(clicks=1)", "tempo": "600+5", "begins": "2027-01-15T09:00", **more}
    made = service.tournaments.make(people[0], MakeTournament(kind=kind, **options)).target
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


@pytest.mark.parametrize("kind", ["round-robin", "team-match"])
def test_who_does_not_play_in_the_first_round_hears_that_it_has_begun(
    service: Service, store: Store, time: FakeTime, kind: str
) -> None:
    people = accounts(service, store, 5)
    live(service, time, people, kind, name="The cup")
    heard = [[told.notice.data.get("text", "") for told in service.notices.recent(person.id)] for person in people]
    said = ["".join(text for text in texts if text.startswith("The cup has begun: ")) for texts in heard]
    assert said.count("The cup has begun: you do not play in its first round.") == 1
    assert all(said)


@pytest.mark.both_databases
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


@pytest.mark.both_databases
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
    service.notices.see(view.players[second.second or 0].person, f"/matches/{second.match_id}")
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


@pytest.mark.both_databases
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


@pytest.mark.both_databases
def test_no_live_tournament_is_adjourned(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 3)
    tournament = live(service, time, people, "round-robin")
    with pytest.raises(Refusal, match="goes on over days"):
        service.tournaments.act(people[0], tournament, Adjourn("7"))


@pytest.mark.both_databases
def test_a_tournament_begins_at_a_time(service: Service, store: Store) -> None:
    person = accounts(service, store, 1)[0]
    command = MakeTournament("ludo", "swiss", "180+2", begins="2027-01-15T20:00", zone="Europe/Berlin")
    made = service.tournaments.make(person, command).target
    assert look(service, made).tournament.begins_at == START + 11 * HOUR
    for begins in ("2027-01-15T08:01", "2027-04-15T08:00", "soon"):
        with pytest.raises(ParseError, match=r"from now|is no time"):
            service.tournaments.make(person, MakeTournament("ludo", "swiss", begins=begins))
    too_soon = MakeTournament("ludo", "swiss", begins="2027-01-15T09:01", zone="Europe/Berlin")
    with pytest.raises(ParseError, match=r"between Friday 15 January 2027, 09:05 CET and Tuesday 16 March 2027, 09:00"):
        service.tournaments.make(person, too_soon)


@pytest.mark.both_databases
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


@pytest.mark.both_databases
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


@pytest.mark.both_databases
def test_pages_wait_for_all_live_tournaments_of_a_person(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    assert service.waiting(people[3].id).tournaments == ()
    first = live(service, time, people, "round-robin")
    second = live(service, time, people, "arena", begins="2027-01-15T09:20")
    assert set(service.waiting(people[3].id).tournaments) == {first, second}
    service.tournaments.act(people[3], second, LeaveTournament())
    assert service.waiting(people[3].id).tournaments == (first,)


def ticked(service: Service, store: Store, time: FakeTime, kind: str = "swiss") -> tuple[str, StoredBoard]:
    """Return a rated live tournament with ticks, and one of its games."""
    people = accounts(service, store, 4)
    options = {"game": "grid", "tempo": "live 2", "rated": "yes", "rounds": "2" if kind == "swiss" else ""}
    tournament = live(service, time, people, kind, **options)
    return tournament, going_on(look(service, tournament))[0]


def same(view: TournamentView, board: StoredBoard) -> StoredBoard:
    return next(one for one in view.boards if one.match_id == board.match_id)


@pytest.mark.both_databases
@pytest.mark.parametrize("ticks", [0, 3])
def test_a_match_in_which_nobody_is_there_is_lost_by_nobody_alone(
    service: Service, store: Store, time: FakeTime, ticks: int
) -> None:
    tournament, board = ticked(service, store, time)
    match_id = board.match_id or ""
    if ticks:
        service.live.ready(match_id, [0, 1])
        for _ in range(ticks):
            service.live.tick(match_id, {})
        service.live.rest(match_id)  # both have closed the page
    time.pass_by(WAIT)
    service.tournaments.work()
    view, match = look(service, tournament), service.bots.look(match_id)
    found = same(view, board)
    assert (match.match.ending, match.match.winners, match.rated) == ("absence", (), False)
    assert describe_result(match.match) == "Draw, as nobody was there."
    assert (found.how, found.points) == ("forfeit", (0.0, 0.0))
    assert result_words(found) == "0:0, as nobody was there"
    assert all(view.players[number].is_absent for number in found.seating)
    assert all(not service.ratings.of_person(view.players[number].person) for number in found.seating)
    assert {row.row.forfeits for row in view.table if row.row.player in found.seating} == {1}
    verify(Record.parse(str(service.queries.record(match_id))))


@pytest.mark.both_databases
@pytest.mark.parametrize("tempo", ["600+5", "1800+30"])
def test_where_turns_alternate_a_match_to_which_nobody_comes_is_lost_by_both(
    service: Service, store: Store, time: FakeTime, tempo: str
) -> None:
    tournament = live(service, time, accounts(service, store, 4), "swiss", tempo=tempo, rated="yes", game="orion")
    view = look(service, tournament)
    waited, forgotten = going_on(view)
    waits = view.players[waited.second or 0].person
    service.notices.see(waits, f"/matches/{waited.match_id}")
    time.pass_by(WAIT)
    service.tournaments.work()
    view = look(service, tournament)
    assert (same(view, waited).how, same(view, waited).points) == ("played", (0.0, 1.0))
    assert (same(view, forgotten).how, same(view, forgotten).points) == ("forfeit", (0.0, 0.0))
    away = {number for number, entry in enumerate(view.players) if entry.is_absent}
    assert away == {waited.first, *forgotten.seating}
    assert not any(service.ratings.of_person(view.players[number].person) for number in forgotten.seating)
    (said,) = [rule for rule in rules(view.tournament) if "get nothing" in rule]
    assert said.startswith("If none of its players comes")


@pytest.mark.both_databases
def test_who_looks_at_a_match_after_its_end_was_not_there(service: Service, store: Store, time: FakeTime) -> None:
    tournament = live(service, time, accounts(service, store, 3), "round-robin", tempo="180+2")
    (board,) = going_on(view := look(service, tournament))
    time.pass_by(WAIT)
    service.clocks.end_overdue()
    assert service.bots.look(board.match_id or "").match.over
    time.pass_by(5)
    service.notices.see(view.players[board.second or 0].person, f"/matches/{board.match_id}")
    service.tournaments.work()
    assert same(look(service, tournament), board).points == (0.0, 0.0)


@pytest.mark.both_databases
def test_a_program_that_waits_for_a_first_turn_is_there(service: Service, store: Store, time: FakeTime) -> None:
    robots = [service.bot_accounts.make(person, f"Robot of {person.name}") for person in accounts(service, store, 3)]
    tournament = live(service, time, robots, "round-robin", computers="yes")
    (board,) = going_on(look(service, tournament))
    time.pass_by(WAIT)
    service.tournaments.work()
    decided = same(look(service, tournament), board)
    assert (decided.how, decided.points) == ("played", (0.0, 1.0))


@pytest.mark.both_databases
def test_who_does_not_come_to_a_match_with_ticks_has_a_record_that_verifies(
    service: Service, store: Store, time: FakeTime
) -> None:
    _, board = ticked(service, store, time)
    service.live.ready(board.match_id or "", [0])
    time.pass_by(WAIT)
    service.tournaments.work()
    verify(Record.parse(str(service.queries.record(board.match_id or ""))))


@pytest.mark.both_databases
def test_a_knock_out_ends_though_nobody_comes_to_a_match(service: Service, store: Store, time: FakeTime) -> None:
    tournament, board = ticked(service, store, time, "knock-out")
    other = next(one for one in going_on(look(service, tournament)) if one.match_id != board.match_id)
    finish(service, look(service, tournament), other, other.first)
    service.tournaments.work()
    for _ in range(4):
        time.pass_by(WAIT)
        service.tournaments.work()
    view = look(service, tournament)
    assert view.tournament.state == "over"
    assert view.table[0].row.player == other.first


@pytest.mark.both_databases
def test_turns_that_come_with_ticks_are_counted_and_take_as_long(
    service: Service, store: Store, time: FakeTime
) -> None:
    tournament, board = ticked(service, store, time)
    match_id = board.match_id or ""
    service.live.ready(match_id, [0, 1])
    for _ in range(3):
        service.live.tick(match_id, {})
    finish(service, look(service, tournament), board, board.first)
    service.tournaments.work()
    view = look(service, tournament)
    assert same(view, board).spent(board.first) == same(view, board).spent(board.second or 0) == (6.0, 3)
    assert not any(entry.is_absent for entry in view.players)


def waiting_for(service: Service, people: Sequence[Person], begins: str = "2027-01-15T09:00", **more: str) -> str:
    options = {"game": "orion(clicks=1)", "kind": "swiss", "tempo": "600+5", "begins": begins, **more}
    made = service.tournaments.make(people[0], MakeTournament(**options)).target
    for person in people:
        service.tournaments.act(person, made, EnterTournament())
    return made


def reminded(store: Store, person: Person) -> int:
    return sum("begins in 10 minutes" in one.data.get("text", "") for one in store.notices.of_person(person.id, 20))


@pytest.mark.both_databases
def test_who_has_entered_hears_once_that_it_begins_soon(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    other = Service(store, now=time)  # another process
    waiting_for(service, people[:3])
    time.now = START + HOUR - REMINDED - 1
    assert service.tournaments.work() == 0
    time.pass_by(1)
    due = store.tournaments.due(time.now, 5)
    assert len(due) == 1
    assert service.tournaments.work() + other.tournaments.work() == 1
    assert [reminded(store, person) for person in people] == [1, 1, 1, 0]
    text = store.notices.of_person(people[0].id, 20)[0].data["text"]
    assert "it lacks players: 3 players had entered, and it needs 4" in text
    time.pass_by(60)
    assert service.tournaments.work() + other.tournaments.work() == 0
    assert reminded(store, people[0]) == 1


@pytest.mark.both_databases
def test_one_that_begins_later_than_was_said_is_reminded_of_again(
    service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 4)
    made = waiting_for(service, people)
    time.now = START + HOUR - REMINDED
    service.tournaments.work()
    service.tournaments.act(people[0], made, ChangeTournament(days="1"))
    begins_at = look(service, made).tournament.begins_at
    time.now = begins_at - REMINDED
    assert service.tournaments.work() == 1
    time.now = begins_at
    service.tournaments.work()
    assert look(service, made).tournament.state == "running"


@pytest.mark.both_databases
def test_a_live_team_match_has_one_game_after_another(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    tournament = live(service, time, people, "team-match")
    for _ in range(2):
        assert len(going_on(look(service, tournament))) == 2
        play_live_round_once(service, time, tournament)
    view = look(service, tournament)
    assert view.tournament.state == "over"
    assert sum(view.team_points) == 4
    assert faults_of(to_builtins(tournament_data(view))) == []


def play_live_round_once(service: Service, time: FakeTime, tournament: str) -> None:
    time.pass_by(30)
    view = look(service, tournament)
    for board in going_on(view):
        finish(service, view, board, better(board))
    service.tournaments.work()


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
def test_live_tables_go_round_by_round_and_who_does_not_come_has_left_a_swiss_one(
    service: Service, store: Store, time: FakeTime, kind: str
) -> None:
    people = accounts(service, store, 7)
    rounds = {"rounds": "2"} if kind == "swiss" else {}
    tournament = live(service, time, people, kind, game="ludo(players=4)", tempo="1800+30", **rounds)
    view = look(service, tournament)
    assert sorted(len(board.seating) for board in going_on(view)) == [3, 4]
    table = next(board for board in going_on(view) if len(board.seating) == 4)
    match = service.bots.look(table.match_id or "")
    absent = match.seats[match.match.to_act[0]].person
    time.pass_by(WAIT)
    service.tournaments.work()
    assert not service.bots.look(table.match_id or "").match.over
    play_all(service, tournament)
    view = look(service, tournament)
    left = {entry.person for entry in view.players if entry.is_absent}
    assert left == (missed(service, view) if kind == "swiss" else set())
    assert absent in missed(service, view)
    assert view.tournament.resumes_at == time.now + PAUSE
    time.pass_by(PAUSE)
    service.tournaments.work()
    assert len(look(service, tournament).waves) == 2
    if kind == "swiss":
        play_all(service, tournament)
        view = look(service, tournament)
        assert view.tournament.state == "over"
        assert faults_of(to_builtins(tournament_data(view))) == []


def missed(service: Service, view: TournamentView) -> set[str | None]:
    """Return who has left a table on time."""
    matches = [service.bots.look(board.match_id or "") for board in view.boards if board.match_id]
    return {
        departure.person
        for match in matches
        for leaver, departure in zip(match.match.leavers, match.departures, strict=True)
        if leaver.reason == "time"
    }


@pytest.mark.both_databases
def test_what_cannot_be_live_is_refused_with_the_reason(service: Service, store: Store) -> None:
    (person,) = accounts(service, store, 1)
    for command, reason in (
        (MakeTournament("ludo", "exhibition", "600+5"), "at once against one player"),
        (MakeTournament("grid(players=3)", "swiss", "live 2"), "is rated, so that pauses"),
        (MakeTournament("ludo(players=3)", "knock-out", "600+5"), ": knock-out is for games of two"),
    ):
        with pytest.raises(ParseError, match=reason):
            service.tournaments.make(person, command)
