"""Leagues on the real service, in time that the test sets: seasons, divisions, drop-outs, deadlines and notices."""

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from threading import Barrier

import pytest
from sqlalchemy import delete, func, select, update

from ludarium.core.errors import LudariumError
from ludarium.review.verdict import NO_VERDICT, Verdict
from ludarium.site.act import NotOrganiser, Refusal
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.ground.tables import leagues, matches, notices, tournament_boards, tournaments
from ludarium.site.ground.values import Person
from ludarium.site.leagues.commands import (
    MOST_ENTERED,
    EndLeague,
    EnterLeague,
    LeaveLeague,
    MakeLeague,
    StandIn,
    StandInNoMore,
)
from ludarium.site.leagues.leagues import MOST_ORGANISED, NoSuchLeague
from ludarium.site.leagues.views import LeagueView
from ludarium.site.leagues.words import when
from ludarium.site.match.commands import Resign
from ludarium.site.notices.rows.notices import TOURNAMENT
from ludarium.site.people.accounts import NeedsAccount
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import LeaveTournament
from ludarium.site.tournaments.rows.tournaments import TournamentEntryTable
from ludarium.site.tournaments.rows.values import StoredBoard
from ludarium.site.workers.analysts import Adjudicators
from tests.match.test_random_matches import any_turn
from tests.site.accounts import RULES, service
from tests.site.fake_time import DAY, FakeTime
from tests.site.leagues.season import entered, look, make, names, play, work
from tests.site.tournaments.playing import account, accounts, finish

__all__ = ["service"]


def texts(service: Service, person: Person) -> list[str]:
    return [one.notice.data["text"] for one in service.notices.recent(person.id) if one.notice.kind == TOURNAMENT]


def by_hand(view: LeagueView) -> list[list[str]]:
    """Compute the order of each division again from its games alone.

    Points count first, then those among the players who are tied, then the Sonneborn-Berger score, wins and seed
    number; who has no game that counts is last.
    """
    return [[each.view.players[number].name for number in _order(each.boards)] for each in view.divisions]


def _order(boards: Sequence[StoredBoard]) -> list[int]:
    got: dict[tuple[int, int], float] = {}
    wins, there = defaultdict[int, int](int), set[int]()
    for board in boards:
        assert board.second is not None
        there |= {board.first, board.second}
        if board.how not in ("", "annulled"):
            got[board.first, board.second] = board.first_points or 0.0
            got[board.second, board.first] = board.second_points or 0.0
            if board.how == "played" and board.first_points != board.second_points:
                wins[board.first if board.first_points == 1.0 else board.second] += 1
    points = {number: sum(value for pair, value in got.items() if pair[0] == number) for number in there}
    worth = {
        number: sum(value * points[pair[1]] for pair, value in got.items() if pair[0] == number) for number in there
    }

    def ordered(tied: set[int]) -> list[int]:
        pairs = list(permutations(tied, 2))
        among = {number: sum(got.get(pair, 0.0) for pair in pairs if pair[0] == number) for number in tied}
        if not all(pair in got for pair in pairs) or len({*among.values()}) == 1:
            return sorted(tied, key=lambda number: (-worth[number], -wins[number], number))
        levels = sorted({*among.values()}, reverse=True)
        return [one for level in levels for one in ordered({number for number in tied if among[number] == level})]

    playing = {pair[0] for pair in got} | {
        number for board in boards if not board.how for number in (board.first, board.second or 0)
    }
    levels = sorted({(number in playing, points[number]) for number in there}, reverse=True)
    return [
        one
        for level in levels
        for one in ordered({number for number in there if (number in playing, points[number]) == level})
    ]


