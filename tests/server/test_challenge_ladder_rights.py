"""Every kind of person asks for every command of challenge ladders: who may not changes nothing."""

from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from pathlib import Path

import pytest
from httpx2 import Response

from ludarium.club.challenge_ladders.commands import CHALLENGE_LADDER_COMMANDS, ChallengePlace, JoinLadder
from ludarium.store.match.repository import Store
from tests.databases import sqlite_copy
from tests.server.test_rights import KINDS, World
from tests.server.test_tournament_rights import ALL, IGNORED, NOBODY, ORGANISER, PLAYER

GAME = "orion"
HERE = f"/games/{GAME}/challenge-ladder"
ALLOWED: Mapping[str, frozenset[str]] = {
    "join": frozenset(KINDS) - NOBODY - {PLAYER, ORGANISER},
    "leave": frozenset({PLAYER, ORGANISER}),
    "challenge": frozenset({PLAYER}),
    "accept": frozenset({ORGANISER}),
    "give-way": frozenset({ORGANISER}),
    "withdraw": frozenset({PLAYER}),
}
"""Who may ask for each command on a ladder on which the host is above seat 0, who may have challenged the host."""


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the club run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def new_world(open_store: Callable[[], Store]) -> Iterator[Callable[[], World]]:
    made = World(open_store())
    yield lambda: made
    made.desk.reader.stop()


def prepared(world: World, word: str) -> dict[str, str]:
    """Prepare a ladder on which a command is possible, and return the form of the command."""
    for line in ("ladder_challenges", "ladder_log", "ladder_places"):
        with world.store.database.begin() as connection:
            connection.exec_driver_sql(f"DELETE FROM {line}")
    host, player = world.people[ORGANISER], world.people[PLAYER]
    for person in (host, player):
        world.service.challenge_ladders.act(person, GAME, JoinLadder())
    form = {"do": word, "person": host.id, "number": "1"}
    if word in ("accept", "give-way", "withdraw"):
        world.service.challenge_ladders.act(player, GAME, ChallengePlace(host.id))
        form["number"] = str(world.service.challenge_ladders.open_of(player)[0].number)
    return form


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("word", [row.word for row in CHALLENGE_LADDER_COMMANDS])
def test_a_command_is_carried_out_for_those_alone_who_may_ask(
    new_world: Callable[[], World], word: str, accept: str
) -> None:
    world = new_world()
    form = prepared(world, word)
    before = world.rows(IGNORED)
    for kind in ALL:
        if kind not in ALLOWED[word]:
            answer: Response = world.browser(kind).post(HERE, data=form, headers={"Accept": accept})
            assert answer.status_code in (HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT, HTTPStatus.NOT_FOUND), kind
            assert world.rows(IGNORED) == before, kind
    for kind in sorted(ALLOWED[word]):
        form = prepared(world, word)
        before = world.rows(IGNORED)
        answer = world.browser(kind).post(HERE, data=form, headers={"Accept": accept})
        assert answer.status_code == HTTPStatus.SEE_OTHER, kind
        assert world.rows(IGNORED) != before, kind


def test_every_command_has_its_row() -> None:
    assert sorted(row.word for row in CHALLENGE_LADDER_COMMANDS) == sorted(ALLOWED)
