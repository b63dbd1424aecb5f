"""What a bot says of the turns of a book: the same on every machine, if it counts what it searches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.match.book import Book, BookWorth, position_key
from ludarium.match.most_played import most_played
from ludarium.review.adviser import Adviser

_SEEDS = 2**31
_DIGITS = 6


class Valuing(NamedTuple):
    """A position, as text, with turns that a bot values; other processes and machines can do it."""

    game: str
    position: str
    turns: tuple[str, ...]
    bot: str
    seed: int


def valuings(book: Book, most: int, bot: str, seed: int) -> Iterator[tuple[str, Valuing]]:
    """Yield, with their keys, so many positions of a book in which one seat chooses, those first that were played most.

    They are reached from the start of the game by turns in the book.
    """
    found = (one for one in most_played(book.game.initial(), book.look) if len(one.state.actors) == 1)
    for number, one in enumerate(islice(found, most)):
        turns = tuple(turn.turn for turn in one.turns)
        yield (
            position_key(one.state),
            Valuing(book.game.spec, str(one.state), turns, bot, derive(seed, number) % _SEEDS),
        )


def value_turns(job: Valuing) -> dict[str, BookWorth]:
    """Return what the seat that chooses can expect after turns, by their text, as far as the bot says it.

    >>> from ludarium.core.registry import load
    >>> start = load("orion").initial()
    >>> [*value_turns(Valuing("orion", str(start), ("p+", "t+"), "mcts(simulations=50)", 1))]
    ['p+', 't+']
    """
    game = load(job.game)
    adviser = Adviser(game, job.seed, lambda: None, level=job.bot)
    found = adviser.worths(game.parse_position(job.position), job.turns, math.inf)
    return {turn: BookWorth(round(value, _DIGITS), job.bot) for turn, value in found.items()}
