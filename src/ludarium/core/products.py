"""Inner products in single precision, compiled: their sums have the same bits on every processor.

A compiler that may change the order of a sum adds as many numbers at once as the registers of the processor hold, so
that another processor gets another sum. Here the order is fixed: there are 16 sums side by side, of which number k gets
every sixteenth product from the k-th on; then the second half of the sums is added to the first, until one is left;
then what is left of the products is added, one after another.

The order is written twice: here for plain Python, and in `compiling/product_code.py` for the compiler.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.core.compiling.lazy import extension
from ludarium.core.kernel import Singles, rule

_LANES = 16
_ROWS = 4
"""Rows that are computed at once: the vector is then read once for all of them."""


def _plain_sums(rows: int) -> Any:
    """Return a function for so many rows: the sums of all products of a vector and a row that fill the 16 lanes."""

    def sums(vector: Singles, matrix: Singles) -> tuple[np.float32, ...]:
        width, found = len(vector), []
        for row in range(rows):
            products = vector * matrix[row * width : (row + 1) * width]
            total = np.zeros(_LANES, np.float32)
            for at in range(0, width - _LANES + 1, _LANES):
                total += products[at : at + _LANES]
            while len(total) > 1:
                total = total[: len(total) // 2] + total[len(total) // 2 :]
            found.append(total[0])
        return tuple(found)

    return sums


_sums_of_four, _sum_of_one = _plain_sums(_ROWS), _plain_sums(1)


@extension
def _in_compiled_code() -> None:
    """Let compiled code add with the registers of the processor."""
    global _sums_of_four, _sum_of_one
    from ludarium.core.compiling.product_code import compiled_sums

    _sums_of_four, _sum_of_one = compiled_sums(_ROWS, _LANES), compiled_sums(1, _LANES)


@rule()
def multiply(vector: Singles, matrix: Singles, out: Singles) -> None:
    """Fill `out` with the inner products of a vector and the rows of a matrix, which lie one after another."""
    width, whole = len(vector), len(vector) // _LANES * _LANES
    row = 0
    while row + _ROWS <= len(out):
        begin = row * width
        rows = matrix[begin : begin + _ROWS * width]
        out[row], out[row + 1], out[row + 2], out[row + 3] = _sums_of_four(vector, rows)
        row += _ROWS
    while row < len(out):
        (out[row],) = _sum_of_one(vector, matrix[row * width : (row + 1) * width])
        row += 1
    for row in range(len(out)):
        for i in range(whole, width):
            out[row] += vector[i] * matrix[row * width + i]
