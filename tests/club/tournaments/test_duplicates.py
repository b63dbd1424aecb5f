"""Duplicates on the site: all have the same dice, and nobody sees a match of another before all have ended the game."""

from typing import Any

import pytest
from msgspec.json import decode, encode

from ludarium.club.match.commands import AskHint, AskTakeback, ChangeNonce, PlayTurn, Resign
from ludarium.club.match.transactions import NoSuchMatch
from ludarium.club.people.people import Person
from ludarium.club.service import MatchView, SeatAssignment, Service
from ludarium.club.talk.commands import NotePosition, Say
from ludarium.club.tournaments.commands import (
    BeginTournament,
    CorrectResult,
    EnterTournament,
    LeaveTournament,
    MakeTournament,
    WaitForPlace,
)
from ludarium.club.tournaments.errors import EntryRefused
from ludarium.club.tournaments.views import StoredBoard, TournamentView
from ludarium.core.errors import IllegalMove, LudariumError, NotYourTurn, ParseError
from ludarium.core.record import Record
from ludarium.match.verify import describe_dice, verify
from ludarium.search.personas import bot_name
from ludarium.server.tournament_rules import rules
from ludarium.server.tournament_words import describe, result_words
from ludarium.server.web.tournaments.data import tournament_data
from ludarium.store.match.repository import Store
from ludarium.tournament.verification import faults_of
from tests.club.accounts import service
from tests.club.fake_time import FakeTime
from tests.club.tournaments.playing import SLOW, accounts

__all__ = ["service"]

ALONE = "vortex(players=1,board=square3,tokens=2)"


def begun(service: Service, people: list[Person], game: str = ALONE, **more: str) -> str:
    command = MakeTournament(game, "duplicate", SLOW, **more)
    tournament = service.tournaments.make(people[0], command).tournament
    for person in people:
        service.tournaments.act(person, tournament, EnterTournament())
    service.tournaments.act(people[0], tournament, BeginTournament())
    work(service)
    return tournament


def work(service: Service) -> None:
    while service.tournaments.work():
        pass


def own_boards(service: Service, tournament: str, person: Person) -> tuple[StoredBoard, ...]:
    return service.tournaments.view(person, tournament).own_boards


def match_of(service: Service, tournament: str, person: Person, game: int = 0) -> MatchView:
    board = next(board for board in own_boards(service, tournament, person) if board.encounter == game)
    assert board.match_id
    return service.view(person, board.match_id)


def play(service: Service, tournament: str, person: Person, choose: int = 0, game: int = 0) -> MatchView:
    """Play a person's match to its end, always by the first legal turn or by the last."""
    view = match_of(service, tournament, person, game)
    while not view.match.over:
        state = view.match.state
        turn = state.format_turn([state.legal()[choose]])
        view = service.act(person, view.id, PlayTurn(turn), view.revision).view
    work(service)
    return view


def throws(view: MatchView) -> list[str]:
    return [entry.text for entry in view.match.turns if entry.text.startswith("roll")]


def data(view: TournamentView) -> Any:  # Any: JSON
    return decode(encode(tournament_data({"view": view})))


def test_all_have_the_same_dice_and_who_does_better_gets_the_points(service: Service, store: Store) -> None:
    people = accounts(service, store, 3)
    tournament = begun(service, people, games="1")
    ended = [play(service, tournament, person, choose) for person, choose in zip(people, (0, 0, -1), strict=True)]
    known = [throws(view) for view in ended]
    shortest = min(map(len, known))
    assert known[0] == known[1]
    assert shortest > 4
    assert {tuple(one[:shortest]) for one in known} == {tuple(known[0][:shortest])}
    view = service.tournaments.view(None, tournament)
    assert view.tournament.state == "over"
    made = {board.first: board.first_turns for board in view.boards}
    mine = {line.entry.person: line.row.points for line in view.table}
    numbers = {entry.person: number for number, entry in enumerate(view.players)}
    first, second, third = (made[numbers[person.id]] or 0 for person in people)
    assert first == second
    others = (0.5, 0.5, 2.0) if third < first else (1.5, 1.5, 0.0) if third > first else (1.0, 1.0, 1.0)
    assert [mine[person.id] for person in people] == [*others]
    assert faults_of(data(view)) == []
    assert {result_words(board) for board in view.boards} == {f"won in {turns} turns" for turns in (first, third)}


