"""Matches of a learnt player: against fixed opponents while it learns, and against the usual search at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import derive, generator
from ludarium.learn.duel import Rival, duel, random_rival, written_rival
from ludarium.search.bot import Bot, hook
from ludarium.search.evaluators import network_evaluator
from ludarium.search.learned import Learned
from ludarium.search.player import make_bot
from ludarium.search.playout import random_outcome
from ludarium.tournament.series import Score

RANDOM, WRITTEN = "random", "its own evaluation"
_DUEL_GAMES = 20

Fight = Callable[[Game, Rival, Rival, int, int], float]
"""Returns a player's mean payoff, from 0 to 1, in so many games against another; the last argument is a seed."""


def measure(game: Game, learned: Learned, fight: Fight, seconds: float, seed: int) -> Iterator[Score]:
    """Yield a player's score against each fixed opponent, after about so many seconds for each.

    `fight` plays the games: `duel`, or for a player that has learnt by plans `duel_by_plans`.
    """
    one = Rival(network_evaluator(game, learned), game.tables, 1)
    rivals = {RANDOM: random_rival(game)}
    if hook(game, "evaluate") is not None:
        rivals[WRITTEN] = written_rival(game)
    games = _DUEL_GAMES * game.seats if fight is duel else game.seats
    for name, other in rivals.items():
        score, deadline, number = Score(name), time.perf_counter() + seconds, 0
        while time.perf_counter() < deadline:
            points = fight(game, one, other, games, derive(seed, number)) * games
            # only the sum is known, which is what the interval needs
            score = Score(name, 0, score.drawn + games, 0, score.points + points)
            number += 1
        yield score


def suited_bot(game: Game, *, dice: bool, plans: bool) -> str:
    """Return the spec of the search that suits a learnt player of a game.

    >>> import ludarium
    >>> suited_bot(ludarium.load("orion"), dice=False, plans=False)
    'mcts(explore=0.2,widen=1)'
    """
    if plans:
        return "rolling(simulations=0)"
    fixed = game.payoff_range.total is not None or len(set(game.teams)) == 1
    return "expectimax" if dice and fixed else "mcts(explore=0.2,widen=1)"


def trial_bots(game: Game, *, dice: bool, plans: bool) -> tuple[str, str]:
    """Return the specs of the search for a learnt player and of the one that it must beat.

    That is the same search with what the game comes with, or where that is nothing a search with random games.
    """
    suited = suited_bot(game, dice=dice, plans=plans)
    return suited, suited if hook(game, "evaluate") is not None else "mcts"


def play_game(game: Game, bots: list[Bot], seed: int) -> tuple[float, ...]:
    """Play a game between bots; return the payoff of every seat."""
    state, rng = game.initial(), generator(seed)
    while state.actors:
        if state.actors == (CHANCE,):
            state = state.play_unchecked(random_outcome(state, rng))
        else:
            state = state.play_unchecked(*(bots[seat].choose(state, seat) for seat in state.actors))
    assert state.payoffs is not None
    return state.payoffs


def decide(
    game: Game, learned: Learned, specs: tuple[str, str], games: int, seconds: float, seed: int
) -> Iterator[Score]:
    """Yield the score of a learnt player's search against the usual one after every game.

    `specs` are those of the two searches; every turn of each takes `seconds`, and the player has every seat in turn,
    against the usual search in the others.
    """
    score = Score(specs[1])
    for number in range(games):
        mine = number % game.seats
        bots = [
            make_bot(specs[0], game, derive(seed, number, seat), learned=learned)
            if seat == mine
            else make_bot(specs[1], game, derive(seed, number, seat))
            for seat in range(game.seats)
        ]
        for bot in bots:
            bot.time_limit = seconds
        payoffs = play_game(game, bots, derive(seed, number))
        score = score.add(game.payoff_range.parts(payoffs)[mine])
        yield score
