"""Commands of leagues, in the club, at the page, and as JSON."""

from collections.abc import Mapping

from ludarium.core.errors import LudariumError
from ludarium.site.act import commands_of
from ludarium.site.leagues.commands import EnterLeague, LeagueCommand, MakeLeague, StandIn
from tests.site.rights.tournaments import ask_a_page, ask_as_json
from tests.site.rights.world import KINDS, NOBODY, ORGANISER, PLAYER, Cell, Door, Family, World

ALLOWED: Mapping[str, frozenset[str]] = {
    "enter": frozenset(KINDS) - NOBODY - {PLAYER, "a blocked account"},
    "leave": frozenset({PLAYER}),
    "stand-in": frozenset({PLAYER}),
    "no-stand-in": frozenset({PLAYER}),
    "end": frozenset({ORGANISER}),
}
"""Who may ask for each command in a league of the host that seat 0 has entered."""


def prepared(world: World, word: str) -> str:
    """Return a new league of the host that seat 0 has entered, in which the command of a word is possible."""
    league = world.service.leagues.make(world.people[ORGANISER], MakeLeague("orion(clicks=1)")).target
    world.service.leagues.act(world.people[PLAYER], league, EnterLeague())
    if word.endswith("stand-in"):
        with world.store.write() as tx:
            tx.leagues.set(league, state="running", season=1)
    if word == "no-stand-in":
        world.service.leagues.act(world.people[PLAYER], league, StandIn())
    return league


def _may(world: World, command: type[LeagueCommand], league: str, cell: Cell) -> bool:
    return cell.kind in ALLOWED[command.word]


def _ask_the_club(world: World, command: type[LeagueCommand], league: str, cell: Cell) -> bool:
    try:
        world.service.leagues.act(world.people.get(cell.kind), league, command())
    except LudariumError:
        return False
    return True


def _ask_a_page(world: World, command: type[LeagueCommand], league: str, cell: Cell) -> bool:
    return ask_a_page(world, cell, f"/leagues/{league}", command.word, {})


def _ask_as_json(world: World, command: type[LeagueCommand], league: str, cell: Cell) -> bool:
    return ask_as_json(world, cell, f"/leagues/{league}", command.word, {})


def _prepare(world: World, command: type[LeagueCommand]) -> str:
    return prepared(world, command.word)


_DOORS = {"club": Door(_ask_the_club, _may), "page": Door(_ask_a_page, _may), "JSON": Door(_ask_as_json, _may)}
FAMILY = Family(commands_of(LeagueCommand), _prepare, lambda _: _DOORS)
