"""Ratings of players by Weng and Lin's Bayesian model (library openskill), for any number of seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ludarium.core.extras import extra

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


class Rating(NamedTuple):
    """Estimated strength and its standard error."""

    strength: float
    error: float


START = Rating(25.0, 25 / 3)
"""The rating of a player who has played no game."""

Games = Iterable[tuple[Sequence[int], Sequence[float]]]
"""Games in the order of their numbers: the players by seat and the payoffs by seat."""


def rate_game(before: Sequence[Rating], payoffs: Sequence[float]) -> tuple[Rating, ...]:
    """Return the ratings after a game of players with these ratings (Plackett-Luce model); payoffs are by seat.

    Raises `MissingExtra`.
    """
    if len(before) == 1:  # nobody to compare with
        return tuple(before)
    model = _model()
    teams = [[model.rating(mu=rating.strength, sigma=rating.error)] for rating in before]
    after = model.rate(teams, ranks=[-payoff for payoff in payoffs])
    return tuple(Rating(new.mu, new.sigma) for (new,) in after)


@cache
def _model() -> PlackettLuce:
    with extra("tournament", "rating"):  # here, because most commands and pages rate nothing
        from openskill.models import PlackettLuce
    return PlackettLuce(mu=START.strength, sigma=START.error)


def rate_games(players: int, games: Games) -> Iterator[tuple[Rating, ...]]:
    """Yield for every game the ratings of its players after it, by seat.

    `players` is the number of players. Raises `MissingExtra`.
    """
    rated = [START] * players
    for seating, payoffs in games:
        changed = rate_game([rated[player] for player in seating], payoffs)
        for player, rating in zip(seating, changed, strict=True):
            rated[player] = rating
        yield changed


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
