"""Matches of a learnt player: against fixed opponents while it learns, and against the usual search at the end."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ludarium.core.game import Game
from ludarium.core.rng import derive
from ludarium.learn.duel import Rival, duel, random_rival, written_rival
from ludarium.learn.meeting import Meeting, Side
from ludarium.learn.trial_score import TrialScore
from ludarium.search.bot import hook
from ludarium.search.evaluators import network_evaluator
from ludarium.search.learned import Learned
from ludarium.tournament.series import Score

RANDOM, WRITTEN = "random", "its own evaluation"
LEAST_GAMES = 40
"""Games after which a match may end."""
_DUEL_GAMES, _MOST_GAMES = 20, 1000
_SIMULATIONS, _TUNING_GAMES = 300, 80
_CHOOSING_ROUNDS, _PART, _SURELY = 8, 3, 2.0
"""Rounds of the first comparison, the part of the players that goes on, and the standard errors that decide."""
_CONSTANTS = (0.2, 0.1, 0.05, 0.025)
"""The exploration constants that are tried, beginning with what suits written evaluations."""

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
        score, deadline, number = Score(name), time.process_time() + seconds, 0
        while time.process_time() < deadline:
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


def usual_bot(game: Game, *, dice: bool, plans: bool = False) -> str:
    """Return the spec of the search that a learnt player must beat: the same one with what the game comes with."""
    return suited_bot(game, dice=dice, plans=plans) if hook(game, "evaluate") is not None else "mcts"


def _limited(spec: str) -> str:
    """Return the spec of a search that looks at a fixed number of positions, which takes no clock.

    >>> _limited("mcts(widen=1)"), _limited("expectimax")
    ('mcts(widen=1,simulations=300)', 'expectimax(nodes=300)')
    """
    limit = "nodes" if spec.startswith("expectimax") else "simulations"
    return f"{spec.removesuffix(')')}{',' if '(' in spec else '('}{limit}={_SIMULATIONS})"


def choose(
    meeting: Meeting, players: Sequence[Learned], specs: tuple[str, str], fight: Fight | None, seconds: float
) -> Iterator[list[int]]:
    """Yield the places of the players that are left, fewer and fewer, and at last only that of the chosen one.

    Each plays the same rounds against the usual search, with few simulations, or by `fight` against a fixed opponent.
    Then the best third goes on with twice as many more (successive halving); in about so many seconds. The last player
    always goes on, and is chosen unless another one is surely better: the best of many is so by luck, too. With
    `math.inf` the same seed chooses the same player.
    """
    one, other = (_limited(spec) for spec in specs) if not fight else specs

    def points(player: Learned, number: int) -> float:
        if not fight:
            return float(np.mean(meeting.play_round(Side(one, player), Side(other), number)))
        game = meeting.game
        rival = written_rival(game) if hook(game, "evaluate") is not None else random_rival(game)
        me = Rival(network_evaluator(game, player), game.tables, 1)
        return fight(game, me, rival, game.seats, derive(meeting.seed, number))

    last, found, played, rounds = len(players) - 1, [list[float]() for _ in players], 0, _CHOOSING_ROUNDS
    others = [*range(last)]
    stages = 1 + math.ceil(math.log(max(1, last), _PART))
    while others:
        yield [*others, last]
        deadline, end = time.process_time() + seconds / stages, played + rounds
        while played < end:
            for place in (*others, last):
                found[place].append(points(players[place], played))
            played += 1
            if time.process_time() > deadline:
                break
        if len(others) == 1:
            break
        rounds *= 2
        others = sorted(others, key=lambda place: -sum(found[place]))[: math.ceil(len(others) / _PART)]
    yield others if others and _surely_better(found[others[0]], found[last]) else [last]


def _surely_better(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether one player has more points in the same rounds than another, and not by luck."""
    ahead = np.subtract(one, other)
    return len(ahead) >= _CHOOSING_ROUNDS and bool(ahead.mean() > _SURELY * ahead.std(ddof=1) / math.sqrt(len(ahead)))


def tune(meeting: Meeting, learned: Learned, spec: str, seconds: float) -> str:
    """Return the spec of a player's search with the exploration constant that wins games against greater ones.

    Networks differ in how far apart they value the actions of a position, and the constant must fit that. A spec
    without the constant is returned as it is. Takes at most about so many seconds.
    """
    best, others = spec, [spec.replace(f"explore={_CONSTANTS[0]}", f"explore={constant}") for constant in _CONSTANTS]
    for other in others[1:] if others[1] != spec else ():
        deadline, score = time.process_time() + seconds / (len(others) - 1), TrialScore(best, meeting.even)
        sides = Side(_limited(other), learned), Side(_limited(best), learned)
        while score.games < _TUNING_GAMES:
            score = score.add(meeting.play_round(*sides, score.rounds))
            if score.games >= LEAST_GAMES and time.process_time() > deadline:
                break
        if score.mean <= meeting.even:
            break
        best = other
    return best


def decide(
    meeting: Meeting, learned: Learned, specs: tuple[str, str], turn: float, seconds: float
) -> Iterator[TrialScore]:
    """Yield how a learnt player's search scores against the usual one after every round, until it is clear who wins.

    `specs` are those of the two searches, and every turn of each takes `turn` seconds. Unclear matches end after about
    so many `seconds`.
    """
    found = TrialScore(specs[1], meeting.even, meeting.dice)
    deadline, sides = time.process_time() + seconds, (Side(specs[0], learned, turn), Side(specs[1], None, turn))
    while found.games < _MOST_GAMES:
        found = found.add(meeting.play_round(*sides, found.rounds))
        yield found
        if found.games >= LEAST_GAMES and (found.is_clear or time.process_time() > deadline):
            break
