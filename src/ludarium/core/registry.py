"""The installed games, found by the entry points of the group `ludarium.games`."""

import copyreg
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.metadata import entry_points

from ludarium.core.definition import GameDefinition
from ludarium.core.errors import UnknownGame
from ludarium.core.game import Game
from ludarium.core.spec import parse_options, parse_spec
from ludarium.core.text import nearest, shorten


@cache
def game_names() -> tuple[str, ...]:
    """Return the names of the installed games in alphabetical order."""
    return tuple(sorted({entry.name for entry in entry_points(group="ludarium.games")}))


@cache
def definition(name: str) -> GameDefinition:
    """Return the definition of an installed game.

    Raises `UnknownGame`.
    """
    for entry in entry_points(group="ludarium.games", name=name):
        found = entry.load()
        assert isinstance(found, GameDefinition), f"the entry point {name} is no GameDefinition"
        return found
    known = game_names()
    installed = f"Installed: {', '.join(known) or 'none'}"
    raise UnknownGame(f"no game {shorten(name)} is installed{nearest(name, known)} ({installed})")


@lru_cache(maxsize=256)
def load(spec: str) -> Game:
    """Return the game that a spec names, such as `orion` or `orion(clicks=2)`.

    >>> load("orion( clicks = 3 )")
    ludarium.load('orion')

    Raises `ParseError`, `UnknownGame` or `InvalidOption`.
    """
    name, given = parse_spec(spec)
    found = definition(name)
    return Game(found, parse_options(name, found.options, given))


def _reduce(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    return load, (game.spec,)


copyreg.pickle(Game, _reduce)  # a pickle holds the spec alone; `Game` itself does not know how games are found
