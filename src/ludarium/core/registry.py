"""The installed games, found by the entry points of the group `ludarium.games`."""

import copyreg
import logging
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points

from ludarium.core.definition import GameDefinition
from ludarium.core.errors import BrokenGame, UnknownGame
from ludarium.core.game import Game
from ludarium.core.spec import parse_options, parse_spec
from ludarium.core.text import nearest, shorten

_GROUP = "ludarium.games"
_log = logging.getLogger(__name__)


@cache
def entries() -> tuple[EntryPoint, ...]:
    """Return the entry points of all games; a look through the installed packages takes some hundredths of a second."""
    return tuple(entry_points(group=_GROUP))


@cache
def game_names() -> tuple[str, ...]:
    """Return the names of the installed games in alphabetical order.

    A package that cannot be used is left out, and a warning in the log names it.
    """
    found = []
    for name in sorted({entry.name for entry in entries()}):
        try:
            definition(name)
        except BrokenGame as error:
            _log.warning("%s", error)
        else:
            found.append(name)
    return tuple(found)


@cache
def definition(name: str) -> GameDefinition:
    """Return the definition of an installed game.

    Raises `UnknownGame`, and `BrokenGame` if its package cannot be imported, if its entry point has another name than
    the game, or if two packages provide it.
    """
    found = [entry for entry in entries() if entry.name == name]
    if not found:
        known = game_names()
        installed = f"Installed: {', '.join(known) or 'none'}"
        raise UnknownGame(f"no game {shorten(name)} is installed{nearest(name, known)} ({installed})")
    if len(found) > 1:
        packages = " and ".join(sorted(map(_package, found)))
        raise BrokenGame(f"the game {name} is provided by {packages}: uninstall all but one")
    (entry,) = found
    try:
        loaded = entry.load()
    except Exception as error:  # a package may fail in any way, and the other games must stay available
        cause = shorten(f"{type(error).__name__}: {error}", 200)
        raise BrokenGame(f"the game {name} is unavailable: {_package(entry)} cannot be imported ({cause})") from error
    if not isinstance(loaded, GameDefinition):
        raise BrokenGame(f"the game {name} is unavailable: {_package(entry)} has no GameDefinition for it")
    if loaded.name != name:
        raise BrokenGame(f"the game {name} is unavailable: {_package(entry)} defines it as {loaded.name}")
    return loaded


def _package(entry: EntryPoint) -> str:
    """The name of the installed package that an entry point belongs to."""
    return f"the package {entry.dist.name}" if entry.dist else entry.value


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
