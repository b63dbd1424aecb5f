"""Duplicates on the site: all have the same dice, and nobody sees a match of another before all have ended the game."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.json import decode, encode

from ludarium.core.errors import IllegalMove, NotYourTurn, ParseError
from ludarium.core.record import Record
from ludarium.core.text import say_times, utc_time
from ludarium.match.clock import DAY
from ludarium.match.data import TIME
from ludarium.match.verify import describe_dice, verify
from ludarium.search.personas import bot_name
from ludarium.site.act import Refusal
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import AskHint, AskTakeback, ChangeNonce, OfferDraw, PlayTurn, Resign
from ludarium.site.match.transactions import NoSuchMatch
from ludarium.site.match.views import MatchView
from ludarium.site.moderation.commands import Undo
from ludarium.site.moderation.decisions import RemoveMatch
from ludarium.site.notices.rows.notices import TOURNAMENT
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.talk.commands import NotePosition, Say
from ludarium.site.tournaments import duplicates
from ludarium.site.tournaments.conducting import Adjourn, Resume
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament
from ludarium.site.tournaments.organising import BeginTournament, ChangeTournament, CorrectResult
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.rows.values import StoredBoard
from ludarium.site.tournaments.running.new_matches import BATCH
from ludarium.site.tournaments.substituting import WaitForPlace
from ludarium.site.tournaments.views import TournamentView
from ludarium.site.tournaments.words import describe, result_words, rules
from ludarium.tournament.verification import faults_of
from tests.site.accounts import service
from tests.site.fake_time import FakeTime
from tests.site.tournaments.playing import SLOW, accounts

__all__ = ["service"]

ALONE = "vortex(players=1,board=square3,tokens=2)"
DICE = 2
"""With these the policies move equally often, and the last one more often cannot use a roll."""


def begun(service: Service, people: list[Person], game: str = ALONE, **more: str) -> str:
    command = MakeTournament(game, "duplicate", SLOW, **more)
    tournament = service.tournaments.make(people[0], command).target
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
    return decode(encode(tournament_data(view)))


@pytest.fixture
def fixed_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dice follow from a known secret."""
    monkeypatch.setattr(duplicates, "new_match_id", lambda: "the-dice")
    fixed = SimpleNamespace(token_bytes=lambda count: bytes([DICE]) * count)
    monkeypatch.setattr("ludarium.site.tournaments.duplicates.secrets", fixed)


@pytest.mark.usefixtures("fixed_dice")
def test_all_have_the_same_dice_and_who_needs_fewer_turns_gets_the_points(service: Service, store: Store) -> None:
    people = accounts(service, store, 3)
    tournament = begun(service, people, games="1")
    ended = [play(service, tournament, person, choose) for person, choose in zip(people, (0, 0, -1), strict=True)]
    known = [throws(view) for view in ended]
    assert known[0] == known[1]
    assert known[0] == known[2][: len(known[0])]
    assert len(known[0]) < len(known[2])
    moves = [sum(entry.text[0].isdigit() for entry in view.match.turns) for view in ended]
    assert moves[0] == moves[2]  # a roll that cannot be used is a turn, too
    view = service.tournaments.view(None, tournament)
    assert view.tournament.state == "over"
    got = {line.entry.person: line.row.points for line in view.table}
    assert [got[person.id] for person in people] == [1.5, 1.5, 0.0]
    assert faults_of(data(view)) == []
    made = {f"won in {len(own)} turns" for own in known}
    assert {result_words(board) for board in view.boards} == made


@pytest.mark.both_databases
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
        assert played.id not in encode(tournament_data(view)).decode()
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
            service.talk.act(person, played.id, NotePosition(1, "good"))
    assert service.queries.by_number(played.number, ann.id) == played.id
    assert not store.dice_due.first(10)

    other = play(service, tournament, bob)
    said = [one.notice.data["text"] for one in service.notices.recent(ann.id) if one.notice.kind == TOURNAMENT]
    assert any("All have ended game 1" in text for text in said)
    opened = service.view(eve, played.id)
    assert not opened.private
    assert opened.match.commitment == service.view(None, other.id).match.commitment
    assert opened.match.commitment
    assert opened.match.commitment.is_kept
    assert {*store.dice_due.first(10)} == {played.id, other.id}
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
    with pytest.raises(IllegalMove, match="no draw is offered where all have the same dice"):
        service.act(ann, view.id, OfferDraw(), view.revision)
    with pytest.raises(Refusal, match="no result is corrected"):
        service.tournaments.act(ann, tournament, CorrectResult(view.id, "1"))
    with pytest.raises(Refusal, match="nobody plays on"):
        service.tournaments.act(eve, tournament, WaitForPlace())
    with pytest.raises(IllegalMove, match="others still play with these dice"):
        service.fork(view.id, len(view.match.turns), [*view.seats], host=ann.id)
    with pytest.raises(IllegalMove, match="all have the same dice: bots play on from a position"):
        service.create("ludo(goal=30)", [*view.seats], position=str(view.match.state), host=ann.id)