def test_a_match_is_closed_until_all_have_ended_the_game(service: Service, store: Store, time: FakeTime) -> None:
    ann, bob, eve = accounts(service, store, 3)
    tournament = begun(service, [ann, bob], games="2")
    before = match_of(service, tournament, ann)
    played = play(service, tournament, ann)
    assert before.private
    assert played.match.over
    assert played.match.commitment
    assert played.match.commitment.secret is None  # Bob plays with it
    assert "Secret" not in service.queries.record(played.id).tags
    time.pass_by(60)
    (line,) = service.records.after("", 10, mine=True, person=ann)
    assert "Secret" not in line.record
    assert not list(service.records.of_tournament(tournament, bob))
    assert played.id not in {one.id for one in service.queries.recent()}
    for person in (bob, eve, None):
        view = service.tournaments.view(person, tournament)
        (seen,) = (b for b in view.boards if view.players[b.first].person == ann.id and b.encounter == 0)
        assert (seen.match_id, seen.match_number, seen.how, seen.points, seen.result) == ("", None, "", (), "*")
        assert result_words(seen) == "has ended"
        assert played.id not in encode(tournament_data({"view": view})).decode()
        with pytest.raises(NoSuchMatch):
            service.queries.by_number(played.number, person.id if person else None)
        with pytest.raises(NoSuchMatch, match="closed to others"):
            service.view(person, played.id)
        with pytest.raises(NoSuchMatch, match="closed to others"):
            service.fork(played.id, 1, [SeatAssignment("person", "A", "a")], host=person.id if person else None)
        with pytest.raises(NoSuchMatch, match="closed to others"):
            service.act(person, played.id, Resign(), played.revision)
        with pytest.raises(NoSuchMatch, match="closed to others"):
            service.talk.act(person, played.id, Say("Hello"))
        with pytest.raises(NoSuchMatch, match="closed to others"):
            service.position_notes.act(person, played.id, NotePosition(1, "good"))
    assert service.queries.by_number(played.number, ann.id) == played.id
    assert not store.dice.due(10)

    other = play(service, tournament, bob)
    opened = service.view(eve, played.id)
    assert not opened.private
    assert opened.match.commitment == service.view(None, other.id).match.commitment
    assert opened.match.commitment
    assert opened.match.commitment.is_kept
    assert {*store.dice.due(10)} == {played.id, other.id}
    verified = verify(Record.parse(str(service.queries.record(played.id))))
    assert "nobody has changed the dice" in describe_dice(verified)
    view = service.tournaments.view(eve, tournament)
    assert [bool(board.match_id) for board in view.boards] == [board.encounter == 0 for board in view.boards]
    assert view.tournament.state == "running"  # the second game is not over
    assert faults_of(data(view)) == []


def test_nobody_gets_an_advantage(service: Service, store: Store) -> None:
    ann, bob, eve = accounts(service, store, 3)
    tournament = begun(service, [ann, bob], "ludo(goal=30)", games="1", opponent="easy")
    view = match_of(service, tournament, ann)
    with pytest.raises(NotYourTurn, match="cannot be changed"):
        service.act(ann, view.id, ChangeNonce("abc"), view.revision)
    with pytest.raises(IllegalMove, match="no hints"):
        service.act(ann, view.id, AskHint(), view.revision)
    with pytest.raises(IllegalMove, match="taken back"):
        service.act(ann, view.id, AskTakeback(), view.revision)
    with pytest.raises(LudariumError):
        service.tournaments.act(ann, tournament, CorrectResult(view.id, "1"))
    with pytest.raises(EntryRefused, match="nobody plays on"):
        service.tournaments.act(eve, tournament, WaitForPlace())
    with pytest.raises(IllegalMove, match="all have the same dice: bots play on from a position"):
        service.fork(view.id, len(view.match.turns), [*view.seats], host=ann.id)


