"""Commands of challenge ladders, at the page, and as JSON."""

from collections.abc import Mapping
from http import HTTPStatus

from httpx2 import Response

from ludarium.site.act import commands_of
from ludarium.site.challenge_ladders.commands import ChallengePlace, JoinLadder, LadderCommand
from tests.site.rights.world import KINDS, NOBODY, ORGANISER, PLAYER, Cell, Door, Family, World

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


def prepared(world: World, word: str) -> dict[str, str]:
    """Prepare a ladder on which a command is possible, and return the form of the command."""
    host, player = world.people[ORGANISER], world.people[PLAYER]
    for person in (host, player):
        world.service.challenge_ladders.act(person, GAME, JoinLadder())
    form = {"do": word, "person": host.id, "number": "1"}
    if word in ("accept", "give-way", "withdraw"):
        world.service.challenge_ladders.act(player, GAME, ChallengePlace(host.id))
        form["number"] = str(world.service.challenge_ladders.open_of(player)[0].number)
    return form


def _may(world: World, word: str, form: Mapping[str, str], cell: Cell) -> bool:
    return cell.kind in ALLOWED[word]


def _ask(world: World, form: Mapping[str, str], cell: Cell, accept: str) -> bool:
    answer: Response = world.browser(cell.kind).post(HERE, data=form, headers={"Accept": accept})
    refused = HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT, HTTPStatus.NOT_FOUND
    assert answer.status_code in (HTTPStatus.SEE_OTHER, *refused)
    return answer.status_code == HTTPStatus.SEE_OTHER


def _ask_a_page(world: World, word: str, form: Mapping[str, str], cell: Cell) -> bool:
    return _ask(world, form, cell, "text/html")


def _ask_as_json(world: World, word: str, form: Mapping[str, str], cell: Cell) -> bool:
    return _ask(world, form, cell, "application/json")


_DOORS = {"page": Door(_ask_a_page, _may), "JSON": Door(_ask_as_json, _may)}
FAMILY = Family({word: word for word in commands_of(LadderCommand)}, prepared, lambda _: _DOORS)
