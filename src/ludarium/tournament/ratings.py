"""How strong players are, by Weng and Lin's Bayesian ratings (the library openskill), for any number of seats."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ludarium.core.extras import extra


class Rating(NamedTuple):
    """The estimated strength and its standard error; who has played nothing has 25 and 8.3."""

    strength: float
    error: float


Games = Iterable[tuple[Sequence[int], Sequence[float]]]
"""Games in the order in which they count, each told by who played and every one's share of the win."""


def ratings(players: int, games: Games) -> Iterator[list[Rating]]:
    """The ratings of so many players before the first game and after every one, by the model of Plackett and Luce.

    Raises `MissingExtra`.
    """
    with extra("arena", "rating"):
        from openskill.models import PlackettLuce
    model = PlackettLuce()
    rated = [model.rating() for _ in range(players)]
    known = [Rating(one.mu, one.sigma) for one in rated]
    yield known
    for seated, payoffs in games:
        teams = model.rate([[rated[player]] for player in seated], ranks=[-payoff for payoff in payoffs])
        known = known.copy()
        for player, (new,) in zip(seated, teams, strict=True):
            rated[player] = new
            known[player] = Rating(new.mu, new.sigma)
        yield known


def rate(players: int, games: Games) -> list[Rating]:
    """The ratings after all games.

    >>> first, second = rate(2, [((0, 1), (1.0, 0.0))])
    >>> first.strength > 25 > second.strength
    True
    """
    return deque(ratings(players, games), maxlen=1).pop()
