"""Commands of leagues, in the club, at the page, and as JSON."""

from collections.abc import Mapping

from ludarium.club.leagues.commands import LEAGUE_COMMANDS, EnterLeague, MakeLeague, StandIn
from ludarium.club.tournaments.commands import TournamentCommandRow
from ludarium.core.errors import LudariumError
from tests.server.rights.tournaments import ask_a_page, ask_as_json
from tests.server.rights.world import KINDS, NOBODY, ORGANISER, PLAYER, Cell, Door, Family, World

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
    league = world.service.leagues.make(world.people[ORGANISER], MakeLeague("orion(clicks=1)")).league
    world.service.leagues.act(world.people[PLAYER], league, EnterLeague())
    if word.endswith("stand-in"):
        with world.store.write() as tx:
            tx.leagues.set(league, state="running", season=1)
    if word == "no-stand-in":
        world.service.leagues.act(world.people[PLAYER], league, StandIn())
    return league


def _may(world: World, row: TournamentCommandRow, league: str, cell: Cell) -> bool:
    return cell.kind in ALLOWED[row.word]


def _ask_the_club(world: World, row: TournamentCommandRow, league: str, cell: Cell) -> bool:
    try:
        world.service.leagues.act(world.people.get(cell.kind), league, row.command())
    except LudariumError:
        return False
    return True


def _ask_a_page(world: World, row: TournamentCommandRow, league: str, cell: Cell) -> bool:
    return ask_a_page(world, cell, f"/leagues/{league}", row.word, {})


def _ask_as_json(world: World, row: TournamentCommandRow, league: str, cell: Cell) -> bool:
    return ask_as_json(world, cell, f"/leagues/{league}", row.word, {})


def _prepare(world: World, row: TournamentCommandRow) -> str:
    return prepared(world, row.word)


_DOORS = {"club": Door(_ask_the_club, _may), "page": Door(_ask_a_page, _may), "JSON": Door(_ask_as_json, _may)}
FAMILY = Family({row.word: row for row in LEAGUE_COMMANDS}, _prepare, lambda _: _DOORS)
