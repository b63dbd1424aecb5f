"""Leagues of games with three and four seats: balanced tables, points by place, promotion, and who leaves."""

from typing import Any

import pytest
from msgspec.json import decode, encode

from ludarium.core.errors import InvalidOption, ParseError
from ludarium.site.leagues.commands import EnterLeague, StandIn
from ludarium.site.leagues.pages import league_data
from ludarium.site.leagues.words import rules
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import LeaveTournament
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.tournament.verification import season_faults
from tests.site.accounts import service
from tests.site.fake_time import DAY, FakeTime
from tests.site.leagues.season import entered, look, make, names, work
from tests.site.tournaments.playing import account, accounts
from tests.site.tournaments.test_tables import check, play_all

__all__ = ["service"]
GAME = "ludo(players=4)"


def faults(service: Service, league: str, season: int) -> list[str]:
    """Return what does not follow in a season, from the data that everybody reads."""

    def data(number: int) -> tuple[Any, list[Any]]:  # Any: JSON
        view = look(service, league, number)
        divisions = [decode(encode(tournament_data(one.view))) for one in view.divisions]
        return decode(encode(league_data(view))), divisions

    of_league, divisions = data(season)
    last = data(season - 1)[1] if season > 1 else []
    return season_faults(of_league, divisions, last)


def play_season(service: Service, league: str) -> None:
    """Let all matches end: at each table the player with the lowest seed number wins."""
    for division in look(service, league).divisions:
        play_all(service, division.view.tournament.id)
        check(service, division.view.tournament.id)
    work(service)


def begun(service: Service, store: Store, time: FakeTime, count: int, **more: str) -> str:
    league = entered(service, accounts(service, store, count), game=GAME, **more)
    time.pass_by(7 * DAY)
    work(service)
    return league


def test_two_seasons_with_tables_of_four_and_promotion(service: Service, store: Store, time: FakeTime) -> None:
    league = begun(service, store, time, 12)
    view = look(service, league)
    assert [len(division.rows) for division in view.divisions] == [8, 4]
    met = [board.seating for board in view.divisions[0].boards]
    assert sorted(map(len, met)) == [4] * 6
    assert {sum(number in seating for seating in met) for number in range(8)} == {3}
    play_season(service, league)
    view = look(service, league)
    assert view.league.state == "open"
    assert faults(service, league, 1) == []
    high, low = names(view)
    assert [row.move for row in view.divisions[0].rows] == [""] * 6 + ["down"] * 2
    assert [row.move for row in view.divisions[1].rows] == ["up"] * 2 + [""] * 2
    time.pass_by(7 * DAY)
    work(service)
    following = names(look(service, league))
    assert [{*one} for one in following] == [{*high[:6], *low[:2]}, {*high[6:], *low[2:]}]
    play_season(service, league)
    assert faults(service, league, 2) == []


def test_who_leaves_is_replaced_at_all_tables(service: Service, store: Store, time: FakeTime) -> None:
    league = begun(service, store, time, 6)
    waiting = account(service, store, "Waiting")
    service.leagues.act(waiting, league, EnterLeague())
    service.leagues.act(waiting, league, StandIn())
    (division,) = look(service, league).divisions
    leaver = division.view.players[0].person
    service.tournaments.act(service.people.load(leaver), division.view.tournament.id, LeaveTournament())
    work(service)
    (division,) = look(service, league).divisions
    assert division.view.players[0].person == waiting.id
    for board in division.boards:
        if 0 in board.seating:
            seated = {seat.person for seat in service.bots.look(board.match_id or "").seats}
            assert waiting.id in seated
            assert leaver not in seated
    play_season(service, league)
    assert faults(service, league, 1) == []


@pytest.mark.both_databases
def test_what_is_not_over_at_the_end_is_a_draw(service: Service, store: Store, time: FakeTime) -> None:
    league = begun(service, store, time, 4, season="30", tempo="10d+36h/10d")
    (division,) = look(service, league).divisions
    (board,) = division.boards
    time.pass_by(9 * DAY)
    store.tournaments.set(division.view.tournament.id, due_at=time.now, ends_at=time.now)
    work(service)
    (division,) = look(service, league).divisions
    (board,) = division.boards
    assert (board.how, board.points) == ("adjudicated", (1.5,) * 4)
    assert board.verdict == "a draw, as no program judges games of more than two seats"
    assert not service.bots.look(board.match_id or "").match.over
    assert division.view.tournament.state == "over"


def test_who_leaves_a_table_on_time_and_stays_away_is_not_in_the_next_season(
    service: Service, store: Store, time: FakeTime
) -> None:
    league = begun(service, store, time, 5, season="60", vacation="no")
    (division,) = look(service, league).divisions
    board = next(one for one in division.boards if len(one.seating) > 2)
    late = service.bots.look(board.match_id or "")
    seat = late.match.to_act[0]
    silent = late.seats[seat].person
    time.pass_by(3 * DAY)
    service.clocks.end_overdue()
    time.pass_by(31 * DAY)
    for person in {entry.person for entry in look(service, league).entries} - {silent}:
        service.people.begin_session(service.people.find_active(person), "")
    for division in look(service, league).divisions:
        play_all(service, division.view.tournament.id)
    work(service)
    assert silent not in {entry.person for entry in look(service, league).entries}


def test_the_rules_say_how_places_count(service: Service, store: Store) -> None:
    (ann,) = accounts(service, store, 1)
    said = dict(rules(look(service, make(service, ann, game=GAME)).league))
    assert "3-2-1-0 points" in said["What counts"]
    assert "is a draw for the table" in said["Deadline"]
    assert "go on without you" in said["Leaving"]
    for game, error in (("vortex(players=1)", ParseError), ("grid(players=3,height=6)", InvalidOption)):
        with pytest.raises(error):
            make(service, ann, game=game)
