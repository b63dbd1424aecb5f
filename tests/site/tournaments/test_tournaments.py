"""Tournaments over days: entered, begun, paired, played and ended, in time that the test sets."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from threading import Barrier

import pytest
from sqlalchemy import func, select

from ludarium.core.errors import LudariumError
from ludarium.site.act import NotOrganiser, Refusal
from ludarium.site.ground.tables import acts, matches, tournament_boards
from ludarium.site.mail.sending import complete_outbox
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.commands import Resign
from ludarium.site.notices.rows.notices import TOURNAMENT
from ludarium.site.outbox.outbox import Mail
from ludarium.site.people.accounts import NeedsAccount
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.asked import TournamentCommand
from ludarium.site.tournaments.entering import (
    MOST_ENTERED,
    ComeBack,
    EnterTournament,
    LeaveTournament,
    RequestBye,
    WithdrawBye,
)
from ludarium.site.tournaments.organising import BeginTournament, CancelTournament
from ludarium.site.tournaments.queries import NoSuchTournament
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.rows.boards import TournamentBoardTable
from ludarium.site.tournaments.running.new_matches import BATCH
from ludarium.site.tournaments.tournaments import MOST_ORGANISED
from tests.site.accounts import RULES, service
from tests.site.fake_time import DAY, FakeTime
from tests.site.tournaments.playing import (
    account,
    accounts,
    begun,
    better,
    finish,
    look,
    make,
    play_round,
    undecided,
    worse,
)

__all__ = ["service"]


def texts(service: Service, person_id: str) -> list[str]:
    return [one.notice.data["text"] for one in service.notices.recent(person_id) if one.notice.kind == TOURNAMENT]


def act(service: Service, person: object, tournament: str, command: TournamentCommand) -> None:
    service.tournaments.act(person, tournament, command)  # type: ignore[arg-type]  # a person, or None


def test_a_round_robin_is_played_to_its_end(service: Service, store: Store) -> None:
    people = accounts(service, store, 5)
    tournament = begun(service, people, "round-robin", name="The cup")
    view = look(service, tournament)
    assert view.tournament.state == "running"
    assert len(undecided(view)) == 10
    assert set(Counter(board.first for board in undecided(view)).values()) == {2}
    assert texts(service, people[3].id) == ["The cup has begun: you have 4 matches."]
    view = play_round(service, tournament, better)
    assert view.tournament.state == "over"
    assert [(row.row.player, row.row.points) for row in view.table] == [(n, 4.0 - n) for n in range(5)]
    last = view.table[-1].entry.person
    assert texts(service, last) == ["The cup is over: you are number 5 of 5."]
    assert service.tournaments.work() == 0


def test_the_first_turn_is_that_of_the_first_player(service: Service, store: Store) -> None:
    view = look(service, begun(service, accounts(service, store, 3), "round-robin"))
    for board in undecided(view):
        match = service.bots.look(board.match_id or "")
        (seat,) = match.match.to_act
        assert match.seats[seat].person == view.players[board.first].person
        assert str(match.match.clock) == view.tournament.tempo


@pytest.mark.both_databases
def test_each_player_is_notified_of_the_opponent_of_a_round(service: Service, store: Store) -> None:
    people = accounts(service, store, 6)
    tournament = begun(service, people, "swiss", rounds="3", name="The cup")
    for number in range(3):
        view = look(service, tournament)
        beginning = f"Round {number + 1} of The cup has begun" if number else "The cup has begun"
        for board in undecided(view):
            one, other = view.players[board.first], view.players[board.second or 0]
            for player, opponent in ((one, other), (other, one)):
                assert f"{beginning}: you play {opponent.name}." in texts(service, player.person)
        play_round(service, tournament, better)


@pytest.mark.both_databases
def test_a_round_robin_counts_a_drop_out_by_how_much_was_played(service: Service, store: Store) -> None:
    people = accounts(service, store, 6)
    tournament = begun(service, people, "round-robin")
    view = look(service, tournament)
    early, late = view.players[1], view.players[4]
    for board in undecided(view):
        both = {board.first, board.second}
        if 4 in both and both & {0, 2, 3}:
            finish(service, view, board, 4)
        if both == {0, 1}:
            finish(service, view, board, 1)
    service.tournaments.work()
    for entry in (early, late):
        act(service, service.people.load(entry.person), tournament, LeaveTournament())
    service.tournaments.work()
    view = look(service, tournament)
    ways = {frozenset((board.first, board.second)): board.how for _, boards in view.rounds for board in boards}
    assert {how for pair, how in ways.items() if 1 in pair} == {"annulled"}
    assert Counter(how for pair, how in ways.items() if 4 in pair and 1 not in pair) == {"played": 3, "forfeit": 1}
    with store.database.connect() as connection:
        chosen = select(func.count()).select_from(matches).where(matches.c.result == "*")
        assert connection.execute(chosen).scalar_one() == len(undecided(view)) == 6
    view = play_round(service, tournament, better)
    assert view.tournament.state == "over"
    assert {row.row.player: row.row.points for row in view.table}[1] == 0.0
    assert {row.row.player: row.row.points for row in view.table}[4] == 3.0
    assert service.tournaments.work() == 0


@pytest.mark.both_databases
def test_a_swiss_tournament_of_five_rounds_with_a_drop_out_and_a_late_bye(service: Service, store: Store) -> None:
    people = accounts(service, store, 8)
    tournament = begun(service, people, "swiss", rounds="5", name="The cup")
    gone = None
    for number in range(5):
        view = look(service, tournament)
        assert len(view.rounds) == number + 1
        (byes,) = [[board for board in boards if board.how == "bye"] for at, boards in view.rounds if at == number]
        assert len(byes) == (number >= 3)
        if number == 2:
            gone = next(entry for entry in view.players if entry.number == 6)
            act(service, service.people.load(gone.person), tournament, LeaveTournament())
            service.tournaments.work()
        play_round(service, tournament, lambda board: None if board.board == 1 else better(board))
    view = look(service, tournament)
    assert view.tournament.state == "over"
    assert gone
    met = Counter(
        frozenset((board.first, board.second)) for _, boards in view.rounds for board in boards if board.how == "played"
    )
    assert set(met.values()) == {1}
    assert [len(boards) for _, boards in view.rounds] == [4] * 5
    row = next(line.row for line in view.table if line.entry.person == gone.person)
    assert row.forfeits == 1
    assert row.won + row.drawn + row.lost == 2
    told = texts(service, next(line.entry.person for line in view.table if line.row.rank == 1))
    assert told == ["The cup is over: you are number 1 of 8."]


@pytest.mark.both_databases
def test_who_comes_back_to_a_swiss_tournament_is_paired_again(service: Service, store: Store) -> None:
    people = accounts(service, store, 6)
    tournament = begun(service, people, "swiss", rounds="4")
    person = service.people.load(look(service, tournament).players[5].person)
    play_round(service, tournament, better)
    act(service, person, tournament, LeaveTournament())
    service.tournaments.work()
    view = play_round(service, tournament, better)
    assert not [board for board in undecided(view) if 5 in (board.first, board.second)]
    act(service, person, tournament, ComeBack())
    play_round(service, tournament, better)
    view = play_round(service, tournament, better)
    assert view.tournament.state == "over"
    boards = [board for _, boards in view.rounds for board in boards if 5 in (board.first, board.second)]
    assert [board.round for board in boards] == [0, 1, 3]
    assert [board.how for board in boards][1] == "forfeit"


@pytest.mark.both_databases
def test_a_bye_on_request_gives_half_a_point_once_and_not_in_the_last_round(service: Service, store: Store) -> None:
    people = accounts(service, store, 7)
    tournament = make(service, people[0], "swiss", rounds="3")
    for person in people:
        act(service, person, tournament, EnterTournament())
    asked, other = people[6], people[5]
    act(service, asked, tournament, RequestBye())
    act(service, other, tournament, RequestBye())
    with pytest.raises(Refusal, match="one for each player"):
        act(service, asked, tournament, RequestBye())
    act(service, other, tournament, WithdrawBye())
    act(service, people[0], tournament, BeginTournament())
    view = service.tournaments.view(asked, tournament)
    (own,) = view.own_boards
    assert (own.second, own.how, own.first_points) == (None, "half-bye", 0.5)
    assert len(view.rounds[0][1]) == 4  # and the six others have matches
    assert any("as you have asked, and get half of its points" in text for text in texts(service, asked.id))
    assert {"bye", "play"}.isdisjoint(view.do)
    for command, refusal in ((WithdrawBye(), "asked for no bye"), (RequestBye(), "one for each player")):
        with pytest.raises(Refusal, match=refusal):
            act(service, asked, tournament, command)
    assert "bye" in service.tournaments.view(other, tournament).do
    play_round(service, tournament, better)
    with pytest.raises(Refusal, match="one for each player"):
        act(service, asked, tournament, RequestBye())
    view = look(service, tournament)
    (row,) = (line.row for line in view.table if line.entry.person == asked.id)
    assert row.points == 0.5 + sum(
        (board.first_points or 0.0) for board in view.rounds[1][1] if board.how == "bye" and board.first == row.player
    )
    play_round(service, tournament, better)
    with pytest.raises(Refusal, match="last round"):
        act(service, other, tournament, RequestBye())
    assert play_round(service, tournament, better).tournament.state == "over"


@pytest.mark.both_databases
@pytest.mark.parametrize("ties", ["berger, wins", "second"])
def test_the_table_has_the_tie_breaks_that_its_organiser_chose(service: Service, store: Store, ties: str) -> None:
    people = accounts(service, store, 4)
    tournament = begun(service, people, "round-robin", ties=ties)
    play_round(service, tournament, lambda board: None)
    view = look(service, tournament)
    assert view.form.ties == tuple(ties.replace(",", "").split())
    field = "berger" if ties[0] == "b" else "second"
    assert [getattr(line.row, field) for line in view.table] == sorted(
        (getattr(line.row, field) for line in view.table), reverse=True
    )


@pytest.mark.both_databases
def test_a_knock_out_with_a_drawn_match_is_played_again_and_then_the_better_seed_goes_on(
    service: Service, store: Store
) -> None:
    tournament = begun(service, accounts(service, store, 5), "knock-out")
    view = look(service, tournament)
    assert Counter(board.how for _, boards in view.rounds for board in boards) == {"bye": 3, "": 1}
    view = play_round(service, tournament, lambda _: None)
    replays = undecided(view)
    assert [(board.round, board.first, board.second) for board in replays] == [(0, 3, 4), (0, 4, 3)]
    view = play_round(service, tournament, lambda _: None)
    assert {(board.round, *sorted((board.first, board.second or 0))) for board in undecided(view)} == {
        (1, 0, 3),
        (1, 1, 2),
    }
    play_round(service, tournament, worse)
    view = play_round(service, tournament, worse)
    assert view.tournament.state == "over"
    assert [line.row.player for line in view.table] == [3, 2, 0, 1, 4]


@pytest.mark.both_databases
def test_a_double_elimination_is_played_to_its_second_final(service: Service, store: Store) -> None:
    tournament = begun(service, accounts(service, store, 4), "double-knock-out", name="The cup")
    view = play_round(service, tournament, better)
    assert {board.section for board in undecided(view)} == {"losers"}  # one part of the bracket after the other
    service.tournaments.act(
        service.people.load(view.players[3].person), tournament, LeaveTournament()
    )  # who is out leaves, or loses what goes on
    service.tournaments.work()
    while look(service, tournament).tournament.state == "running":
        view = play_round(
            service, tournament, lambda board: worse(board) if board.section == "final" else better(board)
        )
    view = look(service, tournament)
    finals = [board for _, boards in view.rounds for board in boards if board.section == "final"]
    assert [{board.first, board.second} for board in finals] == [{0, 1}] * 2
    assert [line.row.player for line in view.table] == [1, 0, 2, 3]


@pytest.mark.both_databases
def test_a_tournament_begins_at_its_time_or_is_cancelled_if_too_few_have_entered(
    service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 4)
    full, few = (make(service, people[0], "round-robin", days="2", name=name) for name in ("full", "few"))
    for person in people:
        act(service, person, full, EnterTournament())
    act(service, people[1], few, EnterTournament())
    assert service.tournaments.work() == 0
    time.pass_by(2 * DAY)
    service.tournaments.work()
    assert [look(service, one).tournament.state for one in (full, few)] == ["running", "cancelled"]
    assert "few does not take place: 1 player had entered, and it needs 3." in texts(service, people[1].id)
    listed = service.tournaments.listed(people[0])
    assert ([one.id for one in listed.running], listed.open, listed.over) == ([full], (), ())


@pytest.mark.both_databases
def test_seed_numbers_follow_from_ratings_and_from_the_published_seed(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    first, second = (begun(service, people, "round-robin") for _ in range(2))
    orders = [[entry.place for entry in look(service, one).players] for one in (first, second)]
    with store.write() as tx:
        seeds = [tx.tournaments.load(one) for one in (first, second)]
    assert seeds[0]
    assert sorted(orders[0]) == [0, 1, 2, 3]
    assert {entry.rating for entry in look(service, first).players} == {1500}


@pytest.mark.both_databases
def test_results_are_taken_when_a_clock_runs_out(service: Service, store: Store, time: FakeTime) -> None:
    tournament = begun(service, accounts(service, store, 3), "knock-out")
    assert len(undecided(look(service, tournament))) == 1
    time.pass_by(300 * DAY)
    service.clocks.end_overdue()
    service.tournaments.work()
    view = look(service, tournament)
    assert [each.how for _, boards in view.rounds for each in boards][:2] == ["bye", "played"]


@pytest.mark.both_databases
def test_who_closes_the_account_has_left(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    tournament = begun(service, people, "swiss", rounds="3")
    service.closing.close(people[2], people[2].id, keep_name=True)
    view = play_round(service, tournament, better)
    assert [entry.person for entry in view.players if entry.left_at is not None] == [people[2].id]
    number = next(entry.number for entry in view.players if entry.person == people[2].id)
    assert not [board for board in undecided(view) if number in (board.first, board.second)]
    assert texts(service, people[2].id) == []


@pytest.mark.both_databases
def test_only_those_may_ask_who_may(service: Service, store: Store) -> None:
    ann, bob, cid = (account(service, store, name) for name in ("Ann", "Bob", "Cid"))
    guest, tournament = service.people.create_guest(), make(service, ann, "round-robin", most="3")
    for person in (None, guest):
        with pytest.raises(NeedsAccount):
            service.tournaments.make(person, MakeTournament("orion"))
        for command in (EnterTournament(), LeaveTournament(), BeginTournament(), CancelTournament(), ComeBack()):
            with pytest.raises(NeedsAccount):
                act(service, person, tournament, command)
    for command in (BeginTournament(), CancelTournament()):
        with pytest.raises(NotOrganiser):
            act(service, bob, tournament, command)
    with pytest.raises(NoSuchTournament):
        act(service, bob, "other", EnterTournament())
    for refused in (LeaveTournament(), ComeBack()):
        with pytest.raises(Refusal):
            act(service, bob, tournament, refused)
    service.blocks.add(bob, "Ann")
    with pytest.raises(Refusal, match="not for you"):
        act(service, bob, tournament, EnterTournament())
    for person in (ann, cid):
        act(service, person, tournament, EnterTournament())
    with pytest.raises(Refusal, match="already"):
        act(service, cid, tournament, EnterTournament())
    with pytest.raises(Refusal, match="needs 3"):
        act(service, ann, tournament, BeginTournament())
    act(service, account(service, store, "Dan"), tournament, EnterTournament())
    with pytest.raises(Refusal, match="full"):
        act(service, account(service, store, "Eve"), tournament, EnterTournament())
    act(service, cid, tournament, LeaveTournament())
    assert len(look(service, tournament).players) == 2
    act(service, ann, tournament, CancelTournament())
    with pytest.raises(Refusal):
        act(service, cid, tournament, EnterTournament())


@pytest.mark.both_databases
def test_programs_take_part_where_computers_may(service: Service, store: Store) -> None:
    ann = account(service, store, "Ann")
    people_only, mixed = make(service, ann, "round-robin"), make(service, ann, "round-robin", computers="yes")
    robot = service.bot_accounts.make(ann, "Robot")
    with pytest.raises(Refusal, match="bots take no part"):
        act(service, robot, people_only, EnterTournament())
    act(service, robot, mixed, EnterTournament())
    for name in ("Bob", "Cid"):
        act(service, account(service, store, name), mixed, EnterTournament())
    act(service, ann, mixed, BeginTournament())
    matches = [service.bots.look(board.match_id or "") for board in undecided(look(service, mixed))]
    with_robot = [robot.id in {seat.person for seat in match.seats} for match in matches]
    assert {*with_robot} == {True, False}
    assert [match.computers for match in matches] == with_robot  # people who play each other are rated as people


@pytest.mark.both_databases
def test_what_a_person_may_have_is_bounded(service: Service, store: Store) -> None:
    people = accounts(service, store, 5)
    made = [make(service, people[0], "swiss") for _ in range(MOST_ORGANISED)]
    with pytest.raises(QuotaExceeded):
        make(service, people[0], "swiss")
    act(service, people[0], made[0], CancelTournament())
    make(service, people[0], "swiss")
    open_ones = [make(service, person, "swiss") for person in people[1:4] for _ in range(MOST_ORGANISED)]
    for one in (*made[1:], *open_ones)[:MOST_ENTERED]:
        act(service, people[4], one, EnterTournament())
    with pytest.raises(Refusal, match="leave one first"):
        act(service, people[4], (*made[1:], *open_ones)[MOST_ENTERED], EnterTournament())


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "fields",
    [
        {"game": "vortex(players=1)"},
        {"game": "nothing"},
        {"kind": "ladder"},
        {"kind": "exhibition", "tempo": "600+5"},
        {"kind": "swiss", "rounds": "10"},
        {"kind": "round-robin", "most": "13"},
        {"most": "2"},
        {"days": "61"},
        {"games": "3"},
        {"game": "orion(clicks=2)", "rated": "yes"},
    ],
)
def test_what_a_tournament_cannot_be_is_refused(service: Service, store: Store, fields: dict[str, str]) -> None:
    with pytest.raises(LudariumError):
        service.tournaments.make(account(service, store, "Ann"), MakeTournament(**{"game": "orion", **fields}))


@pytest.mark.both_databases
def test_a_rated_tournament_has_rated_matches(service: Service, store: Store) -> None:
    people = accounts(service, store, 3)
    tournament = service.tournaments.make(people[0], MakeTournament("orion", rated="yes")).target
    for person in people:
        act(service, person, tournament, EnterTournament())
    act(service, people[0], tournament, BeginTournament())
    assert all(service.bots.look(board.match_id or "").rated for board in undecided(look(service, tournament)))


@pytest.mark.both_databases
def test_a_match_tells_its_tournament(service: Service, store: Store) -> None:
    tournament = begun(service, accounts(service, store, 3), "round-robin", name="The cup")
    board = undecided(look(service, tournament))[0]
    assert service.tournaments.of_match(service.bots.look(board.match_id or "")) == (tournament, "The cup")


@pytest.mark.both_databases
def test_the_matches_of_a_large_round_begin_in_batches_and_each_once(service: Service, store: Store) -> None:
    people = accounts(service, store, 9)
    tournament = make(service, people[0], "round-robin", most="9")
    for person in people:
        act(service, person, tournament, EnterTournament())
    act(service, people[0], tournament, BeginTournament())
    view = look(service, tournament)
    assert Counter(board.match_id is None for board in undecided(view)) == {False: BATCH, True: 36 - BATCH}
    service.tournaments.work()
    view = look(service, tournament)
    ids = [board.match_id for board in undecided(view)]
    assert None not in ids
    assert len(set(ids)) == 36


@pytest.mark.both_databases
def test_two_processes_begin_a_round_once(url: str, service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 8)
    tournament = begun(service, people, "swiss", rounds="3")
    stores = [Store(url) for _ in range(4)]
    services = [Service(each, rules=RULES, now=time) for each in stores]
    for _, following in pairwise(range(4)):
        view = look(service, tournament)
        for board in undecided(view):
            finish(service, view, board, better(board))
        barrier = Barrier(len(services))

        def work(each: Service, barrier: Barrier = barrier) -> int:
            barrier.wait()
            return each.tournaments.work()

        with ThreadPoolExecutor(len(services)) as pool:
            steps = [*pool.map(work, services)]
        assert sum(steps) >= 1
        view = look(service, tournament)
        assert len(view.rounds) == min(following + 1, 3)
    with store.database.connect() as connection:
        begun_matches = connection.execute(select(func.count()).select_from(matches)).scalar_one()
        listed = connection.execute(select(func.count(tournament_boards.c.match_id))).scalar_one()
    assert begun_matches == listed == 12
    for each in stores:
        each.close()


@pytest.mark.both_databases
def test_a_result_that_is_taken_counts_whatever_becomes_of_the_match(service: Service, store: Store) -> None:
    tournament = begun(service, accounts(service, store, 3), "round-robin")
    view = look(service, tournament)
    board = undecided(view)[0]
    finish(service, view, board, board.first)
    service.tournaments.work()
    match = service.bots.look(board.match_id or "")
    with pytest.raises(LudariumError):
        service.bots.act(match.id, 0, Resign(), match.revision)
    again = look(service, tournament)
    assert next(one for _, boards in again.rounds for one in boards if one.match_id == board.match_id).how == "played"


@pytest.mark.both_databases
def test_notices_are_mailed_with_what_they_say(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 3)
    tournament = begun(service, people, "knock-out", name="The cup")
    time.pass_by(120)
    service.notices.plan()
    mails = list[Mail]()
    complete_outbox(service, store, MailDoor(""), time).send_due(mails.append)
    told = {mail.address: mail.text for mail in mails if "The cup has begun" in mail.subject}
    assert len(told) == 3
    assert all(f"/tournaments/{tournament}" in text for text in told.values())
    assert sum("you have a bye" in text for text in told.values()) == 1


@pytest.mark.both_databases
def test_a_process_that_dies_while_it_begins_a_round_leaves_nothing_of_it(
    service: Service,
    store: Store,
    time: FakeTime,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    tournament = begun(service, accounts(service, store, 4), "swiss", rounds="3")
    view = look(service, tournament)
    for board in undecided(view):
        finish(service, view, board, better(board))

    def die(*_: object, **__: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as context:
        context.setattr(TournamentBoardTable, "add", die)  # after the matches were inserted
        service.tournaments.work()
    assert "killed" in caplog.text
    with store.database.connect() as connection:
        assert connection.execute(select(func.count()).select_from(matches)).scalar_one() == 2
    assert len(look(service, tournament).rounds) == 1
    time.pass_by(DAY / 24)  # after a failure it is tried again later
    service.tournaments.work()
    assert len(look(service, tournament).rounds) == 2


@pytest.mark.both_databases
def test_an_administrator_may_cancel_a_tournament_and_it_is_logged(service: Service, store: Store) -> None:
    ann, bob = accounts(service, store, 2)
    tournament = make(service, ann, "swiss", name="A rude name")
    with pytest.raises(NotOrganiser):
        act(service, bob, tournament, CancelTournament())
    act(service, replace(bob, administrator=True), tournament, CancelTournament())
    assert look(service, tournament).tournament.state == "cancelled"
    assert texts(service, ann.id) == [f"{bob.name} has cancelled A rude name."]
    with store.database.connect() as connection:
        logged = [*connection.execute(select(acts.c.act, acts.c.detail))]
    assert ("cancel tournament", "A rude name") in [tuple(row) for row in logged]