def test_a_season_of_sixteen_with_two_drop_outs_and_a_vacation(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 16)
    league = entered(service, people, name="The league", season="60")
    strength = {person.name: -number for number, person in enumerate(people)}
    time.pass_by(7 * DAY)
    work(service)
    view = look(service, league)
    assert [len(division.rows) for division in view.divisions] == [8, 8]
    assert sum(len(division.boards) for division in view.divisions) == 56
    for division in view.divisions:
        firsts = [sum(board.first == number for board in division.boards) for number in range(8)]
        assert max(firsts) - min(firsts) <= 1
    top, low = names(view)
    assert any(
        "season 1, division 1 has begun: you have 7 matches" in text for text in texts(service, _of(people, top[0]))
    )

    away = _of(people, top[3])
    service.vacation.announce(away.id, time.now, time.now + 20 * DAY)
    early, late = _of(people, top[5]), _of(people, low[2])
    _finish_some(service, look(service, league), early.name, 2)
    _finish_some(service, look(service, league), late.name, 5)
    work(service)
    for person in (early, late):
        mine = service.leagues.view(person, league).mine
        assert mine
        service.tournaments.act(person, mine.view.tournament.id, LeaveTournament())
    work(service)
    ways = _ways(look(service, league))
    assert ways[early.name] == ["annulled"] * 7
    assert sorted(ways[late.name]) == ["forfeit"] * 2 + ["played"] * 5

    time.pass_by(15 * DAY)  # a first turn has a day, and then the vacations of all are taken by the hour
    service.clocks.end_overdue()
    work(service)
    assert "" in _ways(look(service, league))[away.name]
    service.leagues.act(late, league, EnterLeague())
    play(service, league, strength)
    view = look(service, league)
    assert view.league.state == "open"
    last = names(view)
    assert last == by_hand(view)
    assert early.name in last[0][-2:]
    assert _season_texts(service, early)[0].endswith("enter on the page of the league if you want to.")
    assert "You play in season 2, too, which begins in 7 days" in _season_texts(service, late)[0]
    assert (
        "number 1 of 8 in division 2, a place from which one goes up."
        in _season_texts(service, _of(people, last[1][0]))[0]
    )

    time.pass_by(6 * DAY)
    work(service)
    assert look(service, league).league.season == 1
    time.pass_by(DAY)
    work(service)
    view = look(service, league)
    assert view.league.season == 2
    line = _line(last, {early.name})
    assert [set(division) for division in names(view)] == [set(line[:8]), set(line[8:])]
    assert [len(division.rows) for division in view.divisions] == [8, 7]
    assert names(look(service, league, 1)) == last


def _season_texts(service: Service, person: Person) -> list[str]:
    return [text for text in texts(service, person) if text.startswith("Season 1 of The league is over")]


def _line(last: list[list[str]], gone: set[str]) -> list[str]:
    """Return the line of two divisions after a season, without who is gone, by the rule as it is published."""
    high, low = last
    return [name for name in (*high[:-2], *low[:2], *high[-2:], *low[2:]) if name not in gone]


def _of(people: list[Person], name: str) -> Person:
    return next(person for person in people if person.name == name)


def _ways(view: LeagueView) -> dict[str, list[str]]:
    found = defaultdict[str, list[str]](list)
    for division in view.divisions:
        for board in division.boards:
            for number in (board.first, board.second or 0):
                found[division.view.players[number].name].append(board.how)
    return found


def _finish_some(service: Service, view: LeagueView, name: str, count: int) -> None:
    """Let somebody win some of their matches."""
    for division in view.divisions:
        number = next((n for n, entry in enumerate(division.view.players) if entry.name == name), None)
        own = [board for board in division.boards if number in (board.first, board.second) and not board.how]
        for board in own[:count]:
            finish(service, division.view, board, number)


def begun(service: Service, people: list[Person], time: FakeTime, **more: str) -> str:
    """Return the id of a league whose first season has begun."""
    league = entered(service, people, **more)
    time.pass_by(7 * DAY)
    work(service)
    return league


def test_a_season_begins_when_its_time_has_come_and_four_have_entered(
    service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 5)
    league = entered(service, people[:3])
    time.pass_by(8 * DAY)
    work(service)
    assert look(service, league).league.state == "open"
    service.leagues.act(people[3], league, EnterLeague())
    service.leagues.act(people[2], league, LeaveLeague())
    work(service)
    assert look(service, league).league.season == 0
    service.leagues.act(people[4], league, EnterLeague())
    work(service)
    view = look(service, league)
    assert (view.league.state, view.league.season, len(view.divisions[0].boards)) == ("running", 1, 6)
    assert service.leagues.work() == service.tournaments.work() == 0


