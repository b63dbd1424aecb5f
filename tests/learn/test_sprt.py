"""Sequential tests: their ratios against other ways to compute them, and their errors in many matches."""

import math
from collections import Counter

import numpy as np
import pytest

from ludarium.core.errors import InvalidOption
from ludarium.learn.sprt import SequentialTest, log_likelihood_ratio

NULL = 300
"""Matches without a difference; 1,000 were tried by hand."""
PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)


def brute(counts: dict[float, int], expected: float) -> float:
    """Return the greatest log likelihood of three kinds of rounds that have an expectation, by trying all mixtures."""
    (a, na), (b, nb), (c, nc) = sorted(counts.items())
    best = -math.inf
    for step in range(1, 20_000):
        middle = step / 20_000
        # the other two follow from the sum and the expectation
        last = (expected - a - middle * (b - a)) / (c - a)
        first = 1 - middle - last
        if first > 0 and last > 0:
            best = max(best, na * math.log(first) + nb * math.log(middle) + nc * math.log(last))
    return best


@pytest.mark.parametrize(
    "counts", [{0.0: 30, 0.5: 50, 1.0: 45}, {0.0: 3, 0.5: 90, 1.0: 20}, {0.0: 200, 0.25: 7, 1.0: 210}]
)
def test_the_ratio_is_that_of_the_best_distributions(counts: dict[float, int]) -> None:
    for low, high in ((0.5, 0.52), (0.5, 0.6), (0.5, 0.45)):
        expected = brute(counts, high) - brute(counts, low)
        assert log_likelihood_ratio(counts, low, high) == pytest.approx(expected, abs=2e-3)


def test_the_ratio_of_many_rounds_is_nearly_that_of_a_normal_mean() -> None:
    counts = dict(zip(PENTANOMIAL, (300, 1200, 3000, 1400, 350), strict=True))
    n = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / n
    variance = sum((value - mean) ** 2 * count for value, count in counts.items()) / n
    low, high = 0.5, 0.51
    normal = n * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(counts, low, high) == pytest.approx(normal, rel=0.01)


def test_the_ratio_is_finite_where_all_rounds_are_equal() -> None:
    for value in (0.0, 0.5, 1.0):
        assert math.isfinite(log_likelihood_ratio({value: 50}, 0.5, 0.52))
    assert log_likelihood_ratio({1.0: 50}, 0.5, 0.52) > 0 > log_likelihood_ratio({0.0: 50}, 0.5, 0.52)


def play(test: SequentialTest, chances: tuple[float, ...], rng: np.random.Generator) -> tuple[str, int]:
    """Return the answer of a test of players whose rounds have these probabilities, and the rounds that it took."""
    counts, played = Counter[float](), 0
    while True:
        for kind in rng.choice(len(chances), 25, p=chances):
            counts[PENTANOMIAL[kind]] += 1
        played += 25
        if answer := test.verdict(counts):
            return answer, played


def shifted(mean: float) -> tuple[float, ...]:
    """Return probabilities of rounds with an expectation."""
    base, step = np.array([0.06, 0.24, 0.4, 0.24, 0.06]), np.array([-1, -2, 0, 2, 1]) / 6
    share = (mean - 0.5) / float((step * PENTANOMIAL).sum())
    return tuple(base + share * step)


def test_players_who_are_equal_are_seldom_called_unequal() -> None:
    """At most the share that was asked for, and as much as chance adds to it."""
    test, rng = SequentialTest(margin=0.1, alpha=0.1, beta=0.1), np.random.default_rng(1)
    answers = Counter(play(test, shifted(0.5), rng)[0] for _ in range(NULL))
    unequal = answers["stronger"] + answers["weaker"]
    assert unequal <= NULL * 0.1 + 2.6 * math.sqrt(NULL * 0.1 * 0.9)
    assert unequal > NULL / 100  # the test is not so careful that it needs more rounds than it should
    assert abs(answers["stronger"] - answers["weaker"]) < 4 * math.sqrt(unequal)


@pytest.mark.parametrize(("mean", "right"), [(0.6, "stronger"), (0.4, "weaker")])
def test_a_difference_of_the_margin_is_seldom_missed(mean: float, right: str) -> None:
    test, rng = SequentialTest(margin=0.1, alpha=0.1, beta=0.1), np.random.default_rng(2)
    answers = Counter(play(test, shifted(mean), rng)[0] for _ in range(NULL // 2))
    assert answers[right] >= NULL / 2 * 0.9 - 2.6 * math.sqrt(NULL / 2 * 0.1 * 0.9)


def test_a_clear_difference_takes_few_rounds() -> None:
    test, rng = SequentialTest(margin=0.02), np.random.default_rng(3)
    takes = [[play(test, shifted(mean), rng)[1] for _ in range(10)] for mean in (0.52, 0.62)]
    assert 3 * np.mean(takes[1]) < np.mean(takes[0])


@pytest.mark.parametrize("wrong", [{"margin": 0.0}, {"margin": 0.6}, {"alpha": 0.0}, {"beta": 0.7}])
def test_numbers_with_which_there_is_no_test_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InvalidOption, match=next(iter(wrong))):
        SequentialTest(**wrong).check()
