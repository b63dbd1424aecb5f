"""Simultaneous exhibitions and team matches: who is asked, who plays whom, who begins, and what it ends in."""

from collections import Counter

import pytest
from msgspec.json import decode, encode

from ludarium.core.errors import ParseError
from ludarium.site.act import NotOrganiser, Refusal
from ludarium.site.ground.values import Person
from ludarium.site.notices.rows.notices import TOURNAMENT
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament
from ludarium.site.tournaments.organising import AssignTeam, BeginTournament
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.pages.page import reserves, team_boards
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.rows.values import StoredBoard
from ludarium.site.tournaments.views import TournamentView
from ludarium.tournament.verification import faults_of
from tests.site.accounts import service
from tests.site.tournaments.playing import SLOW, accounts, look, play_round, undecided

__all__ = ["service"]

GAME = "orion(clicks=1)"


def texts(service: Service, person_id: str) -> list[str]:
    return [one.notice.data["text"] for one in service.notices.recent(person_id) if one.notice.kind == TOURNAMENT]


def made(service: Service, organiser: Person, kind: str, **more: str) -> str:
    command = MakeTournament(GAME, kind, SLOW, "The day", **more)
    return service.tournaments.make(organiser, command).target


def enter(service: Service, tournament: str, people: list[Person], team: str = "") -> None:
    for person in people:
        service.tournaments.act(person, tournament, EnterTournament(team))


def begin(service: Service, tournament: str, organiser: Person) -> TournamentView:
    service.tournaments.act(organiser, tournament, BeginTournament())
    while service.tournaments.work():
        pass
    return look(service, tournament)


def has_no_faults(view: TournamentView) -> bool:
    return faults_of(decode(encode(tournament_data(view)))) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("begins", ["exhibitor", "alternates"])
def test_the_organiser_plays_everybody_at_once(service: Service, store: Store, begins: str) -> None:
    people = accounts(service, store, 19)
    tournament = made(service, people[0], "exhibition", first_turn=begins)
    enter(service, tournament, people[1:])
    view = begin(service, tournament, people[0])
    assert view.players[0].person == people[0].id
    boards = undecided(view)
    assert all(board.match_id for board in boards)  # more than one transaction begins
    assert sorted(other for board in boards for other in board.seating if other) == list(range(1, 19))
    assert sum(board.first == 0 for board in boards) == (18 if begins == "exhibitor" else 9)
    assert texts(service, people[1].id) == [f"The day has begun: you play {people[0].name}."]
    assert texts(service, people[0].id)[0] == "The day has begun: you have 18 matches."
    assert not service.bots.look(boards[0].match_id or "").rated
    leaving = view.players[3]
    service.tournaments.act(service.people.find_active(leaving.person), tournament, LeaveTournament())
    service.tournaments.work()

    def decide(board: StoredBoard) -> int | None:
        other = max(board.seating)
        return (None, 0, other)[other % 3]

    view = play_round(service, tournament, decide)
    assert view.tournament.state == "over"
    results = {other: {0: 0.5, 1: 0.0, 2: 1.0}[other % 3] for other in range(1, 19)} | {3: 0.0}
    assert {line.row.player: line.row.points for line in view.table[1:]} == results
    score = sum(1.0 - got for got in results.values())
    assert (view.table[0].entry.person, view.table[0].row.rank, view.table[0].row.points) == (people[0].id, 0, score)
    said = {0.0: "0", 0.5: "½", 1.0: "1"}
    for number, got in results.items():
        if number != 3:
            assert f"The day is over: you have {said[got]} of 1 point." in texts(service, view.players[number].person)
    assert f"The day is over: you have {score:g} of 18 points.".replace(".5", "½") in texts(service, people[0].id)
    assert has_no_faults(view)