def at_the_end(service: Service, time: FakeTime, people: list[Person]) -> tuple[str, list[str]]:
    """Return a rated league at the end of its season, and its matches, of which all but the first two go on."""
    league = begun(service, people, time, game="orion", rated="yes", season="30", name="The league")
    first = [board.match_id or "" for board in look(service, league).divisions[0].boards]
    for match in first:
        assert service.bots.look(match).rated
        _submit(service, match, "u+")
    time.pass_by(0.5 * DAY)
    for board in look(service, league).divisions[0].boards[:2]:
        finish(service, look(service, league).divisions[0].view, board, board.first)
    for person in people:
        service.vacation.announce(person.id, time.now, time.now + 29.9 * DAY)
    for match in first[2:]:
        _submit(service, match, "b-")
    time.pass_by(23 * DAY)
    work(service)
    assert sum("ends within 7 days" in text for person in people for text in texts(service, person)) == 4
    time.pass_by(6.6 * DAY)
    work(service)
    return league, first


def test_what_goes_on_at_the_end_is_judged_for_the_table_and_unrated(
    service: Service, store: Store, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.workers.analysts.judge", opinions(1.0, 0.0, 0.5, 0.734))
    people = accounts(service, store, 4)
    league, first = at_the_end(service, time, people)
    going_on = first[2:]
    assert look(service, league).league.state == "running"
    for match in going_on:
        left = service.bots.look(match)
        assert not left.match.over
        assert not left.rated
    before = service.bots.look(going_on[0])
    service.bots.act(going_on[0], 0, Resign(), before.revision)  # too late to count
    work(service)
    judge_all(service, store, time)
    work(service)
    view = look(service, league, 1)
    assert view.league.state == "open"
    boards = {board.match_id: board for board in view.divisions[0].boards}
    assert [boards[match].how for match in first] == ["played"] * 2 + ["adjudicated"] * 4
    assert sorted(boards[match].first_points or 0.0 for match in going_on) == [0.0, 0.5, 0.734, 1.0]
    assert {boards[match].judged_turns for match in going_on} == {2}
    assert all("as a test says" in (boards[match].verdict or "") for match in going_on)
    assert [(row.line.row.won + row.line.row.lost, row.line.row.drawn) for row in view.divisions[0].rows]
    assert sum(row.line.row.drawn for row in view.divisions[0].rows) == 4
    assert names(view) == by_hand(view)
    assert service.ratings.of_match(going_on[0]) == ()


def test_what_nobody_judges_within_a_day_is_a_draw(service: Service, store: Store, time: FakeTime) -> None:
    league, first = at_the_end(service, time, accounts(service, store, 4))
    time.pass_by(0.8 * DAY)
    work(service)
    assert look(service, league).league.state == "running"
    time.pass_by(0.2 * DAY)
    work(service)
    view = look(service, league, 1)
    assert view.league.state == "open"
    boards = {board.match_id: board for board in view.divisions[0].boards}
    assert {boards[match].first_points for match in first[2:]} == {0.5}
    assert {boards[match].verdict for match in first[2:]} == {"a draw, as no program has judged it within a day"}
    assert not adjudicator(service, store, time).work()
    assert names(view) == by_hand(view)


@pytest.mark.both_databases
def test_two_processes_judge_each_match_once_and_one_that_fails_is_a_draw(
    service: Service, store: Store, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    league, _ = at_the_end(service, time, accounts(service, store, 4))
    claimed = [store.judgements.claim(time.now, time.now + 60) for _ in range(5)]
    assert len({asked.match_id for asked in claimed if asked}) == 4
    assert claimed[4] is None
    assert claimed[0]
    service.tournaments.judge(claimed[0], 1.0, "the first verdict")
    service.tournaments.judge(claimed[0], 0.0, "a second one")
    board = next(one for one in look(service, league).divisions[0].boards if one.match_id == claimed[0].match_id)
    assert (board.first_points, board.verdict) == (1.0, "the first verdict")
    monkeypatch.setattr("ludarium.site.workers.analysts.judge", fails)
    for _ in range(3):
        time.pass_by(61)
        judge_all(service, store, time)
    work(service)
    view = look(service, league, 1)
    assert view.league.state == "open"
    assert [board.verdict for board in view.divisions[0].boards].count(NO_VERDICT.how) == 3


def test_the_strongest_bot_judges_a_real_match(service: Service, store: Store, time: FakeTime) -> None:
    league, first = at_the_end(service, time, accounts(service, store, 4))
    judge_all(service, store, time)
    work(service)
    boards = {board.match_id: board for board in look(service, league, 1).divisions[0].boards}
    assert all("strongest program" in (boards[match].verdict or "") for match in first[2:])


def fails(*_: object) -> Verdict:
    raise RuntimeError("a bot that fails")


def opinions(*points: float) -> Callable[..., Verdict]:
    """Return a judge who says this, match by match."""
    left = iter(points)
    return lambda *_: Verdict(next(left), "as a test says")


def adjudicator(service: Service, store: Store, time: FakeTime) -> Adjudicators:
    return Adjudicators(service, store.judgements, SearchQueue(1), speed=200.0, now=time)


def judge_all(service: Service, store: Store, time: FakeTime) -> None:
    judges = adjudicator(service, store, time)
    while judges.work():
        pass


def _submit(service: Service, match: str, turn: str) -> None:
    view = service.bots.look(match)
    (seat,) = view.match.to_act
    service.bots.submit(match, seat, turn, view.revision)


def test_a_substitute_takes_over_the_place_and_the_matches_of_who_leaves(
    service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 5)
    league = begun(service, people[:4], time, game="orion", rated="yes", name="The league")
    substitute, gone, stays = people[4], people[1], people[0]
    for person, refusal in ((substitute, "have entered the next season"), (stays, "you play in this season")):
        with pytest.raises(Refusal, match=refusal):
            service.leagues.act(person, league, StandIn())
    service.leagues.act(substitute, league, EnterLeague())
    assert "stand-in" in service.leagues.view(substitute, league).do
    service.leagues.act(substitute, league, StandIn())
    with pytest.raises(Refusal, match="already"):
        service.leagues.act(substitute, league, StandIn())
    for board in look(service, league).divisions[0].boards:
        for step in range(4):  # a match that ends outside the rules before is rated for nobody
            current = service.bots.look(board.match_id or "").match
            turn = any_turn(current, current.to_act[0], random.Random(step))
            _submit(service, board.match_id or "", turn)
    mine = service.leagues.view(gone, league).mine
    assert mine
    own = mine.view.own_boards
    assert mine.view.mine
    number = mine.view.mine.number
    finish(service, mine.view, own[0], number)
    work(service)
    service.tournaments.act(gone, mine.view.tournament.id, LeaveTournament())
    work(service)
    view = service.leagues.view(substitute, league)
    assert view.mine
    (row,) = (row for row in view.mine.rows if row.line.entry.person == substitute.id)
    assert (row.line.entry.former_name, row.line.row.player, row.line.row.points) == (gone.name, number, 1.0)
    assert [board.how for board in view.mine.view.own_boards] == ["played", "", ""]
    for board in view.mine.view.own_boards[1:]:
        match = service.bots.look(board.match_id or "")
        seated = {seat.person for seat in match.seats}
        assert substitute.id in seated
        assert gone.id not in seated
        assert not match.match.over
    assert any(f"You stand in for {gone.name}" in text and "2 matches" in text for text in texts(service, substitute))
    assert not view.stands_in
    assert gone.id not in {entry.person for entry in view.entries}
    play(service, league, {person.name: 9 if person is substitute else 0 for person in people})
    view = look(service, league, 1)
    assert view.league.state == "open"
    assert view.divisions[0].rows[0].line.entry.person == substitute.id
    assert view.winner
    assert view.winner.line.entry.person != substitute.id
    assert any("not for the title" in text and "number 1" in text for text in texts(service, substitute))
    charged = service.ratings.of_match(own[1].match_id or "")
    assert gone.id in {change.person for change in charged}
    assert substitute.id not in {change.person for change in charged}
    record = service.bots.look(own[1].match_id or "").match
    assert [(leaver.name, leaver.replaced_by) for leaver in record.leavers] == [(gone.name, substitute.name)]
    time.pass_by(7 * DAY)
    work(service)
    assert substitute.name in names(look(service, league))[0]


def test_nobody_stands_in_against_somebody_who_has_blocked_them(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 6)
    league = begun(service, people[:4], time)
    for person in people[4:]:
        service.leagues.act(person, league, EnterLeague())
        service.leagues.act(person, league, StandIn())
    service.blocks.add(people[0], people[4].name)
    mine = service.leagues.view(people[2], league).mine
    assert mine
    service.tournaments.act(people[2], mine.view.tournament.id, LeaveTournament())
    work(service)
    (row,) = (row for row in look(service, league).divisions[0].rows if row.line.entry.former)
    assert row.line.entry.person == people[5].id
    assert service.leagues.view(people[4], league).stands_in
    service.tournaments.act(people[1], mine.view.tournament.id, LeaveTournament())
    work(service)  # the one who is left would meet the one who has blocked them
    assert people[4].id not in {row.line.entry.person for row in look(service, league).divisions[0].rows}


@pytest.mark.both_databases
def test_who_closes_the_account_is_replaced_and_a_substitute_who_leaves_is_a_drop_out(
    service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 6)
    league = begun(service, people[:4], time)
    for person in people[4:]:
        service.leagues.act(person, league, EnterLeague())
        service.leagues.act(person, league, StandIn())
    service.leagues.act(people[4], league, StandInNoMore())
    with pytest.raises(Refusal, match="not offered"):
        service.leagues.act(people[4], league, StandInNoMore())
    mine = service.leagues.view(people[2], league).mine
    assert mine
    service.tournaments.act(people[2], mine.view.tournament.id, LeaveTournament())
    work(service)
    service.leagues.act(people[4], league, StandIn())
    service.tournaments.act(people[5], mine.view.tournament.id, LeaveTournament())
    work(service)
    view = look(service, league)
    (row,) = (row for row in view.divisions[0].rows if row.line.entry.former)
    assert (row.line.entry.person, row.line.entry.is_absent) == (people[5].id, True)
    assert {board.how for board in view.divisions[0].boards} == {"", "annulled"}
    assert service.leagues.view(people[4], league).stands_in
    for board in view.divisions[0].boards:
        assert service.bots.look(board.match_id or "").match.over == (board.how == "annulled")


@pytest.mark.both_databases
def test_without_vacation_who_is_late_loses_and_after_a_month_of_silence_plays_no_more(
    service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 4)
    league = begun(service, people, time, vacation="no", season="30", name="The league")
    view = look(service, league)
    assert view.league.tempo.endswith("no vacation")
    time.pass_by(2 * DAY)
    service.clocks.end_overdue()
    here = people[0]
    session = service.people.begin_session(here, "")
    assert session
    work(service)
    view = look(service, league)
    assert view.league.state == "open"
    late = {
        view.divisions[0].view.players[board.first].name for board in view.divisions[0].boards if not board.first_points
    }
    assert len(late) >= 3
    entries = {entry.name for entry in view.entries}
    assert entries == {person.name for person in people} - (late - {here.name})
    gone = next(person for person in people if person.name in late - {here.name})
    assert "lost a match on time and were not here for 30 days" in _season_texts(service, gone)[0]


@pytest.mark.both_databases
def test_several_processes_begin_and_end_a_season_once(
    url: str, service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 9)
    league = entered(service, people)
    time.pass_by(7 * DAY)
    stores = [Store(url) for _ in range(4)]
    services = [Service(each, rules=RULES, now=time) for each in stores]

    def all_work() -> None:
        barrier = Barrier(len(services))

        def run(each: Service) -> None:
            barrier.wait()
            for _ in range(4):
                each.leagues.work()
                each.tournaments.work()

        with ThreadPoolExecutor(len(services)) as pool:
            [*pool.map(run, services)]
        work(service)

    all_work()
    view = look(service, league)
    assert [len(division.rows) for division in view.divisions] == [5, 4]
    with store.database.connect() as connection:
        counts = [
            connection.execute(select(func.count(column))).scalar_one()
            for column in (matches.c.id, tournament_boards.c.match_id, tournaments.c.id)
        ]
    assert counts == [16, 16, 2]
    for division in view.divisions:
        for board in division.boards:
            finish(service, division.view, board, board.first)
    all_work()
    assert look(service, league).league.state == "open"
    assert {
        len([text for text in texts(service, person) if "is over" in text and "Season 1" in text]) for person in people
    } == {1}
    for each in stores:
        each.close()


def test_a_process_that_dies_while_a_season_begins_leaves_nothing_of_it(
    service: Service, store: Store, time: FakeTime, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    league = entered(service, accounts(service, store, 4))
    time.pass_by(7 * DAY)

    def die(*_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as context:
        context.setattr(TournamentEntryTable, "enter_all", die)
        assert service.leagues.work() == 0
    assert "killed" in caplog.text
    assert look(service, league).league.season == 0
    assert look(service, league).divisions == ()
    work(service)
    assert len(look(service, league).divisions[0].boards) == 6


@pytest.mark.both_databases
def test_only_those_may_ask_who_may(service: Service, store: Store) -> None:
    ann, bob, cid = (account(service, store, name) for name in ("Ann", "Bob", "Cid"))
    guest, league = service.people.create_guest(), make(service, ann)
    for person in (None, guest):
        with pytest.raises(NeedsAccount):
            service.leagues.make(person, MakeLeague("orion"))
        for command in (EnterLeague(), LeaveLeague(), EndLeague()):
            with pytest.raises(NeedsAccount):
                service.leagues.act(person, league, command)
    with pytest.raises(NotOrganiser):
        service.leagues.act(bob, league, EndLeague())
    with pytest.raises(NoSuchLeague):
        service.leagues.act(bob, "other", EnterLeague())
    with pytest.raises(NoSuchLeague):
        service.leagues.view(bob, league, 1)
    with pytest.raises(Refusal):
        service.leagues.act(bob, league, LeaveLeague())
    service.blocks.add(bob, "Ann")
    with pytest.raises(Refusal, match="not for you"):
        service.leagues.act(bob, league, EnterLeague())
    service.leagues.act(cid, league, EnterLeague())
    with pytest.raises(Refusal, match="already"):
        service.leagues.act(cid, league, EnterLeague())
    robot = service.bot_accounts.make(ann, "Robot")
    with pytest.raises(Refusal, match="bots take no part"):
        service.leagues.act(robot, league, EnterLeague())
    service.leagues.act(robot, make(service, ann, computers="yes"), EnterLeague())
    service.leagues.act(ann, league, EndLeague())
    assert look(service, league).league.state == "over"
    assert texts(service, cid) == [f"Ann has ended {look(service, league).league.name}: no season follows."]
    for command in (EnterLeague(), LeaveLeague(), EndLeague()):
        with pytest.raises(Refusal):
            service.leagues.act(ann, league, command)


@pytest.mark.both_databases
def test_a_league_that_is_ended_in_a_season_plays_it(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    league = begun(service, people, time, name="The league")
    service.leagues.act(people[0], league, EndLeague())
    assert look(service, league).league.state == "running"
    play(service, league, {person.name: 0 for person in people})
    view = look(service, league)
    assert view.league.state == "over"
    assert "It was the last season of this league." in _season_texts(service, people[1])[0]
    time.pass_by(30 * DAY)
    assert service.leagues.work() == 0


@pytest.mark.both_databases
def test_a_league_that_nobody_enters_ends(service: Service, store: Store, time: FakeTime) -> None:
    ann = account(service, store, "Ann")
    league = entered(service, [ann])
    for days, state in ((7, "open"), (59, "open"), (1, "over")):
        time.pass_by(days * DAY)
        work(service)
        assert look(service, league).league.state == state
    assert "fewer than 4 had entered" in texts(service, ann)[0]


def test_who_closes_the_account_or_is_suspended_does_not_play(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 6)
    league = entered(service, people)
    service.closing.close(people[5], people[5].id, keep_name=True)
    with store.write() as tx:
        tx.sanctions.set_suspended(people[4].id, time.now + 30 * DAY)
    time.pass_by(7 * DAY)
    work(service)
    assert sorted(*names(look(service, league))) == [person.name for person in people[:4]]
    assert [entry.person for entry in look(service, league).entries] == [person.id for person in people[:5]]


def test_what_a_person_may_have_is_bounded(service: Service, store: Store) -> None:
    people = accounts(service, store, 3)
    made = [make(service, people[0]) for _ in range(MOST_ORGANISED)]
    with pytest.raises(QuotaExceeded):
        make(service, people[0])
    made += [make(service, people[1]) for _ in range(MOST_ORGANISED)]
    for one in made[:MOST_ENTERED]:
        service.leagues.act(people[2], one, EnterLeague())
    with pytest.raises(Refusal, match="leave one first"):
        service.leagues.act(people[2], made[MOST_ENTERED], EnterLeague())


@pytest.mark.both_databases
def test_divisions_are_no_tournaments_to_organise_or_to_list(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    league = begun(service, people, time)
    division = look(service, league).divisions[0].view.tournament
    listed = service.tournaments.listed(people[0])
    assert (listed.running, listed.mine) == ((), frozenset({division.id}))
    assert store.tournaments.organised_by(people[0].id, ["running"]) == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "vortex(players=1)"},
        {"game": "nothing"},
        {"tempo": "600+5"},
        {"season": "29"},
        {"season": "366"},
        {"days": "61"},
        {"vacation": "perhaps"},
        {"game": "orion(clicks=2)", "rated": "yes"},
    ],
)
def test_what_a_league_cannot_be_is_refused(service: Service, store: Store, fields: dict[str, str]) -> None:
    with pytest.raises(LudariumError):
        make(service, account(service, store, "Ann"), **fields)


def test_how_long_a_turn_takes_is_known_of_finished_matches(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    league = begun(service, people, time)
    time.pass_by(3600)
    board = look(service, league).divisions[0].boards[0]
    _submit(service, board.match_id or "", "u+")
    finish(service, look(service, league).divisions[0].view, board, board.first)
    work(service)
    rows = {row.line.row.player: row.average for row in look(service, league).divisions[0].rows}
    assert rows == dict.fromkeys(range(4)) | {board.first: 3600.0}


def set_league_game(store: Store, league: str, game: str) -> None:
    with store.database.begin() as connection:
        connection.execute(update(leagues).where(leagues.c.id == league).values(game=game))


@pytest.mark.both_databases
def test_a_league_whose_game_is_gone_rests_and_says_so_once(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    league = entered(service, people)
    game = look(service, league).league.game
    set_league_game(store, league, "orion(clicks=99)")
    time.now = look(service, league).league.begins_at
    for day in range(3):
        work(service)
        resting = look(service, league).league
        assert (resting.state, resting.season, resting.due_at) == ("open", 0, time.now + DAY)
        assert service.leagues.work() == 0
        assert [bool(texts(service, person)) for person in people] == [day == 0, False, False, False]
        service.notices.see(people[0].id)
        with store.database.begin() as connection:
            connection.execute(delete(notices))
        time.now += DAY
    assert when(look(service, league)) == ["Season 1 begins when its game is there again; the site looks once a day."]
    set_league_game(store, league, game)
    work(service)
    begun = look(service, league).league
    assert (begun.state, begun.season, begun.failing_since) == ("running", 1, None)
