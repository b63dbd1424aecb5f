"""Matches of a learnt player: against fixed opponents while it learns, and against the usual search at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import derive, generator
from ludarium.learn.duel import Rival, duel, random_rival, written_rival
from ludarium.search.bot import Bot, hook
from ludarium.search.evaluators import network_evaluator
from ludarium.search.learned import Learned
from ludarium.search.player import make_bot
from ludarium.search.playout import random_outcome, random_step
from ludarium.tournament.series import Score

RANDOM, WRITTEN = "random", "its own evaluation"
_DUEL_GAMES, _OPENING, _APART = 20, 2, 10**6
_TUNING_SIMULATIONS, _TUNING_GAMES, _LEAST_TUNING_GAMES = 300, 80, 40
_CONSTANTS = (0.2, 0.1, 0.05, 0.025)
"""The exploration constants that are tried, beginning with what suits written evaluations."""


class Side(NamedTuple):
    """A player of a match: a spec, the network if it has one, and the seconds for a turn if they are limited."""

    spec: str
    learned: Learned | None = None
    seconds: float = 0.0

    def make(self, game: Game, seed: int) -> Bot:
        """Return a new bot."""
        bot = make_bot(self.spec, game, seed, learned=self.learned)
        if self.seconds:
            bot.time_limit = self.seconds
        return bot


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


def suited_bot(game: Game, *, dice: bool, plans: bool = False) -> str:
    """Return the spec of the search that suits a learnt player of a game.

    >>> import ludarium
    >>> suited_bot(ludarium.load("orion"), dice=False)
    'mcts(explore=0.2,widen=1)'
    """
    if plans:
        return "rolling(simulations=0)"
    fixed = game.payoff_range.total is not None or len(set(game.teams)) == 1
    return "expectimax" if dice and fixed else "mcts(explore=0.2,widen=1)"


def tune(game: Game, learned: Learned, spec: str, seconds: float, seed: int) -> str:
    """Return the spec of a player's search with the exploration constant that wins games against greater ones.

    Networks differ in how far apart they value the actions of a position, and the constant must fit that. A spec
    without the constant is returned as it is. Takes at most about so many seconds.
    """
    best, others = spec, [spec.replace(f"explore={_CONSTANTS[0]}", f"explore={constant}") for constant in _CONSTANTS]
    for number, other in enumerate(others[1:] if others[1] != spec else ()):
        deadline = time.perf_counter() + seconds / (len(others) - 1)
        first, second = (Side(f"{one[:-1]},simulations={_TUNING_SIMULATIONS})", learned) for one in (other, best))
        score = Score(best)
        for game_number in range(_TUNING_GAMES):
            score = score.add(_share(game, first, second, game_number, derive(seed, number)))
            if score.games >= _LEAST_TUNING_GAMES and time.perf_counter() > deadline:
                break
        if score.points / score.games <= even_share(game):
            break
        best = other
    return best


def usual_bot(game: Game, *, dice: bool, plans: bool = False) -> str:
    """Return the spec of the search that a learnt player must beat: the same one with what the game comes with."""
    return suited_bot(game, dice=dice, plans=plans) if hook(game, "evaluate") is not None else "mcts"


def opened(game: Game, steps: int, seed: int) -> State:
    """Return the position after so many random steps, or the start where the game would then be over.

    Searches without dice play nearly the same game again and again; from many openings their games tell more.
    """
    state, rng = game.initial(), generator(seed)
    for _ in range(steps):
        if state.actors:
            state = random_step(state, rng)
    return state if state.actors else game.initial()


def play_game(start: State, bots: list[Bot], seed: int) -> tuple[float, ...]:
    """Play a game between bots from a position; return the payoff of every seat."""
    state, rng = start, generator(seed)
    while state.actors:
        if state.actors == (CHANCE,):
            state = state.play_unchecked(random_outcome(state, rng))
        else:
            state = state.play_unchecked(*(bots[seat].choose(state, seat) for seat in state.actors))
    assert state.payoffs is not None
    return state.payoffs


def even_share(game: Game) -> float:
    """Return what a player gets against players that are as strong, on the scale of the scores of `decide`.

    >>> import ludarium
    >>> even_share(ludarium.load("orion")), even_share(ludarium.load("vortex(players=4)"))
    (0.5, 0.25)
    """
    total = game.payoff_range.total
    return 0.5 if total is None else sum(game.payoff_range.parts([total / game.seats] * game.seats)) / game.seats


def _share(game: Game, one: Side, other: Side, number: int, seed: int) -> float:
    """Return what a player gets in a game, from 0 to 1; the other has all other seats.

    The players have every seat in turn after the same opening. Where the payoffs of all seats have no fixed sum, it is
    compared with what the other would get in its place.
    """
    mine = number % game.seats
    start = opened(game, _OPENING * game.seats, derive(seed, number // game.seats, _APART))

    def play(first: Side) -> float:
        sides = [first if seat == mine else other for seat in range(game.seats)]
        bots = [side.make(game, derive(seed, number, seat)) for seat, side in enumerate(sides)]
        return game.payoff_range.parts(play_game(start, bots, derive(seed, number)))[mine]

    return play(one) if game.payoff_range.total is not None else 0.5 + (play(one) - play(other)) / 2


def decide(
    game: Game, learned: Learned, specs: tuple[str, str], games: int, seconds: float, seed: int
) -> Iterator[Score]:
    """Yield the score of a learnt player's search against the usual one after every game.

    `specs` are those of the two searches; every turn of each takes `seconds`, and the player has every seat in turn,
    against the usual search in the others. A player that is as strong gets `even_share`.
    """
    score, one, other = Score(specs[1]), Side(specs[0], learned, seconds), Side(specs[1], None, seconds)
    for number in range(games):
        score = score.add(_share(game, one, other, number, seed))
        yield score
