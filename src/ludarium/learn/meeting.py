"""Games between two players that search, after the same openings in every seat, with luck subtracted."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import derive, generator
from ludarium.learn.luck import Judge, Luck
from ludarium.learn.method import has_dice
from ludarium.players.external.book import make_book_bot
from ludarium.search.bot import Bot
from ludarium.search.learned import Learned, find_player
from ludarium.search.player import make_bot
from ludarium.search.playout import random_outcome, random_step
from ludarium.solve.table import Table

OPENING = 2
"""Random steps of each seat with which a round begins."""
_APART = 10**6


class Side(NamedTuple):
    """A player of a match: a spec, the network if it has one, and the seconds for a turn if they are limited.

    With `processor` they are those in which the processor works for it, of all its threads together: others who use
    the machine at the same time then take nothing from it.
    """

    spec: str
    learned: Learned | None = None
    seconds: float = 0.0
    processor: bool = False

    def make(self, game: Game, seed: int) -> Bot:
        """Return a new bot."""
        bot = make_side(self.spec, game, seed, self.learned)
        if self.seconds:
            bot.time_limit = self.seconds / (bot.threads if self.processor else 1)
        if self.processor:
            bot.clock = time.thread_time
        return bot


def make_side(spec: str, game: Game, seed: int, learned: Learned | None = None) -> Bot:
    """Return the bot of a spec, which may name an opening book or a learnt player; raise what `make_bot` raises."""
    return make_book_bot(spec, game, seed) or make_bot(spec, game, seed, learned=learned, read=find_player)


def opened(game: Game, steps: int, seed: int) -> State:
    """Return the position after so many random steps, or the start where the game would then be over.

    Searches without dice play nearly the same game again and again; from many openings their games tell more.
    """
    state, rng = game.initial(), generator(seed)
    for _ in range(steps):
        if state.actors:
            state = random_step(state, rng)
    return state if state.actors else game.initial()


Draw = Callable[[State, np.random.Generator], int]
"""Returns an outcome of a position in which chance acts."""


def play_game(start: State, bots: list[Bot], seed: int, draw: Draw = random_outcome) -> tuple[float, ...]:
    """Play a game between bots from a position; return the payoff of every seat. `draw` plays chance."""
    state, rng = start, generator(seed)
    while state.actors:
        if state.actors == (CHANCE,):
            state = state.play_unchecked(draw(state, rng))
        else:
            state = state.play_unchecked(*(bots[seat].choose(state, seat) for seat in state.actors))
    assert state.payoffs is not None
    return state.payoffs


def even_share(game: Game) -> float:
    """Return the score of a player against players that are as strong, on the scale of the scores of `decide`.

    >>> import ludarium
    >>> even_share(ludarium.load("orion")), even_share(ludarium.load("vortex(players=4)"))
    (0.5, 0.25)
    """
    total = game.payoff_range.total
    return 0.5 if total is None else sum(game.payoff_range.parts([total / game.seats] * game.seats)) / game.seats


class Meeting:
    """The conditions of games between two players: the game, its even score, and whether luck is subtracted.

    Rounds begin with `opening` random steps of each seat.

    Luck is measured by the table that is given as `judge`, else by the network of the first player, else by that of
    `judge`.
    """

    def __init__(self, game: Game, seed: int, judge: Judge | None = None, opening: int = OPENING) -> None:
        self.game, self.even, self.dice, self.seed = game, even_share(game), has_dice(game), seed
        self.judge, self.opening = judge, opening

    def play_round(self, one: Side, other: Side, number: int) -> list[float]:
        """Return what a player gets, from 0 to 1, in each seat after the same opening; the other has all other seats.

        With dice it is what the player gets less what it owes to luck. Where the payoffs
        of all seats have no fixed sum, it is compared with what the other would get in its place.
        """
        game, seed = self.game, derive(self.seed, number)
        judge = self.judge if isinstance(self.judge, Table) else one.learned or self.judge
        start = opened(game, self.opening * game.seats, derive(seed, _APART))

        def play(first: Side, mine: int) -> float:
            bots = [(first if seat == mine else other).make(game, derive(seed, seat)) for seat in range(game.seats)]
            luck = Luck(game, judge, mine) if judge and self.dice else None
            payoffs = play_game(start, bots, seed, luck.draw if luck else random_outcome)
            return game.payoff_range.parts(payoffs)[mine] - (luck.total if luck else 0.0)

        if game.payoff_range.total is not None:
            return [play(one, mine) for mine in range(game.seats)]
        return [0.5 + (play(one, mine) - play(other, mine)) / 2 for mine in range(game.seats)]
