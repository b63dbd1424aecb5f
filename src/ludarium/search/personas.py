"""The name and the sentence under which people meet a level of a game's bots."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from threading import Lock

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.registry import definition, game_names, load
from ludarium.search.bot import Persona, hook
from ludarium.search.player import DEFAULT_LEVELS, EXACT, PUPIL, bot_kinds, levels

__all__ = [
    "DEFAULT_PERSONAS",
    "Persona",
    "bot_name",
    "bot_personas",
    "describe_bot",
    "exact_spec",
    "known_levels",
    "level_of",
    "offered_bots",
    "persona_of",
    "written_name",
]

DEFAULT_PERSONAS = {
    "easy": Persona("Ada", "moves fast and forgets to defend"),
    "medium": Persona("Ben", "sees the next threat and misses the slow plan"),
    "hard": Persona("Cleo", "thinks ahead and punishes mistakes"),
    "champion": Persona("Dara", "takes her time and gives nothing away"),
}
"""The personas of the levels for which a game has none of its own."""
EXACT_PERSONA = Persona("Emil", "plays by a table of all positions and never errs")
"""The persona of the bot `exact`."""
PUPIL_PERSONA = Persona("Finn", "has learnt the first lesson alone, and plays it wherever he can")
"""The persona of the bot `pupil`."""


_APART = {EXACT: EXACT_PERSONA, PUPIL: PUPIL_PERSONA}
"""The personas of bots that are no levels."""


@lru_cache(maxsize=256)
def bot_personas(game: Game) -> Mapping[str, Persona]:
    """Return the persona of each level of a game, weakest first; the game's own stand in its `bots.PERSONAS`.

    >>> bot_personas(load("orion"))["easy"].name
    'Ada'
    """
    own = hook(game, "PERSONAS") or {}
    return {level: own.get(level) or DEFAULT_PERSONAS.get(level) or Persona(level, "") for level in levels(game)}


def offered_bots(game: Game) -> Mapping[str, Persona]:
    """Return the personas that people may play against, weakest first: of the levels, and of an installed table.

    >>> [*offered_bots(load("orion"))]
    ['easy', 'medium', 'hard', 'champion']
    """
    return {**bot_personas(game), **({EXACT: EXACT_PERSONA} if EXACT in bot_kinds(game) else {})}


def level_of(game: Game, spec: str) -> str:
    """Return the level that a bot's spec names or spells out; empty if it is that of no level."""
    known = levels(game)
    return spec if spec in known else next((level for level, exact in known.items() if exact == spec), "")


WRITTEN = re.compile(r"script ([0-9a-f]{16})/([0-9]{1,6}) (.+)")
"""The name, as a seat keeps it, of a bot that a person has written: its id, its version, and what people call it."""


def written_name(spec: str) -> str:
    """Return what people call a bot that a person has written; empty for another one.

    >>> written_name("script 00112233445566ff/7 File and strike"), written_name("easy")
    ('File and strike', '')
    """
    found = WRITTEN.fullmatch(spec)
    return found[3] if found else ""


def persona_of(game: Game, spec: str) -> Persona:
    """Return the persona of a bot; one that is of no level is met by its spec.

    >>> persona_of(load("orion"), "easy").name, persona_of(load("orion"), "chain")
    ('Ada', Persona(name='chain', sentence=''))
    """
    if spec in _APART:
        return _APART[spec]
    if named := written_name(spec):
        return Persona(named, "was written by a person in the workshop")
    level = level_of(game, spec)
    return bot_personas(game)[level] if level else Persona(spec, "")


def exact_spec(game: Game, spec: str) -> str:
    """Return a bot's spec, in place of the level that names it."""
    return levels(game).get(spec, spec)


@lru_cache(maxsize=1000)
def bot_name(game: str, spec: str) -> str:
    """Return the name under which people meet a bot of a game, given by its spec; a game need not be installed.

    >>> bot_name("orion", "easy"), bot_name("orion", "chain"), bot_name("chessboxing", "easy")
    ('Ada', 'chain', 'easy')
    """
    try:
        return persona_of(load(game), spec).name
    except LudariumError:
        return spec


def name_with_level(game: str, spec: str) -> str:
    """Return the name under which people meet a bot of a game, with its level; its spec if it is of no level.

    >>> name_with_level("orion", "easy"), name_with_level("orion", "chain")
    ('Ada (easy)', 'chain')
    """
    name = bot_name(game, spec)
    return f"{name} ({spec})" if name != spec else spec


_READING = Lock()
"""Held while the levels are read: two threads that parse source text at once can make Python 3.11 fail."""


def known_levels() -> frozenset[str]:
    """Return the levels of the installed games, by which bots are asked for.

    They are read from the text of each `bots.py`, since importing it compiles; levels that it computes are left out.

    >>> sorted(known_levels() & {"Ada", "easy", "exact"})
    ['easy', 'exact']
    """
    with _READING:
        return _read_levels()


@cache
def _read_levels() -> frozenset[str]:
    own = (name for game in game_names() for name in _written_levels(definition(game).package))
    return frozenset({*DEFAULT_LEVELS, *_APART, *own})


def _written_levels(package: str) -> Iterator[str]:
    """Yield the levels in a package's `bots.py`, which are the keys of `LEVELS` and `PERSONAS`."""
    spec = find_spec(package)
    if not spec or not spec.submodule_search_locations:  # a game in a single file
        return
    source = files(package).joinpath("bots.py")
    for part in ast.parse(source.read_bytes()).body if source.is_file() else ():
        match part:
            case ast.Assign(targets=[ast.Name(id="LEVELS" | "PERSONAS")], value=ast.Dict(keys=keys)):
                for key in keys:
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield key.value


def describe_bot(game: Game, spec: str) -> str:
    """Return a bot's name, level and exact spec, as a record has them.

    >>> describe_bot(load("orion"), "easy"), describe_bot(load("orion"), "chain")
    ('Ada, easy, sampler(turns=40)', 'chain')
    """
    if spec in _APART:
        return f"{_APART[spec].name}, {spec}"
    level = level_of(game, spec)
    return ", ".join((bot_personas(game)[level].name, level, levels(game)[level])) if level else spec
