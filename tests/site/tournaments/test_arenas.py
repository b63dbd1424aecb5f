"""Arenas through the club: pairing at once, coming and going, the end, and the table by an independent program."""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from ludarium.core.errors import ParseError
from ludarium.site.act import Refusal
from ludarium.site.ground.values import Person
from ludarium.site.match.closed import WAIT
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import ComeBack, EnterTournament, LeaveTournament
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.rows.values import StoredBoard
from ludarium.site.tournaments.views import TournamentView
from ludarium.site.tournaments.words import result_words
from ludarium.tournament.verification import faults_of
from tests.match.test_random_matches import any_turn
from tests.site.accounts import service
from tests.site.fake_time import HOUR, START, FakeTime
from tests.site.tournaments.playing import accounts, finish, look, undecided

__all__ = ["service"]
MINUTE = 60.0


def begun(service: Service, time: FakeTime, people: Sequence[Person], **more: str) -> str:
    options = {"tempo": "180+2", "begins": "2027-01-15T09:00", "minutes": "30", **more}
    game = options.pop("game", "orion(clicks=1)")
    command = MakeTournament(game, "arena", name="The arena", **options)
    made = service.tournaments.make(people[0], command).target
    for person in people:
        service.tournaments.act(person, made, EnterTournament())
    time.now = START + HOUR
    service.tournaments.work()
    return made


def games(view: TournamentView) -> list[StoredBoard]:
    return [board for board in view.boards if board.second is not None]


def data_of(view: TournamentView) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(tournament_data(view))
    return data


def points_by_hand(data: Mapping[str, Any]) -> dict[int, float]:
    """The points of an arena, computed from its data by other means than the program that is tested."""
    results = defaultdict[int, list[str]](list)
    for game in (game for wave in data["waves"] for game in wave if game["how"] in ("played", "forfeit")):
        for player, got in zip(game["players"], game["points"], strict=True):
            results[player].append("ldw"[int(2 * got)])
    found = {}
    for player, text in results.items():
        worth = {"w": 2, "d": 1, "l": 0}
        doubled = (data["streaks"] and text[max(0, at - 2) : at] == ["w", "w"] for at in range(len(text)))
        found[player] = float(sum(worth[each] << twice for each, twice in zip(text, doubled, strict=True)))
    return found


def check(view: TournamentView) -> None:
    data = data_of(view)
    assert faults_of(data) == []
    by_hand = points_by_hand(data)
    assert {row["player"]: row["points"] for row in data["table"]} == {
        player: by_hand.get(player, 0.0) for player in range(len(data["players"]))
    }
    points = [row["points"] for row in data["table"]]
    assert points == sorted(points, reverse=True)


def test_an_arena_of_half_an_hour(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 9)
    arena = begun(service, time, people[:7], streaks="yes", tempo="1800+30")
    chance = random.Random(2)
    ends_at = time.now + 30 * MINUTE
    while time.now < ends_at:
        time.pass_by(60)
        view = look(service, arena)
        for board in undecided(view):
            if board.match_id and chance.random() < 0.5:
                finish(service, view, board, chance.choice([board.first, board.second, None]))
        if time.now == START + HOUR + 10 * MINUTE:
            service.tournaments.act(people[7], arena, EnterTournament())
            service.tournaments.act(people[8], arena, EnterTournament())
            service.tournaments.act(people[3], arena, LeaveTournament())
        if time.now == START + HOUR + 20 * MINUTE:
            service.tournaments.act(people[3], arena, ComeBack())
        service.tournaments.work()
        view = look(service, arena)
        waits = {number for number, entry in enumerate(view.players) if not entry.is_absent}
        waits -= {player for board in undecided(view) for player in board.seating}
        assert len(waits) < 2 or time.now >= ends_at
    view = look(service, arena)
    assert view.tournament.state == "running"
    waves = len(view.waves)
    with pytest.raises(Refusal, match="entry has ended"):
        service.tournaments.act(people[8], arena, EnterTournament())
    for board in undecided(view):
        finish(service, view, board, board.first)
    service.tournaments.work()
    view = look(service, arena)
    assert view.tournament.state == "over"
    assert len(view.waves) == waves
    assert not undecided(view)
    check(view)
    last = dict[int, int]()
    lead = Counter[int]()
    for board in games(view):
        assert board.second is not None
        lead[board.first] += 1
        lead[board.second] -= 1
        last |= {board.first: board.second, board.second: board.first}
    assert max(map(abs, lead.values())) <= 2
    assert {number for number, _ in enumerate(view.players)} == set(last)