def test_in_a_game_for_two_all_play_the_same_bot_and_have_the_other_seat_in_the_next_game(
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


@pytest.mark.both_databases
def test_more_matches_than_begin_at_once_have_the_dice_of_the_first(service: Service, store: Store) -> None:
    people = accounts(service, store, 9)
    tournament = begun(service, people, games="2")
    views = [match_of(service, tournament, person, game) for game in (0, 1) for person in people]
    assert len({view.id for view in views}) == 18 > BATCH
    assert [len({view.match.commitment for view in part}) for part in (views[:9], views[9:], views)] == [1, 1, 2]


def test_if_the_bot_fails_the_match_counts_as_half_a_win(service: Service, store: Store) -> None:
    ann, bob = accounts(service, store, 2)
    tournament = begun(service, [ann, bob], "ludo(goal=30)", games="1", opponent="easy")
    view = match_of(service, tournament, ann)
    bot = next(seat for seat, assignment in enumerate(view.seats) if assignment.kind == "bot")
    service.bots.forfeit(view.id, bot, view.revision, "it fell")
    work(service)
    (board,) = own_boards(service, tournament, ann)
    assert (board.how, board.points) == ("played", (0.5,))


def test_what_a_moderator_has_removed_stays_in_no_list_and_is_not_closed_again(service: Service, store: Store) -> None:
    ann, bob, mod = accounts(service, store, 3)
    store.sanctions.set_moderator(mod.id, moderator=True)
    moderator = service.people.load(mod.id)
    assert moderator
    tournament = begun(service, [ann, bob], games="1")
    played = play(service, tournament, ann)
    service.moderation.act(moderator, RemoveMatch(played.id, "insult"))
    other = play(service, tournament, bob)
    assert [service.view(None, one.id).private for one in (played, other)] == [True, False]
    service.moderation.act(moderator, RemoveMatch(other.id, "insult"))
    assert service.view(None, other.id).match.commitment == service.view(None, played.id).match.commitment
    first = store.sanctions.of_match_in_force(played.id, "remove", service.tournaments.view(None, tournament).now)
    assert first
    service.moderation.act(moderator, Undo(first.id))
    assert not service.view(None, played.id).private


def test_its_time_ends_and_what_is_not_over_then_is_the_worst(service: Service, store: Store, time: FakeTime) -> None:
    people = ann, bob, eve = accounts(service, store, 3)
    tournament = begun(service, people, "vortex(players=1,tokens=3)", games="1", weeks="2")
    made = service.tournaments.view(None, tournament).tournament
    assert made.ends_at
    assert made.ends_at == made.created_at + 21 * DAY  # it would have begun after a week
    played, resigned, late = (match_of(service, tournament, person) for person in people)
    play(service, tournament, ann)
    service.act(bob, resigned.id, Resign(), resigned.revision)
    while time.now < made.ends_at - 7 * DAY:  # a turn a day
        match = match_of(service, tournament, eve)
        turn = PlayTurn(match.match.state.format_turn([match.match.state.legal()[-1]]))
        assert not service.act(eve, match.id, turn, match.revision).view.match.over
        time.pass_by(DAY)
        work(service)
    said = [one.notice.data["text"] for one in service.notices.recent(eve.id) if one.notice.kind == TOURNAMENT]
    assert any("1 match of yours goes on: what is not over then counts as not played to the end" in one for one in said)
    assert not any("goes on" in one.notice.data.get("text", "") for one in service.notices.recent(ann.id))
    store.tournaments.set(tournament, due_at=time.now, ends_at=time.now)
    work(service)
    view = service.tournaments.view(None, tournament)
    assert view.tournament.state == "over"
    ended = service.view(None, late.id).match
    assert (ended.over, ended.ending.partition(":")[0]) == (True, TIME)
    words = {view.players[board.first].person: result_words(board) for board in view.boards}
    assert (words[bob.id], words[eve.id]) == ("lost", "not played to the end")
    points = {line.entry.person: line.row.points for line in view.table}
    assert [points[person.id] for person in people] == [2.0, 1.0, 0.0]
    assert faults_of(data(view)) == []
    opened = {service.view(None, one.id).match.commitment for one in (played, resigned, late)}
    assert [one and one.is_kept for one in opened] == [True]
    assert not service.tournaments.work()


def test_who_does_not_come_to_the_end_has_let_nobody_wait(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 2)
    tournament = begun(service, people, games="4")
    store.tournaments.set(tournament, due_at=time.now, ends_at=time.now)
    work(service)
    view = service.tournaments.view(None, tournament)
    assert view.tournament.state == "over"
    assert {service.view(None, board.match_id or "").match.ending.partition(":")[0] for board in view.boards} == {TIME}
    assert [line.row.points for line in view.table] == [2.0, 2.0]
    for person in people:
        assert not store.evidence.never_begun(person.id, 0.0)
        assert service.desk.resting(person) is None


@pytest.mark.both_databases
def test_its_end_moves_with_its_beginning_and_with_an_adjournment(
    service: Service, store: Store, time: FakeTime
) -> None:
    ann, bob = accounts(service, store, 2)
    tournament = service.tournaments.make(ann, MakeTournament(ALONE, "duplicate", SLOW)).target

    def ends_in() -> float:
        ends_at = service.tournaments.view(None, tournament).tournament.ends_at
        assert ends_at
        return (ends_at - time.now) / DAY

    assert ends_in() == 7 + 28
    service.tournaments.act(bob, tournament, EnterTournament())
    service.tournaments.act(ann, tournament, EnterTournament())
    service.tournaments.act(ann, tournament, ChangeTournament(days="3"))
    assert ends_in() == 3 + 28
    ends = utc_time(time.now + 31 * DAY)
    assert f"it ends on {ends}" in say_times(service.tournaments.view(None, tournament).news[0].text)
    assert any(f"it ends on {ends}" in say_times(one.notice.data["text"]) for one in service.notices.recent(bob.id))
    service.tournaments.act(ann, tournament, BeginTournament())
    work(service)
    assert ends_in() == 3 + 28  # as it was published
    store.tournaments.set(tournament, due_at=time.now, warned_at=time.now)
    service.tournaments.act(ann, tournament, Adjourn("10"))
    assert ends_in() == 3 + 28 + 10
    assert service.tournaments.view(None, tournament).tournament.warned_at is None  # of the new end nobody was warned
    time.pass_by(4 * DAY)
    service.tournaments.act(ann, tournament, Resume())
    assert ends_in() == 3 + 28
    ends = utc_time(time.now + 31 * DAY)
    assert any(
        f"It ends on {ends}" in say_times(one.notice.data.get("text", "")) for one in service.notices.recent(bob.id)
    )


def test_a_moderator_who_plays_sees_no_more_than_the_others(service: Service, store: Store) -> None:
    ann, bob, eve = accounts(service, store, 3)
    for person in (bob, eve):
        store.sanctions.set_moderator(person.id, moderator=True)
    tournament = begun(service, [ann, bob], games="1")
    played = play(service, tournament, ann)
    for moderator in (service.people.load(person.id) for person in (bob, eve)):
        assert moderator
        assert played.id not in {match.id for match in service.moderation.case(moderator, ann.id).matches}
        seen = service.desk.match(moderator, played.id).match
        assert (seen.number, seen.seats, seen.closed) == (played.number, played.seats, True)
        assert (seen.turns, seen.turn_count, seen.result, seen.ending) == (0, 0, "*", "")
        assert service.queries.of_person(ann.id).seen_by(moderator.id).finished == ()
    assert [match.id for match in service.queries.of_person(ann.id).seen_by(ann.id).finished] == [played.id]
    play(service, tournament, bob)
    moderator = service.people.load(eve.id)
    assert [match.id for match in service.moderation.case(moderator, ann.id).matches] == [played.id]
    assert service.desk.match(moderator, played.id).match.ending


@pytest.mark.parametrize(
    ("game", "more", "expected"),
    [
        ("orion", {}, "a game with dice"),
        ("vortex(players=3)", {}, "for one or two"),
        (ALONE, {"rated": "yes"}, "unrated"),
        (ALONE, {"computers": "yes"}, "without bots"),
        (ALONE, {"games": "7"}, "from 1 to 6"),
        (ALONE, {"weeks": "1"}, "weeks until the end are '1': expected a number from 2 to 12"),
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
        service.tournaments.make(ann, MakeTournament(game, "duplicate", SLOW, **more)).target
        for game, more in ((ALONE, {}), ("ludo", {"opponent": "easy", "games": "1"}))
    ]
    alone, against = (service.tournaments.view(ann, one).tournament for one in made)
    assert "Everybody plays the same 4 games alone, with the same dice" in " ".join(describe(alone))
    assert f"Everybody plays one game against {bot_name('ludo', 'easy')}, a bot" in " ".join(describe(against))
    assert any("second account" in rule for rule in rules(alone))
    assert alone.ends_at
    assert any("An adjournment moves its end" in rule for rule in rules(alone))
    assert not any("substitut" in rule.lower() or "correct a result" in rule for rule in rules(alone))
