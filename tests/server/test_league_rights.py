"""Every kind of person asks for every command of leagues, through every door: who may not changes nothing."""

from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from pathlib import Path

import pytest
from httpx2 import Response

from ludarium.club.leagues.commands import LEAGUE_COMMANDS, MAKE_LEAGUE, EnterLeague, MakeLeague, StandIn
from ludarium.club.tournaments.commands import TournamentCommandRow
from ludarium.core.errors import LudariumError
from ludarium.store.match.repository import Store
from tests.databases import sqlite_copy
from tests.server.test_rights import KINDS, World
from tests.server.test_tournament_rights import ALL, IGNORED, NOBODY, ORGANISER, PLAYER

ALLOWED: Mapping[str, frozenset[str]] = {
    "enter": frozenset(KINDS) - NOBODY - {PLAYER, "a blocked account"},
    "leave": frozenset({PLAYER}),
    "stand-in": frozenset({PLAYER}),
    "no-stand-in": frozenset({PLAYER}),
    "end": frozenset({ORGANISER}),
}
"""Who may ask for each command in a league of the host that seat 0 has entered."""
Ask = Callable[[World, str, str, TournamentCommandRow], bool]
"""Asks for a command in a league, and returns whether it was carried out."""


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the club run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def world(open_store: Callable[[], Store]) -> Iterator[World]:
    made = World(open_store())
    yield made
    made.desk.reader.stop()


def prepared(world: World, word: str) -> str:
    """Return a new league of the host that seat 0 has entered, in which the command of a word is possible."""
    league = world.service.leagues.make(world.people[ORGANISER], MakeLeague("orion(clicks=1)")).league
    world.service.leagues.act(world.people[PLAYER], league, EnterLeague())
    if word.endswith("stand-in"):
        with world.store.write() as tx:
            tx.leagues.set(league, state="running", season=1)
    if word == "no-stand-in":
        world.service.leagues.act(world.people[PLAYER], league, StandIn())
    return league


def ended(world: World, league: str) -> None:
    """Let a league be over for the host, who may have few and make few within a day."""
    with world.store.write() as tx:
        tx.leagues.set(league, state="over", created_at=0.0)


def ask_the_club(world: World, kind: str, league: str, row: TournamentCommandRow) -> bool:
    try:
        world.service.leagues.act(world.people.get(kind), league, row.command())
    except LudariumError:
        return False
    return True


def ask_a_page(world: World, kind: str, league: str, row: TournamentCommandRow) -> bool:
    answer: Response = world.browser(kind).post(f"/leagues/{league}", data={"do": row.word})
    assert answer.status_code in (HTTPStatus.SEE_OTHER, HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT)
    return answer.status_code == HTTPStatus.SEE_OTHER


def ask_as_json(world: World, kind: str, league: str, row: TournamentCommandRow) -> bool:
    headers = {"Accept": "application/json"}
    answer: Response = world.browser(kind).post(f"/leagues/{league}", json={"do": row.word}, headers=headers)
    if answer.status_code == HTTPStatus.SEE_OTHER:
        return True
    expected = ["sanctioned"] if kind == "a suspended account" else ["not-signed-in", "not-organiser", "not-now"]
    assert answer.json()["kind"] in expected
    return False


@pytest.mark.parametrize("ask", [ask_the_club, ask_a_page, ask_as_json])
@pytest.mark.parametrize("row", LEAGUE_COMMANDS, ids=lambda row: row.word)
def test_a_command_is_carried_out_for_those_alone_who_may_ask(
    world: World, row: TournamentCommandRow, ask: Ask
) -> None:
    league = prepared(world, row.word)
    before = world.rows(IGNORED)
    for kind in ALL:
        if kind not in ALLOWED[row.word]:
            assert not ask(world, kind, league, row), kind
            assert world.rows(IGNORED) == before, kind
    for kind in sorted(ALLOWED[row.word]):
        ended(world, league)
        league = prepared(world, row.word)
        before = world.rows(IGNORED)
        assert ask(world, kind, league, row), kind
        assert world.rows(IGNORED) != before, kind


def test_every_command_has_its_row() -> None:
    assert sorted(row.word for row in LEAGUE_COMMANDS) == sorted(ALLOWED)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_league_is_made_by_accounts_alone(world: World, accept: str) -> None:
    values = {"do": MAKE_LEAGUE.word, "game": "orion"}
    for kind in ALL:
        before = world.rows(IGNORED)
        answer = world.browser(kind).post("/leagues", data=values, headers={"Accept": accept})
        assert (answer.status_code == HTTPStatus.SEE_OTHER) == (kind not in NOBODY), kind
        if kind in NOBODY:
            assert answer.status_code == HTTPStatus.FORBIDDEN
            assert world.rows(IGNORED) == before