def test_a_change_of_the_log_is_found(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    arena = begun(service, time, people)
    for _ in range(4):
        view = look(service, arena)
        for board in undecided(view):
            finish(service, view, board, board.first)
        service.tournaments.work()
    data = data_of(look(service, arena))
    assert faults_of(data) == []
    data["waves"][1][0]["players"].reverse()
    assert faults_of(data) == ["Wave 2 is not what follows from the results before it."]


def test_all_who_have_entered_hear_that_it_begins(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 3)
    begun(service, time, people, minutes="60")
    said = "The arena has begun: keep a page of the site open, which leads you to each match."
    for _ in range(2):
        for person in people:
            heard = [told.notice.data.get("text") for told in service.notices.recent(person.id)]
            assert heard.count(said) == 1
        service.tournaments.work()


@pytest.mark.both_databases
def test_who_does_not_come_is_paused(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 3)
    arena = begun(service, time, people, tempo="1800+30", minutes="60")
    view = look(service, arena)
    (board,) = undecided(view)
    service.notices.see(view.players[board.second or 0].person, f"/matches/{board.match_id}")
    time.pass_by(WAIT)
    service.tournaments.work()
    view = look(service, arena)
    assert [number for number, entry in enumerate(view.players) if entry.is_absent] == [board.first]
    (following,) = undecided(view)
    assert board.first not in following.seating
    person = service.people.load(view.players[board.first].person)
    assert "return" in service.tournaments.view(person, arena).do
    service.tournaments.act(person, arena, ComeBack())
    assert not look(service, arena).players[board.first].is_absent


@pytest.mark.both_databases
def test_both_are_paused_if_nobody_comes(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    arena = begun(service, time, people, tempo="1800+30", minutes="60")
    time.pass_by(WAIT)
    service.tournaments.work()
    view = look(service, arena)
    assert all(entry.is_absent for entry in view.players)
    assert [(board.how, board.points) for board in view.boards] == [("forfeit", (0.0, 0.0))] * 2
    assert [result_words(board) for board in view.boards] == ["0:0 on time"] * 2
    assert faults_of(data_of(view)) == []


@pytest.mark.parametrize("rated", ["", "yes"])
def test_who_pauses_before_a_first_turn_lets_nobody_wait(
    service: Service, store: Store, time: FakeTime, rated: str
) -> None:
    people = accounts(service, store, 4)
    more = {"tempo": "1800+30", "minutes": "60"} | ({"rated": "yes", "game": "orion"} if rated else {})
    arena = begun(service, time, people, **more)
    one, other = undecided(look(service, arena))
    assert one.second is not None
    view = look(service, arena)
    pausing, waiting = view.players[one.first], view.players[one.second]
    service.tournaments.act(service.people.load(pausing.person), arena, LeaveTournament())
    finish(service, look(service, arena), other, other.first)
    service.tournaments.work()
    view = look(service, arena)
    found = next(board for board in view.boards if board.match_id == one.match_id)
    assert (found.how, found.got(one.first), found.got(one.second)) == ("forfeit", 0.0, 1.0)
    assert service.bots.look(one.match_id or "").match.over
    assert not service.ratings.of_person(waiting.person)
    playing = {player for board in undecided(view) for player in board.seating}
    assert one.second in playing
    assert one.first not in playing
    check(view)


def test_who_pauses_after_a_turn_plays_the_match_on(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 3)
    arena = begun(service, time, people, tempo="1800+30", minutes="60")
    (board,) = undecided(look(service, arena))
    match = service.bots.look(board.match_id or "")
    seat = match.match.to_act[0]
    service.bots.submit(match.id, seat, any_turn(match.match, seat, random.Random(1)), match.revision)
    first = look(service, arena).players[board.first].person
    assert match.seats[seat].person == first
    service.tournaments.act(service.people.load(first), arena, LeaveTournament())
    service.tournaments.work()
    assert [one.match_id for one in undecided(look(service, arena))] == [board.match_id]


def test_an_arena_is_live(service: Service, store: Store) -> None:
    person = accounts(service, store, 1)[0]
    for options in ({"tempo": "2d+1d/2d"}, {"minutes": "29"}, {"minutes": "181"}):
        with pytest.raises(ParseError, match="expected"):
            service.tournaments.make(person, MakeTournament("ludo", "arena", **options))
    made = service.tournaments.make(person, MakeTournament("ludo", "arena")).target
    one = look(service, made).tournament
    assert (one.tempo, one.minutes, one.streaks) == ("180+2", 60, False)
