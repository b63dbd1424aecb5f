"""Inner products in single precision as the compiler writes them: so many sums side by side, in a fixed order."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_SINGLES = types.float32[::1]
_cgutils: Any = cgutils  # Numba gives none of this a type
_types: Any = types


def compiled_sums(rows: int, lanes: int) -> Any:
    """Return the function for so many rows, and so many sums side by side; `core/products.py` has it in Python."""

    @intrinsic
    def sums(typing: Any, vector: Any, matrix: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            sums_type = ir.VectorType(ir.FloatType(), lanes)
            left, right = (context.make_array(_SINGLES)(context, builder, array) for array in args)
            nothing = ir.Constant(sums_type, [0.0] * lanes)
            totals = [_cgutils.alloca_once_value(builder, nothing) for _ in range(rows)]

            def load(array: Any, at: Any) -> Any:
                place = builder.bitcast(builder.gep(array.data, [at]), sums_type.as_pointer())
                return builder.load(place, align=4)

            zero, step, last = (ir.Constant(cgutils.intp_t, number) for number in (0, lanes, lanes - 1))
            with cgutils.for_range_slice(builder, zero, builder.sub(left.nitems, last), step) as (first, _):
                numbers, at = load(left, first), first
                for total in totals:
                    builder.store(builder.fadd(builder.load(total), builder.fmul(numbers, load(right, at))), total)
                    at = builder.add(at, left.nitems)
            return context.make_tuple(
                builder, signature.return_type, [_fold(builder, total, lanes) for total in totals]
            )

        return _types.UniTuple(types.float32, rows)(_SINGLES, _SINGLES), generate

    return sums


def _fold(builder: Any, total: Any, lanes: int) -> Any:
    """Return the sum of all lanes."""
    found, word = builder.load(total), ir.IntType(32)
    while lanes > 1:
        lanes //= 2
        halves = (ir.Constant(ir.VectorType(word, lanes), [*range(at, at + lanes)]) for at in (0, lanes))
        found = builder.fadd(*(builder.shuffle_vector(found, found, half) for half in halves))
    return builder.extract_element(found, ir.Constant(word, 0))
