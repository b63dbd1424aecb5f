"""Ratings as servers for play by mail have counted them for decades: a mean at first, then Elo's.

A rating is provisional until its player has 20 games: it is the mean of what the games were worth. Against a
provisional opponent a game is worth (r1 + r2) / 2 + 200 o, against an established one r2 + 400 o, where r1 and r2 are
the ratings of the player and the opponent before the game (1600 for one without a game), and o is 1 for a win, 0 for a
draw and -1 for a loss. An established rating changes by K times the difference of result and expectation, as Elo has
it; K is 32, and 32 n / 20 against a provisional opponent of n games.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

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
