"""Inner products in single precision, compiled: their sums have the same bits on every processor.

A compiler that may change the order of a sum adds as many numbers at once as the registers of the processor hold, so
that another processor gets another sum. Here the order is fixed: there are 16 sums side by side, of which number k gets
every sixteenth product from the k-th on; then the second half of the sums is added to the first, until one is left;
then what is left of the products is added, one after another.

Size: the order is written twice, for the compiler and for plain Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic

from ludarium.core.kernel import Singles, rule

_LANES = 16
_ROWS = 4
"""Rows that are computed at once: the vector is then read once for all of them."""
_SINGLES = types.float32[::1]
_cgutils: Any = cgutils  # Numba gives none of this a type
_config: Any = config
_types: Any = types


def _compiled_sums(rows: int) -> Any:
    """Return the compiled function for so many rows; see `_plain_sums`."""

    @intrinsic
    def sums(typing: Any, vector: Any, matrix: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            lanes = ir.VectorType(ir.FloatType(), _LANES)
            left, right = (context.make_array(_SINGLES)(context, builder, array) for array in args)
            nothing = ir.Constant(lanes, [0.0] * _LANES)
            totals = [_cgutils.alloca_once_value(builder, nothing) for _ in range(rows)]

            def load(array: Any, at: Any) -> Any:
                place = builder.bitcast(builder.gep(array.data, [at]), lanes.as_pointer())
                return builder.load(place, align=4)

            zero, step, last = (ir.Constant(cgutils.intp_t, number) for number in (0, _LANES, _LANES - 1))
            with cgutils.for_range_slice(builder, zero, builder.sub(left.nitems, last), step) as (first, _):
                numbers, at = load(left, first), first
                for total in totals:
                    builder.store(builder.fadd(builder.load(total), builder.fmul(numbers, load(right, at))), total)
                    at = builder.add(at, left.nitems)
            return context.make_tuple(builder, signature.return_type, [_fold(builder, total) for total in totals])

        return _types.UniTuple(types.float32, rows)(_SINGLES, _SINGLES), generate

    return sums


def _fold(builder: Any, total: Any) -> Any:
    """Return the sum of all lanes."""
    found, lanes, word = builder.load(total), _LANES, ir.IntType(32)
    while lanes > 1:
        lanes //= 2
        halves = (ir.Constant(ir.VectorType(word, lanes), [*range(at, at + lanes)]) for at in (0, lanes))
        found = builder.fadd(*(builder.shuffle_vector(found, found, half) for half in halves))
    return builder.extract_element(found, ir.Constant(word, 0))


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


_sums_of = _plain_sums if _config.DISABLE_JIT else _compiled_sums
_sums_of_four, _sum_of_one = _sums_of(_ROWS), _sums_of(1)


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
