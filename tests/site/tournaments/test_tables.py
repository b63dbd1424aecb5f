"""Tournaments of games with three and four seats: tables, points by place, players who leave, and smaller tables."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec.json import decode, encode

from ludarium.core.errors import InvalidOption, ParseError
from ludarium.core.record import parse_result
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import Resign
from ludarium.site.notices.rows.notices import TOURNAMENT
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament, RequestBye
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.tournament.verification import faults_of
from tests.site.accounts import service
from tests.site.tournaments.playing import SLOW, accounts, begun, look, make, undecided

__all__ = ["service"]


def texts(service: Service, person_id: str) -> list[str]:
    return [one.notice.data["text"] for one in service.notices.recent(person_id) if one.notice.kind == TOURNAMENT]


def several(service: Service, people: list[Person], kind: str, game: str, **more: str) -> str:
    return begun(service, people, kind, game=game, **more)


def play_all(service: Service, tournament: str) -> None:
    """Let all matches that go on end: all resign but the one with the lowest seed number."""
    view = look(service, tournament)
    for board in undecided(view):
        assert board.match_id
        people = {view.players[number].person for number in sorted(board.seating)[1:]}
        while not (match := service.bots.look(board.match_id)).match.over:
            seat = next(at for at, one in enumerate(match.seats) if one.person in people)
            service.bots.act(match.id, seat, Resign(), match.revision)
    service.tournaments.work()


def points_again(service: Service, tournament: str) -> Counter[str]:
    """Return the points of each player as the results of the matches say: for each two at a table, and each bye."""
    view = look(service, tournament)
    seats, found = view.tournament.seats, Counter[str]()
    for board in (board for _, boards in view.rounds for board in boards):
        if not board.match_id:
            found[view.players[board.first].person] += (seats - 1) / 2  # type: ignore[assignment]  # halves
            continue
        match = service.bots.look(board.match_id)
        paid = parse_result(board.result, match.match.game) or ()
        names = {entry.name: entry.person for entry in view.players}
        people = [names[name] for name in match.match.players]
        worth = (seats - 1) / (len(people) - 1)
        for (one, mine), (other, theirs) in combinations(zip(people, paid, strict=True), 2):
            found[one] += worth * ((mine > theirs) + (mine == theirs) / 2)  # type: ignore[assignment]  # halves
            found[other] += worth * ((theirs > mine) + (mine == theirs) / 2)  # type: ignore[assignment]  # halves
    return found


def check(service: Service, tournament: str) -> None:
    view = look(service, tournament)
    expected = points_again(service, tournament)
    assert {line.entry.person: line.row.points for line in view.table} == {
        entry.person: pytest.approx(expected[entry.person]) for entry in view.players
    }
    keys = [(-line.row.points, -line.row.won) for line in view.table]
    assert keys == sorted(keys)
    assert faults_of(decode(encode(tournament_data(view)))) == []


@pytest.mark.both_databases
def test_a_round_robin_of_four_seats_begins_all_tables_at_once_and_counts_places(
    service: Service, store: Store
) -> None:
    people = accounts(service, store, 7)
    tournament = several(service, people, "round-robin", "ludo(players=4)", name="The cup")
    view = look(service, tournament)
    assert sorted(len(board.seating) for board in undecided(view)) == [3, 3, 4, 4]
    for board in undecided(view):
        match = service.bots.look(board.match_id or "")
        seated = [view.players[number].person for number in board.seating]
        assert match.match.game.spec == f"ludo(players={len(seated)})"
        assert [seat.person for seat in match.seats] == seated
    assert texts(service, people[0].id) == ["The cup has begun: you have 2 matches."]
    play_all(service, tournament)
    assert look(service, tournament).tournament.state == "over"
    check(service, tournament)


@pytest.mark.both_databases
def test_a_swiss_tournament_of_three_seats_with_a_bye_on_request_and_who_leaves(service: Service, store: Store) -> None:
    people = accounts(service, store, 8)
    tournament = service.tournaments.make(
        people[0], MakeTournament("vortex(players=3)", "swiss", SLOW, "The cup", rounds="3")
    ).target
    for person in people:
        service.tournaments.act(person, tournament, EnterTournament())
    service.tournaments.act(people[5], tournament, RequestBye())
    store.tournaments.set(tournament, due_at=0.0, begins_at=0.0)
    service.tournaments.work()
    view = look(service, tournament)
    assert sorted(len(board.seating) for board in view.rounds[0][1]) == [1, 2, 2, 3]
    assert texts(service, people[5].id) == [
        "The cup has begun: you do not play, as you have asked, and get half of its points."
    ]
    table = next(board for board in view.rounds[0][1] if len(board.seating) == 3)
    one, other, third = (view.players[number] for number in table.seating)
    assert any(
        f"you play {' and '.join(sorted((other.name, third.name)))} at one" in said
        for said in texts(service, one.person)
    )
    service.tournaments.act(service.people.find_active(one.person), tournament, LeaveTournament())
    service.tournaments.work()
    match = service.bots.look(table.match_id or "")
    assert one.person not in [seat.person for seat in match.seats] or match.match.over
    for _ in range(3):
        play_all(service, tournament)
    view = look(service, tournament)
    assert view.tournament.state == "over"
    assert [len(boards) for _, boards in view.rounds][1:] == [3, 3]
    assert all(one.number not in board.seating for _, boards in view.rounds[1:] for board in boards)
    check(service, tournament)


@pytest.mark.both_databases
@pytest.mark.parametrize("game", ["grid(players=3,height=6)", "grid(players=4,height=6)"])
def test_no_tournament_is_of_games_that_end_with_their_first_turn(service: Service, store: Store, game: str) -> None:
    (ann,) = accounts(service, store, 1)
    with pytest.raises(InvalidOption, match="the first turn"):
        make(service, ann, "round-robin", game=game)


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["knock-out", "double-knock-out"])
def test_a_knock_out_is_for_two_seats(service: Service, store: Store, kind: str) -> None:
    (person,) = accounts(service, store, 1)
    with pytest.raises(ParseError, match="3 seats"):
        service.tournaments.make(person, MakeTournament("ludo(players=3)", kind, SLOW))
