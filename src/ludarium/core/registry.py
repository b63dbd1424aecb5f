"""The installed games, found by the entry points of the group `ludarium.games`."""

import copyreg
import logging
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points

from ludarium.core.definition import GameDefinition
from ludarium.core.error_places import import_failure
from ludarium.core.errors import BrokenGame, UnknownGame, UnknownRules
from ludarium.core.game import Game
from ludarium.core.spec import format_game_spec, parse_game_spec, parse_options
from ludarium.core.text import nearest, shorten, to_text

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
        why = f"{_package(entry)} cannot be imported ({import_failure(error)})"
        raise BrokenGame(f"the game {name} is unavailable: {why}") from error
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

    Rules are those of the newest version if the spec names none, as in `orion@1`.

    Raises `ParseError`, `UnknownGame` or `InvalidOption`.
    """
    name, version, given = parse_game_spec(spec)
    found = _of_version(definition(name), version, "this spec")
    return Game(found, parse_options(name, found.options, given))


def load_game(game: str | Game) -> Game:
    """Return the game of a spec, or the game itself: what functions that take either ask.

    >>> load_game("orion") == load_game(load("orion"))
    True

    Raises what `load` raises.
    """
    return game if isinstance(game, Game) else load(to_text(game))


def load_recorded(spec: str) -> Game:
    """Return the game of a record: one that names no version of the rules follows the first.

    Raises what `load` raises; `UnknownRules` if that version is not installed any more.
    """
    name, version, given = parse_game_spec(spec)
    found = _of_version(definition(name), version or 1, "this record")
    is_first = found.rules_version == 1 and not found.superseded
    return load(format_game_spec(name, None if is_first else found.rules_version, given))


def spec_in_records(spec: str) -> str:
    """Return a spec as records have it: with the version of the rules, unless that is the first.

    >>> spec_in_records("orion"), spec_in_records("orion@1")
    ('orion', 'orion')
    """
    name, version, given = parse_game_spec(spec)
    if version is None:
        try:
            version = definition(name).rules_version
        except UnknownGame:  # a game that only its author's program knows
            return spec
    if version == 1:
        return format_game_spec(name, None, given) if "@" in spec else spec
    return format_game_spec(name, version, given)


def _of_version(found: GameDefinition, version: int | None, what: str) -> GameDefinition:
    """Return the definition of a version of a game's rules, None for the newest.

    Raises `UnknownRules` if it is not installed.
    """
    installed = {one.rules_version: one for one in (found, *found.earlier)}
    if version is None:
        return found
    if version not in installed:
        has = " and ".join(map(str, sorted(installed)))
        package = found.package.partition(".")[0]
        raise UnknownRules(
            f"{what} follows rules version {version} of {found.name}, but installed is {has} (what reads it: a release"
            f" of {package} with rules version {version}, or one whose definition keeps it in `earlier`)"
        )
    return installed[version]


def _reduce(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    return load, (game.spec,)


copyreg.pickle(Game, _reduce)  # a pickle holds the spec alone; `Game` itself does not know how games are found
