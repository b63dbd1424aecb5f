"""Sequential tests of which of two players is stronger: generalised probability ratios of what their rounds are worth.

A round is worth any number, such as the mean of a pair of games with seats exchanged, so draws, several seats and
payoffs of any kind are the same here; games of a round may depend on each other. The likelihood of an expectation is
that of the distribution which fits best and has it: M. Van den Bergh, "The generalized maximum likelihood ratio for
the expectation value of a distribution" (2020), as the tests of chess engines use it. With two of them at once, one
towards stronger and one towards weaker, the answer is one of three (Sobel and Wald, 1949).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.core.arguments import check_number
from ludarium.core.elementary import log  # the same on every processor

Verdict = Literal["stronger", "equal", "weaker", ""]
"""The answer of a test; empty while it is not known."""
_SELDOM = 1e-3
"""How often a round is taken to have had each of the ends of the scale, where none had: so a ratio is finite."""
_HALVINGS = 45
Array = npt.NDArray[np.float64]


def log_likelihood_ratio(counts: Mapping[float, int], low: float, high: float) -> float:
    """Return the logarithm of how much likelier rounds are if one is worth `high` on average than if it is `low`.

    `counts` has by what a round was worth how many were; both expectations are between 0 and 1.

    >>> round(log_likelihood_ratio({0.0: 10, 0.25: 40, 0.5: 100, 0.75: 60, 1.0: 20}, 0.5, 0.55), 2)
    3.6

    Raises `InvalidOption` unless both are between 0 and 1.
    """
    for expected in (low, high):
        check_number("expected", expected, 0, 1)
    seen = {0.0: _SELDOM, 1.0: _SELDOM} | {float(value): float(count) for value, count in counts.items() if count}
    values, weights = np.array([*seen]), np.array([*seen.values()])
    ratios = _fit(values, weights, high) / _fit(values, weights, low)
    return float(sum(weight * float(log(ratio)) for weight, ratio in zip(weights, ratios, strict=True)))


def _fit(values: Array, weights: Array, expected: float) -> Array:
    """Return the probabilities of values that fit weights best among those with an expectation, up to one factor."""
    away = values - expected
    least, most = -1 / away.max(), -1 / away.min()
    for _ in range(_HALVINGS):
        tilt = (least + most) / 2
        if (weights * away / (1 + tilt * away)).sum() > 0:
            least = tilt
        else:
            most = tilt
    return np.asarray(weights / (1 + (least + most) / 2 * away))


class SequentialTest(NamedTuple):
    """What a test of two players is to find out.

    | field    | meaning                                                                                       |
    |----------|-----------------------------------------------------------------------------------------------|
    | `even`   | what a round is worth on average to a player who is as strong as the other                    |
    | `margin` | how much more or less still counts as equal                                                   |
    | `alpha`  | the probability of an answer other than `equal` where both are equally strong                 |
    | `beta`   | the probability of another answer than the right one where they differ by the margin or more  |
    """

    even: float = 0.5
    margin: float = 0.02
    alpha: float = 0.05
    beta: float = 0.05

    def check(self) -> None:
        """Raise `InvalidOption` for numbers with which there is no test."""
        check_number("margin", self.margin, 0, min(self.even, 1 - self.even), above=True)
        check_number("alpha", self.alpha, 0, 0.5, above=True)
        check_number("beta", self.beta, 0, 0.5, above=True)

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the ratios at which equality, and a difference, is accepted; Wald's approximation."""
        alpha = self.alpha / 2  # of one of two sides
        return float(log(self.beta / (1 - alpha))), float(log((1 - self.beta) / alpha))

    def ratios(self, counts: Mapping[float, int]) -> tuple[float, float]:
        """Return the logarithms of the ratios of `stronger` to equal, and of `weaker` to equal."""
        return (
            log_likelihood_ratio(counts, self.even, self.even + self.margin),
            log_likelihood_ratio(counts, self.even, self.even - self.margin),
        )

    def verdict(self, counts: Mapping[float, int]) -> Verdict:
        """Return the answer after rounds of these worths; empty if more must be played."""
        low, high = self.bounds
        stronger, weaker = self.ratios(counts)
        if stronger >= high:
            return "stronger"
        if weaker >= high:
            return "weaker"
        return "equal" if max(stronger, weaker) <= low else ""
