"""Ratings of players by Weng and Lin's Bayesian model (library openskill), for any number of seats.

Of a game only the order of the payoffs counts, and equal payoffs are a tie. A game of more than two seats counts as the
mean of the games of two that are in it: everybody has won against those who are paid less, and lost against those who
are paid more. So who is paid more never loses by it, whatever the others get: openskill's own update of more than two
has no such law where some of them are tied.

A rating is provisional until its player has 20 games: it is the mean of what the games were worth. Against a
provisional opponent a game is worth (r1 + r2) / 2 + 200 o, against an established one r2 + 400 o, where r1 and r2 are
the ratings of the player and the opponent before the game (1600 for one without a game), and o is 1 for a win, 0 for a
draw and -1 for a loss. An established rating changes by K times the difference of result and expectation, as Elo has
it; K is 32, and 32 n / 20 against a provisional opponent of n games.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from ludarium.core.errors import InvalidOption
from ludarium.core.extras import extra
from ludarium.core.payoffs import compare_payoffs

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


MODEL = 2
"""The number of this way of rating games; version 1 took shared wins, in games of more than two, for ties of all."""


def rate_game(before: Sequence[Rating], payoffs: Sequence[float]) -> tuple[Rating, ...]:
    """Return the ratings after a game of players with these ratings; payoffs are by seat.

    >>> [round(rating.strength, 1) for rating in rate_game([START] * 3, (0.5, 0.5, 0.0))]
    [26.3, 26.3, 22.4]

    Raises `InvalidOption` unless every player has one finite payoff, and `MissingExtra`.
    """
    if len(payoffs) != len(before) or not all(map(math.isfinite, payoffs)):
        raise InvalidOption(f"payoffs are {[*payoffs]}: expected a finite number for each of {len(before)} players")
    if len(before) == 1:  # nobody to compare with
        return tuple(before)
    found: list[list[Rating]] = [[] for _ in before]
    for one, other in combinations(range(len(before)), 2):
        after = _rate_two(before[one], before[other], compare_payoffs(payoffs[other], payoffs[one]))
        found[one].append(after[0])
        found[other].append(after[1])
    return tuple(Rating(fmean(one.strength for one in own), fmean(one.error for one in own)) for own in found)


def _rate_two(first: Rating, second: Rating, rank: int) -> tuple[Rating, Rating]:
    """Return the ratings after a game of two; `rank` is that of the first: -1 if it has won, 0 in a tie, 1 if not."""
    model = _model()
    teams = [[model.rating(mu=rating.strength, sigma=rating.error)] for rating in (first, second)]
    after = model.rate(teams, ranks=[rank, 0])  # which openskill cuts to whole numbers
    return Rating(after[0][0].mu, after[0][0].sigma), Rating(after[1][0].mu, after[1][0].sigma)


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


P = TypeVar("P", bound=Hashable)
NEWCOMER = 1600.0
"""What a player without a game counts as an opponent."""
PROVISIONAL = 20
"""The games after which a rating is established."""
_K = 32.0
_SCALE = 400.0


class PostalRating(NamedTuple):
    """A rating, and the number of games from which it follows."""

    points: float = NEWCOMER
    games: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether the player has too few games for an established rating."""
        return self.games < PROVISIONAL


class PostalChange(NamedTuple, Generic[P]):
    """The change of ratings by a game: its players, the result of the first, and the ratings before and after it."""

    players: tuple[P, P]
    outcome: int
    before: tuple[PostalRating, PostalRating]
    after: tuple[PostalRating, PostalRating]


def rate_by_mail(games: Iterable[tuple[P, P, int]]) -> Iterator[PostalChange[P]]:
    """Yield what every game changes, in order; a game is two players, and 1, 0 or -1 as the first has won or lost.

    >>> [change.after for change in rate_by_mail([("ann", "bob", 1)])]
    [(PostalRating(points=1800.0, games=1), PostalRating(points=1400.0, games=1))]
    """
    ratings: dict[P, PostalRating] = {}
    for first, second, outcome in games:
        before = ratings.get(first, PostalRating()), ratings.get(second, PostalRating())
        after = _after(*before, outcome), _after(*before[::-1], -outcome)
        ratings[first], ratings[second] = after
        yield PostalChange((first, second), outcome, before, after)


def _after(own: PostalRating, other: PostalRating, outcome: int) -> PostalRating:
    """Return the rating of a player after a game."""
    if own.is_provisional:
        if other.is_provisional:
            worth = (own.points + other.points) / 2 + 200 * outcome
        else:
            worth = other.points + 400 * outcome
        return PostalRating((own.games * own.points + worth) / (own.games + 1), own.games + 1)
    expected = 1 / (1 + 10 ** ((other.points - own.points) / _SCALE))
    k = _K * other.games / PROVISIONAL if other.is_provisional else _K
    return PostalRating(own.points + k * ((outcome + 1) / 2 - expected), own.games + 1)
