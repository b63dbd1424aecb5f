"""Inner products are added up in one order, whatever the processor, and without a compiler, too."""

import os
import subprocess
import sys

import numpy as np
import pytest
from numba import types

from ludarium.core.kernel import Singles, compiled
from ludarium.core.products import multiply
from ludarium.core.rng import generator

SINGLES = types.float32[::1]
SIZES = [(1, 1), (3, 15), (4, 16), (5, 17), (8, 64), (6, 100)]


@compiled(types.void(SINGLES, SINGLES, SINGLES), cache=False)
def products(vector: Singles, matrix: Singles, out: Singles) -> None:
    multiply(vector, matrix, out)


def in_order(vector: Singles, row: Singles) -> np.float32:
    """Return the sum in the order that the module describes, one number after another."""
    parts, whole = vector * row, len(vector) // 16 * 16
    sums = [np.float32(0.0)] * 16
    for i in range(whole):
        sums[i % 16] += parts[i]
    while len(sums) > 1:
        sums = [low + high for low, high in zip(sums[: len(sums) // 2], sums[len(sums) // 2 :], strict=True)]
    for part in parts[whole:]:
        sums[0] += part
    return sums[0]


def sample(rows: int, width: int) -> tuple[Singles, Singles]:
    rng = generator(rows, width)
    return rng.normal(size=width).astype(np.float32), rng.normal(size=rows * width).astype(np.float32)


@pytest.mark.parametrize(("rows", "width"), SIZES)
def test_the_order_is_fixed(rows: int, width: int) -> None:
    vector, matrix = sample(rows, width)
    out = np.empty(rows, np.float32)
    products(vector, matrix, out)
    assert out.tolist() == [in_order(vector, row) for row in matrix.reshape(rows, width)]


def test_plain_python_adds_in_the_same_order() -> None:
    program = f"from tests.core import test_products as t\nfor size in {SIZES}: t.test_the_order_is_fixed(*size)"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
