"""What skill is worth: the scores of stronger players against weaker ones."""

from __future__ import annotations

from concurrent.futures import Executor

import numpy as np

from ludarium.analysis.measure.estimates import UNKNOWN, Estimate, score_of
from ludarium.core.game import Game
from ludarium.core.kernel import Floats
from ludarium.tournament.pairing import seating
from ludarium.tournament.series import play_series

LADDER = (50, 100, 200, 400)
"""The simulations a turn of the searches that meet, each against the next."""


def ladder_bot(simulations: int) -> str:
    """Return the spec of the general search with so many simulations a turn."""
    return f"mcts(simulations={simulations})"


def duel(
    game: Game, strong: str, weak: str, games: int, seed: int, executor: Executor | None = None, workers: int = 1
) -> Floats:
    """Return the payoffs of one player against another in all other seats, as parts of their range, a number a game.

    The player changes its seat from game to game.
    """
    players = [strong, *[weak] * (game.seats - 1)]
    parts = []
    for number, record in enumerate(play_series(game.spec, players, games, seed, executor=executor, workers=workers)):
        assert record.payoffs is not None
        seat = seating([*range(game.seats)], number).index(0)
        parts.append(game.payoff_range.parts(record.payoffs)[seat])
    return np.array(parts)


def has_duels(game: Game) -> bool:
    """Return whether the seats of a game are rivals, so that one player's gain tells its strength."""
    return len(set(game.teams)) == game.seats > 1 and game.payoff_range.total is not None


def skill_of(parts: Floats, game: Game) -> Estimate:
    """Return how far a score is above that of equal players: 0 for an equal player, 1 for one that always wins."""
    if not len(parts):
        return UNKNOWN
    [fair, *_] = game.payoff_range.parts(game.payoff_range.after_draw(game.seats))
    return Estimate(*((bound - fair) / (1 - fair) for bound in score_of(parts)))
