"""The published tournament of the original game, as far as its games are recorded.

`published.json` has the directions of each program in its longest recorded game, as green sees them: those of `first`
once, then those of `then` over and over, up to the number of `turns`. No program sees the board, and in all recorded
games each has chosen the same directions, so one list is enough. A game has the numbers of its two programs, the
scores of green and red, and the published number of turns.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import chain, cycle, islice

from ludarium.core.published import PublishedGame, PublishedTournament
from ludarium.games.grid.openings import LETTERS, mirrored
from ludarium.games.grid.rules import ON_TIME

ABOUT = (
    "26 programs played every pair once, 325 games, under the conditions of the original game.",
    "60 games between 23 of the programs are recorded turn by turn; they are played again here with these turns.",
    "Of the other 193 pairs of these 23, and of the 72 with the other three, nothing is recorded.",
    "So the table is only a part of the published one.",
    "An outright victory counts 3 points, one on time 2, a draw 1.",
)
_DATA = json.loads(files(__package__).joinpath("published.json").read_text("utf-8"))
_PARTS = ("first", "then")
_PART = re.compile(r"([nesw])([0-9]*)")


@cache
def directions(player: int) -> str:
    """Return the recorded directions of a program, as green sees them.

    >>> directions(1)[28:62]
    'nnwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwss'
    """
    program = _DATA["programs"][player]
    first, then = ("".join(way * int(many or 1) for way, many in _PART.findall(program[part])) for part in _PARTS)
    return "".join(islice(chain(first, cycle(then)), program["turns"]))


def turns(game: PublishedGame) -> Iterator[tuple[int, ...]]:
    """Yield the actions of green and red in a recorded game, turn by turn."""
    green, red = (mirrored(directions(player), seat) for seat, player in enumerate(game.players))
    for pair in zip(green, red, strict=False):
        yield tuple(map(LETTERS.index, pair))


def points(payoffs: tuple[float, ...], ending: str) -> tuple[float, ...]:
    """Return what green and red got for a game in the published table.

    >>> points((1.0, 0.0), "nobody else has a piece left"), points((0.5, 0.5), "the largest armies are equal")
    ((3.0, 0.0), (1.0, 1.0))
    """
    if payoffs[0] == payoffs[1]:
        return 1.0, 1.0
    won = 2.0 if ending.startswith((ON_TIME, "on time")) else 3.0  # the second in what earlier versions kept
    return tuple(won * (payoff == max(payoffs)) for payoff in payoffs)


def _games() -> Iterator[PublishedGame]:
    for green, red, green_score, red_score, reported in _DATA["games"]:
        yield PublishedGame((green, red), (green_score, red_score), reported)


PUBLISHED = PublishedTournament(
    "Grid Game, as published",
    ABOUT,
    tuple(program["name"] for program in _DATA["programs"]),
    {game.players: game for game in _games()},
    turns,
    points,
)
