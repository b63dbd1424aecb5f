"""The worth of skill: the scores of stronger players against weaker ones."""

from __future__ import annotations

from ludarium.analysis.measuring.estimates import UNKNOWN, Estimate, score_of
from ludarium.core.game import Game
from ludarium.core.kernel import Floats
from ludarium.core.rng import derive
from ludarium.players.table import play_match
from ludarium.tournament.pairing import seating

LADDER = (50, 100, 200, 400)
"""The simulations a turn of the searches that meet, each against the next."""


def ladder_bot(simulations: int) -> str:
    """Return the spec of the general search with so many simulations a turn."""
    return f"mcts(simulations={simulations})"


def duel(game: Game, strong: str, weak: str, seed: int, number: int) -> float:
    """Return the payoff of one player against another in all other seats, in game `number`, as a part of its range.

    The player changes its seat from game to game.

    >>> import ludarium
    >>> duel(ludarium.load("vortex(tokens=1)"), "random", "random", seed=1, number=0) in (0.0, 0.5, 1.0)
    True

    Raises what `play_match` raises.
    """
    seats = seating([*range(game.seats)], number)
    record = play_match(game, [strong if seat == 0 else weak for seat in seats], derive(seed, number))
    assert record.payoffs is not None
    return game.payoff_range.parts(record.payoffs)[seats.index(0)]


def has_duels(game: Game) -> bool:
    """Return whether the seats of a game are rivals, so that one player's gain tells its strength."""
    return len(set(game.teams)) == game.seats > 1 and game.payoff_range.total is not None


def skill_of(parts: Floats, game: Game) -> Estimate:
    """Return how far a score is above that of equal players: 0 for an equal player, 1 for one that always wins."""
    if not len(parts):
        return UNKNOWN
    [fair, *_] = game.payoff_range.parts(game.payoff_range.after_draw(game.seats))
    return Estimate(*((bound - fair) / (1 - fair) for bound in score_of(parts)))