def test_in_a_game_for_two_all_play_the_same_bot_with_the_first_turn_in_every_other_game(
    service: Service, store: Store
) -> None:
    ann, bob = accounts(service, store, 2)
    tournament = begun(service, [ann, bob], "ludo(goal=30)", games="2", opponent="medium")
    for game in (0, 1):
        views = [match_of(service, tournament, person, game) for person in (ann, bob)]
        assert [[seat.kind for seat in view.seats] for view in views] == [[seat.kind for seat in views[0].seats]] * 2
        assert {seat.name for view in views for seat in view.seats if seat.kind == "bot"} == {"medium"}
        assert len({view.match.commitment for view in views}) == 1
        assert len({view.id for view in views}) == 2
    first, second = (match_of(service, tournament, ann, game) for game in (0, 1))
    assert [seat.kind for seat in first.seats] == [seat.kind for seat in second.seats][::-1]
    assert first.match.commitment != second.match.commitment
    service.act(ann, first.id, Resign(), first.revision)
    work(service)
    view = service.tournaments.view(ann, tournament)
    (board,) = (board for board in view.own_boards if board.encounter == 0)
    assert (board.how, board.points) == ("played", (0.0,))


def test_who_leaves_has_the_worst_result(service: Service, store: Store) -> None:
    people = accounts(service, store, 3)
    tournament = begun(service, people, games="1")
    service.tournaments.act(people[0], tournament, LeaveTournament())
    work(service)
    lost = match_of(service, tournament, people[1])
    service.act(people[1], lost.id, Resign(), lost.revision)
    play(service, tournament, people[2])
    view = service.tournaments.view(None, tournament)
    points = {line.entry.person: line.row.points for line in view.table}
    assert [points[person.id] for person in people] == [0.0, 1.0, 2.0]
    assert sorted(result_words(board) for board in view.boards)[:2] == ["lost", "not played to the end"]
    assert all(board.match_id and service.view(None, board.match_id).match.over for board in view.boards)


@pytest.mark.parametrize(
    ("game", "more", "expected"),
    [
        ("orion", {}, "a game with dice"),
        ("vortex(players=3)", {}, "for one or two"),
        (ALONE, {"rated": "yes"}, "unrated"),
        (ALONE, {"computers": "yes"}, "without computers"),
        (ALONE, {"games": "7"}, "from 1 to 6"),
        ("ludo", {"opponent": "mcts(seconds=3600)"}, "no level of ludo"),
    ],
)
def test_what_cannot_be_a_duplicate(
    service: Service, store: Store, game: str, more: dict[str, str], expected: str
) -> None:
    (ann,) = accounts(service, store, 1)
    with pytest.raises(ParseError, match=expected):
        service.tournaments.make(ann, MakeTournament(game, "duplicate", SLOW, **more))


def test_the_words_say_what_is_played_and_what_cannot_be_seen(service: Service, store: Store) -> None:
    (ann,) = accounts(service, store, 1)
    made = [
        service.tournaments.make(ann, MakeTournament(game, "duplicate", SLOW, **more)).tournament
        for game, more in ((ALONE, {}), ("ludo", {"opponent": "easy", "games": "1"}))
    ]
    alone, against = (service.tournaments.view(ann, one).tournament for one in made)
    assert "Everybody plays the same 4 games alone, with the same dice" in " ".join(describe(alone))
    assert f"Everybody plays one game against {bot_name('ludo', 'easy')}, a bot" in " ".join(describe(against))
    assert any("second account" in rule for rule in rules(alone))
    assert not any("substitut" in rule.lower() or "correct a result" in rule for rule in rules(alone))