@pytest.mark.both_databases
def test_whom_the_organiser_names_must_accept(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    with pytest.raises(ParseError, match="nobody whom you can ask"):
        made(service, people[0], "exhibition", exhibitor="Nobody")
    tournament = made(service, people[0], "exhibition", exhibitor=people[1].name.upper(), most="3")
    assert texts(service, people[1].id) == [
        f"{people[0].name} asks you to play everybody who enters The day, all at once: enter to accept."
    ]
    enter(service, tournament, [people[0], people[3]])
    with pytest.raises(Refusal, match="full"):  # a place is kept for who was asked
        enter(service, tournament, [people[2]])
    with pytest.raises(Refusal):
        service.tournaments.act(people[0], tournament, BeginTournament())
    enter(service, tournament, [people[1]])
    view = begin(service, tournament, people[0])
    assert view.players[0].person == people[1].id
    assert {board.first for board in undecided(view)} == {0}


@pytest.mark.both_databases
def test_without_the_exhibitor_it_does_not_take_place(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    tournament = made(service, people[0], "exhibition", exhibitor=people[1].name)
    enter(service, tournament, [people[0], people[2], people[3]])
    store.tournaments.set(tournament, due_at=0.0, begins_at=0.0)
    service.tournaments.work()
    assert look(service, tournament).tournament.state == "cancelled"
    said = f"The day does not take place: {people[1].name} has not accepted to play against everybody."
    assert said in texts(service, people[2].id)


@pytest.mark.both_databases
def test_an_exhibitor_who_leaves_loses_the_matches_that_go_on(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    tournament = made(service, people[0], "exhibition")
    enter(service, tournament, people[1:])
    begin(service, tournament, people[0])
    service.tournaments.act(people[0], tournament, LeaveTournament())
    while service.tournaments.work():
        pass
    view = look(service, tournament)
    assert view.tournament.state == "over"
    assert [(line.row.rank, line.row.points) for line in view.table] == [(0, 0.0), (1, 1.0), (2, 1.0), (3, 1.0)]
    assert has_no_faults(view)


@pytest.mark.both_databases
def test_two_teams_play_two_matches_at_each_board(service: Service, store: Store) -> None:
    people = accounts(service, store, 8)
    tournament = made(service, people[0], "team-match", teams="North, South")
    enter(service, tournament, people[:4], "north")
    enter(service, tournament, [people[4]])  # the smaller team
    enter(service, tournament, people[5:7], "South")
    with pytest.raises(ParseError, match="North or South"):
        enter(service, tournament, people[7:], "East")
    enter(service, tournament, people[7:], "South")
    with pytest.raises(NotOrganiser):
        service.tournaments.act(people[1], tournament, AssignTeam(people[3].id, "South"))
    service.tournaments.act(people[0], tournament, AssignTeam(people[3].id, "South"))
    assert f"{people[0].name} has put you in the team South of The day." in texts(service, people[3].id)
    view = begin(service, tournament, people[0])
    teams = {entry.person: entry.team for entry in view.players}
    assert [teams[person.id] for person in people] == [0, 0, 0, 1, 1, 1, 1, 1]
    boards = undecided(view)
    assert len(boards) == 6
    assert Counter(board.first for board in boards) == Counter(board.second for board in boards)
    for board in boards:
        assert {view.players[player].team for player in board.seating} == {0, 1}
    order = [[number for number, entry in enumerate(view.players) if entry.team == team] for team in (0, 1)]
    pairs = {frozenset(pair) for pair in zip(*order, strict=False)}
    assert {frozenset(board.seating) for board in boards} == pairs
    assert [entry.number for entry in reserves(view)] == order[1][3:]
    with pytest.raises(Refusal):
        service.tournaments.act(people[0], tournament, AssignTeam(people[3].id, "North"))
    view = play_round(service, tournament, lambda board: board.first)  # who begins wins
    assert view.tournament.state == "over"
    assert view.team_points == (3.0, 3.0)
    assert [line.points for line in team_boards(view)] == [(1.0, 1.0)] * 3
    assert "The day is over: North has 3 points, South has 3 points." in texts(service, people[7].id)
    assert has_no_faults(view)


@pytest.mark.both_databases
def test_each_team_needs_two_and_different_names(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    with pytest.raises(ParseError, match="two teams"):
        made(service, people[0], "team-match", teams="One")
    with pytest.raises(ParseError, match="two teams"):
        made(service, people[0], "team-match", teams="One, one")
    tournament = made(service, people[0], "team-match")
    enter(service, tournament, people[:3], "Red")
    enter(service, tournament, people[3:], "Blue")
    with pytest.raises(Refusal, match="each team needs 2 players"):
        service.tournaments.act(people[0], tournament, BeginTournament())
