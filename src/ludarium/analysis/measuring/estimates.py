"""Numbers with their 95 % confidence intervals."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ludarium.core.kernel import Floats, Vector
from ludarium.tournament.series import Score, Z


class Estimate(NamedTuple):
    """A number and the bounds of its 95 % confidence interval; NaN where nothing was seen."""

    value: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        """Whether something was seen."""
        return not math.isnan(self.value)


UNKNOWN = Estimate(math.nan, math.nan, math.nan)


def mean_of(values: Vector | Floats) -> Estimate:
    """Return the mean of independent values, with its interval.

    >>> mean_of(np.array([1.0, 2.0, 3.0])).value
    2.0
    """
    known = np.asarray(values, float)
    known = known[~np.isnan(known)]
    if not len(known):
        return UNKNOWN
    mean = float(known.mean())
    error = Z * float(known.std(ddof=1)) / math.sqrt(len(known)) if len(known) > 1 else math.inf
    return Estimate(mean, mean - error, mean + error)


def part_of(values: Floats) -> Estimate:
    """Return the mean of independent values between 0 and 1, with its interval, which stays between 0 and 1.

    >>> part_of(np.array([0.8, 1.0])).high
    1.0
    """
    return Estimate(*(min(max(bound, 0.0), 1.0) if not math.isnan(bound) else bound for bound in mean_of(values)))


def amount_of(values: Vector | Floats) -> Estimate:
    """Return the mean of independent values from 0 on, with its interval, which has no numbers below 0.

    >>> amount_of(np.array([0.1, 2.0])).low
    0.0
    """
    value, low, high = mean_of(values)
    return Estimate(value, max(low, 0.0), high)


def deviation_of(values: Vector | Floats) -> Estimate:
    """Return the standard deviation of independent values, with its interval, by their fourth moment.

    >>> deviation_of(np.array([1.0, 3.0, 1.0, 3.0])).value
    1.0
    """
    known = np.asarray(values, float)
    if not len(known):
        return UNKNOWN
    moments = known - known.mean()
    variance = float((moments**2).mean())
    if not variance:
        return Estimate(0.0, 0.0, 0.0) if len(known) > 1 else Estimate(0.0, 0.0, math.inf)
    error = Z * math.sqrt((float((moments**4).mean()) - variance**2) / len(known)) / (2 * math.sqrt(variance))
    return Estimate(math.sqrt(variance), max(0.0, math.sqrt(variance) - error), math.sqrt(variance) + error)


def ratio_of(parts: Vector | Floats, wholes: Vector | Floats) -> Estimate:
    """Return the sum of the parts divided by that of the wholes, each pair from an independent game.

    >>> ratio_of(np.array([2, 4]), np.array([1, 2])).value
    2.0
    """
    if not wholes.sum():
        return UNKNOWN
    ratio = float(parts.sum() / wholes.sum())
    errors = (parts - ratio * wholes) / wholes.mean()
    error = Z * float(errors.std()) / math.sqrt(len(errors))
    return Estimate(ratio, ratio - error, ratio + error)


def score_of(parts: Floats) -> Estimate:
    """Return the mean of payoffs between 0 and 1, with Wilson's interval, which stays between 0 and 1.

    >>> [round(bound, 2) for bound in score_of(np.array([1.0] * 8 + [0.0] * 2))]
    [0.8, 0.49, 0.94]
    """
    if not len(parts):
        return UNKNOWN
    standing = Score("", len(parts), 0, 0, float(parts.sum()))
    return Estimate(standing.points / standing.games, *standing.interval)


def at_least(positions: Vector) -> Estimate:
    """Return a lower bound of the number of positions that games can reach, from a sample with a row a position.

    This is Chao's estimator of the number of kinds (A. Chao, Scandinavian Journal of Statistics 11, 1984): the more
    positions were seen once and the fewer twice, the more were not seen. The interval is its log-normal one.

    >>> at_least(np.array([[1], [1], [2], [2], [3], [3]])).value
    3.0
    """
    _, times = np.unique(positions, axis=0, return_counts=True)
    seen, once, twice = len(times), int((times == 1).sum()), int((times == 2).sum())
    if once == 0:
        return Estimate(float(seen), float(seen), float(seen))
    unseen = once * (once - 1) / (2 * (twice + 1))
    ratio = once / (twice + 1)
    variance = (twice + 1) * (ratio**2 / 2 + ratio**3 + ratio**4 / 4)
    if unseen == 0:
        return Estimate(float(seen), float(seen), float(seen) + Z * math.sqrt(variance))
    spread = math.exp(Z * math.sqrt(math.log1p(variance / unseen**2)))
    return Estimate(seen + unseen, seen + unseen / spread, seen + unseen * spread)


def logarithm(estimate: Estimate) -> Estimate:
    """Return the decimal logarithm of a positive estimate."""
    return Estimate(*(math.log10(max(bound, 1.0)) for bound in estimate))
