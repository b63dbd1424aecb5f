"""Absolute skill: what the decisions of a player give away, by a table of exact values.

A score says who won; a loss by the table says how well somebody decided, no matter who sat opposite and what was
rolled. So a few games tell players apart that hundreds of results do not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.laws.concepts import CHANGES, places_of
from ludarium.review.exact import known_loss
from ludarium.scenes.picture import begin, draw, follow
from ludarium.solve.table import Table

LEAST_GAMES = 5
"""Games below which a mean has no interval: the spread of so few tells little."""
_Z = 1.959964
_KINDS = ("capturing", "bumping", "adding", "moving")
"""What a turn does to the pieces, rarest first: a turn that bumps also moves."""
OTHER = "other"
"""The kind of a decision whose best turn changes no piece in a way that has a name."""


class Decision(NamedTuple):
    """A turn that left its seat a choice.

    `loss` is what the turn has given away, as a part of the range of payoffs. `kind` is what the best turn does to the
    pieces, as in `capturing`; empty if nobody asked.
    """

    seat: int
    loss: float
    kind: str = ""


def decisions(table: Table, states: Sequence[State], *, kinds: bool = True) -> Iterator[Decision]:
    """Yield the decisions of a match whose values the table tells, from the states between its turns.

    Left out are turns without a choice, simultaneous turns, and the last turn of a match where the table leaves out a
    rule, which may have ended it. `kinds=False` draws no pictures and is faster.
    """
    span = table.game.payoff_range.greatest - table.game.payoff_range.least
    for state, after in pairwise(states):
        if len(state.actors) != 1 or state.actors == (CHANCE,) or (table.left_out and not after.actors):
            continue
        seat = state.actors[0]
        expected, then = (table.payoffs(one) for one in (state, after))
        if len(state.legal(seat)) < 2 or expected is None or then is None or math.isnan(then[seat] - expected[seat]):
            continue
        loss = known_loss((expected[seat] - then[seat]) / span, table.gap / span)
        yield Decision(seat, loss, _kind(table, state, seat) if kinds else "")


def _kind(table: Table, state: State, seat: int) -> str:
    """Return the name of what the first of the best actions does to the pieces."""
    best = table.best_action(state, seat)
    if best is None:
        return OTHER
    picture = begin(state)
    before, after = (places_of(draw(one)) for one in (picture, follow(picture, (best[0],))))
    named = state.game.definition.facts.concepts
    return next((name for name in _KINDS if name in named and CHANGES[name](before, after)), OTHER)


class Skill(NamedTuple):
    """What a player's decisions gave away in any number of games; two of them can be added by `and_`.

    `games` is the number of games with a decision, and `decisions` that of decisions. The others are sums over games,
    of what was lost and of products, which the interval needs.

    >>> skill = Skill.of([[0.0, 0.1], [0.0, 0.0, 0.0]])
    >>> skill.games, skill.decisions, round(skill.mean, 3)
    (2, 5, 0.02)
    """

    games: int = 0
    decisions: int = 0
    lost: float = 0.0
    lost_squared: float = 0.0
    lost_decisions: float = 0.0
    decisions_squared: int = 0

    @classmethod
    def of(cls, games: Sequence[Sequence[float]]) -> Skill:
        """Return the skill that the losses of the decisions of some games show; games without any do not count."""
        found = cls()
        for losses in filter(None, games):
            count, lost = len(losses), math.fsum(losses)
            found = found.and_(cls(1, count, lost, lost * lost, lost * count, count * count))
        return found

    def and_(self, other: Skill) -> Skill:
        """Return the skill shown by the games of both."""
        return Skill._make(one + more for one, more in zip(self, other, strict=True))

    @property
    def mean(self) -> float:
        """What a decision gave away on average; nan without any."""
        return self.lost / self.decisions if self.decisions else math.nan

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval of the mean; nan with fewer than `LEAST_GAMES` games.

        The decisions of a game are not independent, games are: it is the interval of a ratio of two sums over games
        (W. G. Cochran, Sampling Techniques, 1977, chapter 6), with Student's quantile.
        """
        if self.games < LEAST_GAMES:
            return math.nan
        mean = self.mean
        spread = self.lost_squared - 2 * mean * self.lost_decisions + mean * mean * self.decisions_squared
        error = math.sqrt(max(0.0, spread) * self.games / (self.games - 1)) / self.decisions
        return _student(self.games - 1) * error


def _student(freedom: int) -> float:
    """Return Student's quantile of a 95 % interval, by its expansion in the inverse of the degrees of freedom.

    From 4 degrees of freedom on it is right to 1 in 300 (Abramowitz and Stegun, 1964, 26.7.5).

    >>> [round(_student(freedom), 2) for freedom in (4, 9, 1000)]
    [2.78, 2.26, 1.96]
    """
    z, inverse = _Z, 1 / freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term * inverse**power for power, term in enumerate(terms, 1))
