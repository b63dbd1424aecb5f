"""The bots of ours that are on every ladder: the levels of a game, and the player of an installed table."""

from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import version

from ludarium.core.game import Game
from ludarium.core.registry import game_names, load
from ludarium.core.spec import parse_spec
from ludarium.players.sandbox.script import BUDGETS
from ludarium.search.player import EXACT, bot_kinds, levels

_DIGITS = 8


@lru_cache(maxsize=256)
def marks(game: Game) -> Mapping[str, str]:
    """Return the specs of the bots by their levels, weakest first.

    A level whose search is limited by time is not among them: its matches could not be played again with one outcome.

    >>> [*marks(load("vortex"))]
    ['easy', 'medium', 'hard', 'champion']
    """
    counted = {level: spec for level, spec in levels(game).items() if "seconds" not in parse_spec(spec)[1]}
    return {**counted, **({EXACT: EXACT} if EXACT in bot_kinds(game) else {})}


def has_ladder(game: Game) -> bool:
    """Return whether bots can meet in a game: somebody can win it against somebody else."""
    return len(set(game.teams)) > 1


def ranked_games() -> tuple[Game, ...]:
    """Return the installed games that have a ladder, with their usual options."""
    return tuple(game for game in map(load, game_names()) if has_ladder(game))


def pairing_seed(game: str) -> int:
    """Return the seed from which the pairings of a game follow; it is published.

    >>> pairing_seed("vortex") == pairing_seed("vortex") != pairing_seed("orion")
    True
    """
    return int(sha256(f"ludarium-ladder-1 {game}".encode()).hexdigest()[:_DIGITS], 16)


@cache
def software() -> str:
    """Return the version of the software by which a match is played, and that of the budgets of programs.

    >>> software().endswith(f"+budgets.{BUDGETS}")
    True
    """
    return f"{version('ludarium')}+budgets.{BUDGETS}"
