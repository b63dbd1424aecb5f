"""Every kind of person asks for every command of tournaments, through every door: who may not changes nothing."""

from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from pathlib import Path

import pytest
from httpx2 import Response

from ludarium.club.people.people import Person
from ludarium.club.tournaments.command_table import TOURNAMENT_COMMANDS, TournamentRow
from ludarium.club.tournaments.commands import (
    MAKE,
    Adjourn,
    BeginTournament,
    ComeBack,
    Disqualify,
    EnterBot,
    EnterTournament,
    LeaveTournament,
    MakeTournament,
    RequestBye,
    Substitute,
    WaitForPlace,
)
from ludarium.core.errors import LudariumError
from ludarium.store.match.repository import Store
from tests.club.tournaments.playing import finish, look, undecided
from tests.databases import sqlite_copy
from tests.server.test_rights import KINDS, NO_SESSION, OLD_SESSION, STRANGER, World

ORGANISER, PLAYER = "the host", "seat 0"
NOBODY = frozenset({STRANGER, OLD_SESSION, *NO_SESSION})
ALL = (STRANGER, OLD_SESSION, *KINDS)
ALLOWED: Mapping[str, frozenset[str]] = {
    "enter": frozenset(KINDS) - NOBODY - {PLAYER, "a blocked account"},
    "leave": frozenset({PLAYER}),
    "return": frozenset({PLAYER}),
    "bye": frozenset({PLAYER}),
    "play": frozenset({PLAYER}),
    "begin": frozenset({ORGANISER}),
    "cancel": frozenset({ORGANISER}),
    "change": frozenset({ORGANISER}),
    "correct": frozenset({ORGANISER}),
    "assign": frozenset({ORGANISER}),
    "announce": frozenset({ORGANISER}),
    "disqualify": frozenset({ORGANISER}),
    "reinstate": frozenset({ORGANISER}),
    "substitute": frozenset({ORGANISER}),
    "wait": frozenset(KINDS) - NOBODY - {PLAYER, ORGANISER, "a blocked account"},
    "no-wait": frozenset({PLAYER}),
    "accept-place": frozenset({PLAYER}),
    "decline-place": frozenset({PLAYER}),
    "adjourn": frozenset({ORGANISER}),
    "resume": frozenset({ORGANISER}),
    "enter-bot": frozenset({ORGANISER}),
    "remove-bot": frozenset({ORGANISER}),
}
"""Who may ask for each command in a tournament of the host that seat 0 has entered."""
IGNORED = frozenset({"sessions"})
Ask = Callable[[World, str, str, TournamentRow], bool]
"""Asks for a command in a tournament, and returns whether it was carried out."""


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the club run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def world(open_store: Callable[[], Store]) -> Iterator[World]:
    made = World(open_store())
    made.others = [made.account(f"other {number}") for number in range(4)]  # type: ignore[attr-defined]  # of this test
    yield made
    made.desk.reader.stop()


def prepared(world: World, word: str) -> str:
    """Return a new tournament of the host in which the command of a word is possible for who may ask for it."""
    tournaments, host = world.service.tournaments, world.people[ORGANISER]
    kind = "team-match" if word == "assign" else "swiss"
    computers = "yes" if word in ("enter-bot", "remove-bot") else ""
    tournament = tournaments.make(host, MakeTournament("orion(clicks=1)", kind, computers=computers)).tournament
    others: list[Person] = world.others  # type: ignore[attr-defined]  # of this test
    if word in _OF_WAITING:
        return _waited_for(world, tournament, word, others)
    for person in (world.people[PLAYER], *others):
        tournaments.act(person, tournament, EnterTournament())
    if word == "reinstate":
        tournaments.act(host, tournament, Disqualify(world.people[PLAYER].id, "Two accounts."))
        world.store.notices.see(world.people[PLAYER].id, 0.0)  # which the page of a refusal does otherwise
    if word == "remove-bot":
        tournaments.act(host, tournament, EnterBot("easy"))
    if word == "play":
        tournaments.act(world.people[PLAYER], tournament, RequestBye())
    if word == "return":
        tournaments.act(host, tournament, BeginTournament())
        tournaments.act(world.people[PLAYER], tournament, LeaveTournament())
        tournaments.work()
    if word in ("adjourn", "resume"):
        tournaments.act(host, tournament, BeginTournament())
        tournaments.work()
    if word == "resume":
        tournaments.act(host, tournament, Adjourn())
    if word == "correct":
        tournaments.act(host, tournament, BeginTournament())
        tournaments.work()
        view = look(world.service, tournament)
        finish(world.service, view, undecided(view)[0], undecided(view)[0].first)
        tournaments.work()
    if word in ("correct", "adjourn", "resume"):
        for entry in look(world.service, tournament).players:
            world.store.notices.see(entry.person, 0.0)  # which the page of a refusal does otherwise
    return tournament


_OF_WAITING = ("substitute", "wait", "no-wait", "accept-place", "decline-place")


