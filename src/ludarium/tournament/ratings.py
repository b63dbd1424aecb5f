"""Ratings of players by Weng and Lin's Bayesian model (library openskill), for any number of seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ludarium.core.extras import extra


class Rating(NamedTuple):
    """Estimated strength and its standard error."""

    strength: float
    error: float


START = Rating(25.0, 25 / 3)
"""The rating of a player who has played no game."""

Games = Iterable[tuple[Sequence[int], Sequence[float]]]
"""Games in the order of their numbers: the players by seat and the payoffs by seat."""


def rate_games(players: int, games: Games) -> Iterator[tuple[Rating, ...]]:
    """Yield for every game the ratings of its players after it, by seat (Plackett-Luce model).

    `players` is the number of players. Raises `MissingExtra`.
    """
    with extra("tournament", "rating"):
        from openskill.models import PlackettLuce
    model = PlackettLuce(mu=START.strength, sigma=START.error)
    rated = [model.rating() for _ in range(players)]
    for seating, payoffs in games:
        if len(seating) == 1:  # nobody to compare with
            yield (Rating(rated[seating[0]].mu, rated[seating[0]].sigma),)
            continue
        teams = model.rate([[rated[player]] for player in seating], ranks=[-payoff for payoff in payoffs])
        for player, (new,) in zip(seating, teams, strict=True):
            rated[player] = new
        yield tuple(Rating(new.mu, new.sigma) for (new,) in teams)


def rate(players: int, games: Games) -> list[Rating]:
    """Return the ratings of all players after all games.

    >>> first, second = rate(2, [((0, 1), (1.0, 0.0))])
    >>> first.strength > 25 > second.strength
    True

    Raises `MissingExtra`.
    """
    games, ratings = list(games), [START] * players
    for (seating, _), changed in zip(games, rate_games(players, games), strict=True):
        for player, rating in zip(seating, changed, strict=True):
            ratings[player] = rating
    return ratings
