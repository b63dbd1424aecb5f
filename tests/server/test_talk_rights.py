"""Every kind of person asks for every command of talk and notes, through every door: who may not changes nothing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from http import HTTPStatus
from pathlib import Path

import pytest
from httpx2 import Response

from ludarium.club.match.commands import Resign
from ludarium.club.match.views import MatchView
from ludarium.club.service import SeatAssignment
from ludarium.club.talk.commands import (
    TALK_COMMANDS,
    TALK_ROWS,
    Greet,
    MuteTalk,
    NotePosition,
    ReadTalk,
    Say,
    TalkCommand,
    Unmute,
)
from ludarium.core.errors import LudariumError
from ludarium.store.match.repository import Store
from tests.databases import sqlite_copy
from tests.server.test_rights import KINDS, OLD_SESSION, STRANGER, World

PLAYERS = frozenset({"seat 0", "seat 1"})
SPECTATORS = frozenset({"the host", "another account", "a spectator", "a blocked account"})
ANYBODY = PLAYERS | SPECTATORS
SAMPLES: tuple[TalkCommand | NotePosition, ...] = (
    Say("Hello", "players"),
    Say("Hello", "spectators"),
    Greet("luck", "players"),
    Greet("luck", "spectators"),
    MuteTalk(),
    Unmute(),
    ReadTalk(),
    NotePosition(0, "mine"),
)
IGNORED = frozenset({"sessions", "attempts"})
Ask = Callable[[World, str, MatchView, TalkCommand | NotePosition], bool]
"""Asks for a command in a match, and returns whether it was carried out."""


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the club run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def world(open_store: Callable[[], Store]) -> Iterator[World]:
    made = World(open_store())
    yield made
    made.desk.reader.stop()


def begin(world: World, *, over: bool) -> MatchView:
    seats = [SeatAssignment("person", one.name, one.id) for one in (world.people[kind] for kind in sorted(PLAYERS))]
    view = world.service.create("orion(clicks=1)", seats, host=world.people["the host"].id)
    for kind in sorted(ANYBODY):
        world.service.talk.act(world.people[kind], view.id, Say("before"))
    for kind in sorted(PLAYERS):
        world.service.talk.act(world.people[kind], view.id, MuteTalk())
    return world.service.bots.act(view.id, 0, Resign(), view.revision) if over else view


def allowed(command: TalkCommand | NotePosition, *, over: bool) -> frozenset[str]:
    """Return who may ask for a command, as the page for people says it."""
    match command:
        case Say(room="players") | Greet(room="players"):
            return PLAYERS
        case Say() | Greet():
            return ANYBODY if over else SPECTATORS
        case _:
            return ANYBODY


def ask_the_club(world: World, kind: str, view: MatchView, command: TalkCommand | NotePosition) -> bool:
    person = world.people.get(kind)
    try:
        if isinstance(command, NotePosition):
            world.service.position_notes.act(person, view.id, command)
        else:
            world.service.talk.act(person, view.id, command)
    except LudariumError:
        return False
    return True


def ask_a_page(world: World, kind: str, view: MatchView, command: TalkCommand | NotePosition) -> bool:
    return _asked(world, kind, view, command, {"Accept": "text/html"})


def ask_as_json(world: World, kind: str, view: MatchView, command: TalkCommand | NotePosition) -> bool:
    return _asked(world, kind, view, command, {"Accept": "application/json"})


def _asked(
    world: World, kind: str, view: MatchView, command: TalkCommand | NotePosition, headers: Mapping[str, str]
) -> bool:
    row = TALK_ROWS[type(command)]
    values, browser = {"do": row.word, **asdict(command)}, world.browser(kind)
    path = f"/matches/{view.id}{row.place}"
    sent = {"json": values} if "json" in headers["Accept"] else {"data": {name: str(of) for name, of in values.items()}}
    answer: Response = browser.post(path, headers=headers, **sent)
    if answer.status_code == HTTPStatus.SEE_OTHER:
        return True
    assert answer.status_code == HTTPStatus.FORBIDDEN
    if "json" in headers["Accept"]:
        expected = ["sanctioned"] if kind == "a suspended account" else ["not-signed-in", "may-not-talk"]
        assert answer.json()["kind"] in expected
    return False


@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
@pytest.mark.parametrize("ask", [ask_the_club, ask_a_page, ask_as_json])
def test_a_command_is_carried_out_for_those_alone_who_may_ask(world: World, ask: Ask, over: bool) -> None:
    for command in SAMPLES:
        view = begin(world, over=over)
        before = world.rows(IGNORED)
        may = allowed(command, over=over)
        for kind in (STRANGER, OLD_SESSION, *KINDS):
            if kind not in may:
                assert not ask(world, kind, view, command), f"{command} by {kind}"
                assert world.rows(IGNORED) == before, f"{command} by {kind}"
        done = 0
        for kind in sorted(may):
            before = world.rows(IGNORED)
            assert ask(world, kind, view, command), f"{command} by {kind}"
            done += world.rows(IGNORED) != before
        assert done, command


def test_every_command_has_a_sample() -> None:
    assert {row.command for row in TALK_COMMANDS} == {type(command) for command in SAMPLES}