def _waited_for(world: World, tournament: str, word: str, others: list[Person]) -> str:
    """Return the tournament, in which seat 0 does not play, but waits, or is asked to play on for somebody."""
    tournaments, host, player = world.service.tournaments, world.people[ORGANISER], world.people[PLAYER]
    for person in others:
        tournaments.act(person, tournament, EnterTournament())
    if word == "wait":  # for all but seat 0, who plays
        tournaments.act(player, tournament, EnterTournament())
    tournaments.act(host, tournament, BeginTournament())
    tournaments.work()
    if word == "no-wait":
        tournaments.act(player, tournament, WaitForPlace())
    if word in ("accept-place", "decline-place"):
        tournaments.act(host, tournament, Substitute(others[0].id, player.name, "Ill."))
    playing = [entry.person for entry in look(world.service, tournament).players]
    for person_id in (*playing, player.id, host.id):
        world.store.notices.see(person_id, 0.0)
    return tournament


def fields_of(world: World, tournament: str, word: str) -> dict[str, str]:
    """Return the fields that a command needs."""
    others: list[Person] = world.others  # type: ignore[attr-defined]  # of this test
    if word == "correct":
        boards = [board for _, boards in look(world.service, tournament).rounds for board in boards]
        return {"match": next(board.match_id or "" for board in boards if board.how), "points": "0.5"}
    fields = {
        "change": {"name": "Another name"},
        "assign": {"player": world.people[PLAYER].id, "team": "Blue"},
        "announce": {"text": "The hall opens at nine."},
        "reinstate": {"player": world.people[PLAYER].id, "reason": "It was a mistake."},
        "substitute": {
            "player": others[0].id,
            "by": world.people[PLAYER].name,
            "reason": "Ill.",
        },
        "disqualify": {"player": world.people[PLAYER].id, "reason": "Two accounts."},
        "enter-bot": {"bot": "easy"},
        "remove-bot": {"player": "bot:easy"},
    }
    return fields.get(word, {})


def ended(world: World, tournament: str, word: str) -> None:
    """Let a tournament be over for the host, who may have few."""
    with world.store.write() as tx:
        tx.tournaments.set_due(tournament, None, state="over")


def ask_the_club(world: World, kind: str, tournament: str, row: TournamentRow) -> bool:
    try:
        command = row.command(**fields_of(world, tournament, row.word))
        world.service.tournaments.act(world.people.get(kind), tournament, command)
    except LudariumError:
        return False
    return True


def ask_a_page(world: World, kind: str, tournament: str, row: TournamentRow) -> bool:
    data = {"do": row.word, **fields_of(world, tournament, row.word)}
    answer: Response = world.browser(kind).post(f"/tournaments/{tournament}", data=data)
    assert answer.status_code in (HTTPStatus.SEE_OTHER, HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT)
    return answer.status_code == HTTPStatus.SEE_OTHER


def ask_as_json(world: World, kind: str, tournament: str, row: TournamentRow) -> bool:
    headers = {"Accept": "application/json"}
    data = {"do": row.word, **fields_of(world, tournament, row.word)}
    answer: Response = world.browser(kind).post(f"/tournaments/{tournament}", json=data, headers=headers)
    if answer.status_code == HTTPStatus.SEE_OTHER:
        return True
    expected = ["sanctioned"] if kind == "a suspended account" else ["not-signed-in", "not-organiser", "not-now"]
    assert answer.json()["kind"] in expected
    return False


@pytest.mark.parametrize("ask", [ask_the_club, ask_a_page, ask_as_json])
@pytest.mark.parametrize("row", TOURNAMENT_COMMANDS, ids=lambda row: row.word)
def test_a_command_is_carried_out_for_those_alone_who_may_ask(world: World, row: TournamentRow, ask: Ask) -> None:
    tournament = prepared(world, row.word)
    before = world.rows(IGNORED)
    for kind in ALL:
        if kind not in ALLOWED[row.word]:
            assert not ask(world, kind, tournament, row), kind
            assert world.rows(IGNORED) == before, kind
    for kind in sorted(ALLOWED[row.word]):
        ended(world, tournament, row.word)
        tournament = prepared(world, row.word)
        before = world.rows(IGNORED)
        assert ask(world, kind, tournament, row), kind
        assert world.rows(IGNORED) != before, kind


def test_every_command_has_its_row() -> None:
    assert sorted(row.word for row in TOURNAMENT_COMMANDS) == sorted(ALLOWED)
    assert ComeBack in {row.command for row in TOURNAMENT_COMMANDS}


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_tournament_is_made_by_accounts_alone(world: World, accept: str) -> None:
    values = {"do": MAKE.word, "game": "orion"}
    for kind in ALL:
        before = world.rows(IGNORED)
        answer = world.browser(kind).post("/tournaments", data=values, headers={"Accept": accept})
        assert (answer.status_code == HTTPStatus.SEE_OTHER) == (kind not in NOBODY), kind
        if kind in NOBODY:
            assert answer.status_code == HTTPStatus.FORBIDDEN
            assert world.rows(IGNORED) == before


def test_a_guest_and_a_program_without_leave_enter_nothing(world: World) -> None:
    tournament = prepared(world, "enter")
    guest = world.service.people.create_guest()
    robot = world.service.bot_accounts.make(world.people["another account"], "Robot")
    before = world.rows(IGNORED)
    for person in (guest, robot):
        with pytest.raises(LudariumError):
            world.service.tournaments.act(person, tournament, EnterTournament())
    assert world.rows(IGNORED) == before
