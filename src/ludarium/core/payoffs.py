"""Payoffs: what every seat plays for, at the end of a game."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from ludarium.core.errors import InvalidOption
from ludarium.core.kernel import Floats, Kernel, Vector, rule

_EPSILON = 1e-9
"""By how much payoffs may differ that count as equal, such as 0.1 + 0.2 and 0.3."""
LEAST, SPAN, LEAST_SUM, GREATEST_SUM = range(4)
"""The indices of `PayoffRange.scale`."""
FACTOR, SHIFT, DIVISOR = range(3)
"""The indices of `reward_scale`."""


@dataclass(frozen=True)
class PayoffRange:
    """The payoffs that a game can end with.

    | field      | meaning                                                                    |
    |------------|----------------------------------------------------------------------------|
    | `least`    | no seat gets less                                                          |
    | `greatest` | no seat gets more                                                          |
    | `total`    | the sum of the payoffs of all seats; None if it differs from game to game  |
    """

    least: float = 0.0
    greatest: float = 1.0
    total: float | None = None

    def __post_init__(self) -> None:
        if not -math.inf < self.least < self.greatest < math.inf:
            raise InvalidOption(f"payoffs from {self.least} to {self.greatest}: expected two numbers, the lesser first")

    @classmethod
    def of_shares(cls, seats: int, winners: int = 1) -> PayoffRange:
        """Return the range of equal shares of 1, of which `winners` seats share at least; a seat alone has 1 or 0."""
        return cls(greatest=1 / winners, total=1.0 if seats > 1 else None)

    def scale(self, seats: int) -> Floats:
        """Return what searches need to bring payoffs to the range from 0 to 1; see LEAST to GREATEST_SUM.

        The sums are the bounds of the sum of all scaled payoffs.
        """
        span = self.greatest - self.least
        if self.total is None:
            return np.array([self.least, span, 0.0, seats])
        total = (self.total - seats * self.least) / span
        return np.array([self.least, span, total, total])

    def parts(self, payoffs: Sequence[float]) -> tuple[float, ...]:
        """Return payoffs as parts of the range: 0 is the least, 1 the greatest.

        >>> PayoffRange(-2, 2, total=0).parts((1, -1))
        (0.75, 0.25)
        """
        return tuple((payoff - self.least) / (self.greatest - self.least) for payoff in payoffs)

    def covers(self, payoffs: Sequence[float]) -> bool:
        """Return whether a game can end with these payoffs.

        >>> PayoffRange(-2, 2, total=0).covers((1, -1)), PayoffRange(-2, 2, total=0).covers((1, 1))
        (True, False)
        """
        inside = all(self.least - _EPSILON <= payoff <= self.greatest + _EPSILON for payoff in payoffs)
        return inside and (self.total is None or math.isclose(sum(payoffs), self.total, abs_tol=_EPSILON))

    def after_draw(self, seats: int) -> tuple[float, ...]:
        """Return the payoffs of a match that ends as a draw by agreement.

        >>> PayoffRange.of_shares(2).after_draw(2), PayoffRange(-2, 2, total=0).after_draw(2)
        ((0.5, 0.5), (0.0, 0.0))
        """
        middle = (self.least + self.greatest) / 2 if self.total is None else self.total / seats
        return (middle,) * seats

    def after_loss(self, losers: Collection[int], seats: int) -> tuple[float, ...]:
        """Return the payoffs of a match that some seats lose outside the rules.

        They get the least payoff. The others share what is left if the sum is always the same, else get the greatest.

        >>> PayoffRange.of_shares(3).after_loss([0], 3), PayoffRange(-2, 2, total=0).after_loss([0], 2)
        ((0.0, 0.5, 0.5), (-2, 2))
        """
        others, rest = seats - len(losers), self.greatest
        if self.total is not None and others:
            rest = min(rest, (self.total - len(losers) * self.least) / others)
        return tuple(self.least if seat in losers else rest for seat in range(seats))


def is_equal_share(payoffs: Sequence[float]) -> bool:
    """Return whether these are equal shares of 1; a seat alone has 1 or 0.

    >>> is_equal_share((0.0, 0.5, 0.5)), is_equal_share((0.25, 0.75)), is_equal_share((0.0,))
    (True, False, True)
    """
    shares = [payoff for payoff in payoffs if payoff]
    return payoffs == (0.0,) or (all(share == 1 / len(shares) for share in shares) and bool(shares))


def compare_payoffs(one: float, other: float) -> int:
    """Return 1 if the first payoff is more than the second, -1 if it is less, 0 if they differ by rounding at most.

    >>> compare_payoffs(1.0, 0.5), compare_payoffs(0.1 + 0.2, 0.3), compare_payoffs(-1.0, 0.0)
    (1, 0, -1)
    """
    return 0 if math.isclose(one, other, rel_tol=_EPSILON, abs_tol=_EPSILON) else 1 if one > other else -1


def verdicts(payoffs: Floats, teams: Sequence[int], declared: PayoffRange) -> Vector:
    """Return 1 for every seat that has won a game, 0 if it is drawn, -1 if it is lost; a row a game.

    A seat has won if only its team is paid most. Alone, or together against the game, it is won with the greatest
    payoff and lost with the least.

    >>> verdicts(np.array([[2.0, -2.0], [0.0, 0.0]]), (0, 1), PayoffRange(-2, 2, total=0)).tolist()
    [[1, -1], [0, 0]]
    """
    if len(set(teams)) == 1:
        return (payoffs >= declared.greatest).astype(np.int64) - (payoffs <= declared.least)
    best = np.isclose(payoffs, payoffs.max(axis=1, keepdims=True), _EPSILON, _EPSILON)
    paid_most = sum(best[:, np.equal(teams, team)].any(axis=1, keepdims=True).astype(int) for team in set(teams))
    return np.where(best, np.where(paid_most == 1, 1, 0), -1)


def reward_scale(declared: PayoffRange | None, seats: int, winners: int = 1) -> Floats:
    """Return the numbers that turn a payoff into the reward of a learner; see FACTOR, SHIFT and DIVISOR.

    Payoffs that a game declares are rewards as they are. Of equal shares, a win is worth 1, and the rewards of all
    seats sum to 0; a seat alone gets 1 or -1. `winners` is that of `PayoffRange.of_shares`.
    """
    if declared is not None:
        return np.array([1.0, 0.0, 1.0])
    return np.array([2.0, 1.0, 1.0] if seats == 1 else [seats, 1.0, seats / winners - 1])


@rule()
def fill_payoffs(kernel: Kernel, t: Vector, v: Vector, out: Floats) -> None:
    """Fill in the payoff of every seat at the end of a game."""
    kernel.payoffs(t, v, kernel.results(t, v, out), out)


@rule()
def scaled(payoff: float, scale: Floats) -> float:
    """Return a payoff brought to the range from 0 to 1."""
    return (payoff - scale[LEAST]) / scale[SPAN]  # type: ignore[no-any-return]  # NumPy types an element as Any
