"""The exponential function, the logarithm and powers are right, and the same compiled as in plain Python."""

import math

import numpy as np
import pytest

from ludarium.core.elementary import exp, log, power
from ludarium.core.kernel import FLOATS, Floats, compiled, types
from ludarium.core.rng import generator

DOUBLE = types.float64


@compiled(types.void(FLOATS, FLOATS), cache=False)
def fill_exp(numbers: Floats, out: Floats) -> None:
    for i in range(len(numbers)):
        out[i] = exp(numbers[i])


@compiled(types.void(FLOATS, FLOATS), cache=False)
def fill_log(numbers: Floats, out: Floats) -> None:
    for i in range(len(numbers)):
        out[i] = log(numbers[i])


def numbers() -> Floats:
    rng = generator(1)
    return np.concatenate([rng.uniform(-708, 709, 5000), rng.normal(size=5000), rng.normal(size=1000) * 1e-9])


def test_exponential_function() -> None:
    found, given = np.empty(len(numbers())), numbers()
    fill_exp(given, found)
    assert found.tolist() == [exp(number) for number in given.tolist()]
    right = np.array([math.exp(number) for number in given.tolist()])
    assert (np.abs(found - right) <= 2 * np.spacing(right)).all()
    assert [exp(0.0), exp(1e300), exp(-1e300)] == [1.0, exp(709.0), exp(-708.0)]
    fill_exp(odd := np.array([math.nan, math.inf, -math.inf]), odd)
    assert odd.tolist() == [exp(math.nan), exp(709.0), exp(-708.0)]
    assert exp(math.nan) == exp(-708.0)
    single = np.float32(0.1)
    assert exp(single) == exp(float(single))  # type: ignore[arg-type]  # a network's output is single


def test_logarithm() -> None:
    given = np.concatenate([np.exp(numbers()), np.arange(1, 5000), [math.nextafter(1, 0), math.nextafter(1, 2)]])
    found = np.empty(len(given))
    fill_log(given, found)
    assert found.tolist() == [log(number) for number in given.tolist()]
    right = np.array([math.log(number) for number in given.tolist()])
    assert found == pytest.approx(right, rel=5e-16, abs=5e-16)
    assert log(1.0) == 0.0


def test_powers() -> None:
    assert [power(0.5, n) for n in range(5)] == [1.0, 0.5, 0.25, 0.125, 0.0625]
    assert power(0.999, 10**6) == pytest.approx(0.999**10**6)
