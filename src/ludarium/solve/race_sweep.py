"""Sweeps through a layer of a race between two sides: every value is computed anew from the values after each roll.

A layer holds the values of all positions in which the side about to roll (the mover) has `mine` pieces under way and
the other side `theirs`. Its table has a row for each configuration of the mover, in ascending order; a row has a value
for each configuration of the other side that can stand on the board at the same time, ascending too. A place of the
board that one side occupies is closed to the other, so a third of all pairs need no memory.

All movers are worked out for one configuration of the other side at a time. What they read is then in few rows: those
of the other side's configuration, and of what it becomes when a piece is sent back. They are unpacked into a buffer
that fits into the processor's cache. What they write goes to one place in every row, beside what was written last.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types
from numba.np.numpy_support import from_dtype

from ludarium.core.kernel import FLOATS, INTS, compiled, named_tuple

Small = npt.NDArray[np.int32]
Masks = npt.NDArray[np.uint64]
Table = npt.NDArray[Any]


LANDING = 1 << 24
"""The unit of the places in the codes of moves; configurations have lower numbers."""


class Group(NamedTuple):
    """The possible configurations with one number of pieces under way, in ascending order.

    | field     | meaning                                                                                  |
    | --------- | ---------------------------------------------------------------------------------------- |
    | `numbers` | their numbers                                                                            |
    | `stands`  | the places of their pieces, as bits                                                      |
    | `closes`  | the places of the other side that these pieces close, as bits                            |
    | `places`  | the places of their pieces: (configurations, pieces)                                     |
    | `struck`  | the row in this group after the pieces on a place have gone back: (configurations, places) |
    | `moves`   | for each face on which something can move, and each move: the configuration after it,    |
    |           | plus `LANDING` times the place of the other side where it lands (the number of places if |
    |           | nowhere); the first move is repeated where there are fewer: (configurations, numbers)    |
    | `most`    | the numbers of a face                                                                    |
    | `idle`    | faces on which no configuration of the group can move                                    |
    """

    numbers: npt.NDArray[np.int64]
    stands: Masks
    closes: Masks
    places: Small
    struck: Small
    moves: npt.NDArray[np.uint32]
    most: int
    idle: int


_MASKS = types.uint64[::1]
_TABLE2 = types.int32[:, ::1]
GROUP = named_tuple(Group, INTS, _MASKS, _MASKS, _TABLE2, _TABLE2, types.uint32[:, ::1], types.int64, types.int64)


@compiled(types.void(_MASKS, _MASKS, types.int64, types.int64, INTS))
def count_pairs(rows, columns, first, last, counts):
    """Fill in, for each of the rows, how many of the columns from first to last can stand beside it."""
    for row in range(len(rows)):
        mask, count = rows[row], 0
        for column in range(first, last):
            count += (mask & columns[column]) == 0
        counts[row] = count


@compiled()
def unpack(table, at, mask, columns, numbers, base, buffer):
    """Copy one row of a table into a buffer, to the places of its configurations."""
    for column in range(len(columns)):
        if (mask & columns[column]) == 0:
            buffer[numbers[column] - base] = table[at]
            at += 1


@compiled()
def _guess(movers, others, means, spreads, starts, table, one, first, last):
    """Fill rows with estimates: each side needs a fixed time, and then waits for an exponentially distributed one."""
    for row in range(first, last):
        at, mask, a = starts[row], movers.closes[row], movers.numbers[row]
        for column in range(len(others.numbers)):
            if (mask & others.stands[column]) == 0:
                b = others.numbers[column]
                gap = means[b] - spreads[b] + 0.5 - (means[a] - spreads[a])
                both = spreads[a] + spreads[b] + 0.6
                if gap > 0.0:
                    chance = 1.0 - np.exp(-gap / (spreads[a] + 0.3)) * (spreads[a] + 0.3) / both
                else:
                    chance = np.exp(gap / (spreads[b] + 0.3)) * (spreads[b] + 0.3) / both
                table[at] = chance * one
                at += 1


@compiled()
def _sweep(movers, others, few, near, near_starts, near_fixed, far, far_starts, far_fixed, table, cursors, first, last,
          one, relax, dither, seed, changes):  # fmt: skip
    """Compute the values of all movers against the configurations of the other side from last - 1 down to first.

    | argument     | meaning                                                                                      |
    | ------------ | -------------------------------------------------------------------------------------------- |
    | `few`        | the group of the mover after one more piece has reached the goal                             |
    | `near`       | the values of the other side when no piece has reached the goal, and where its rows start;   |
    |              | `near_fixed` is the value where there is no table, else negative                             |
    | `far`        | the same when a piece has                                                                    |
    | `cursors`    | for each mover the index of its next value in `table`, which this call moves on              |
    | `one`        | the number that stands for a payoff of 1                                                     |
    | `dither`     | how much is added before a value is cut to a whole number: 1 a random part, 0 nothing        |
    | `changes`    | gets the largest change, the sum of the changes, and their number                            |
    """
    if len(movers.numbers) == 0:
        return
    base, most, codes = few.numbers[0], np.uint64(movers.most), movers.moves
    faces, low, high = codes.shape[1] // movers.most + movers.idle, np.uint32(LANDING - 1), np.uint32(24)
    width = movers.numbers[-1] + 1 - base
    none = others.struck.shape[1]
    buffer = np.empty((1 + others.places.shape[1]) * width, table.dtype)
    offsets = np.zeros(256, np.uint64)
    largest, total, count, random = 0.0, 0.0, 0, np.uint32(seed)
    share, idle, own = 1.0 / faces, float(movers.idle), movers.numbers - base
    if near_fixed >= 0:
        buffer[:] = near_fixed
    if far_fixed >= 0:
        for k in range(len(few.numbers)):
            buffer[few.numbers[k] - base] = far_fixed
    for other in range(last - 1, first - 1, -1):
        offsets[:] = 0
        if near_fixed < 0:
            unpack(near, near_starts[other], others.closes[other], movers.stands, movers.numbers, base, buffer)
            slot = 0
            for k in range(others.places.shape[1]):
                place = others.places[other, k]
                if 0 < place < none - 1 and offsets[place] == 0:
                    slot += 1
                    offsets[place] = slot * width
                    row = others.struck[other, place]
                    unpack(near, near_starts[row], others.closes[row], movers.stands, movers.numbers,
                           base, buffer[slot * width : (slot + 1) * width])  # fmt: skip
        if far_fixed < 0:
            unpack(far, far_starts[other], others.closes[other], few.stands, few.numbers, base, buffer)
        mask = others.stands[other]
        for row in range(np.uint64(len(movers.numbers))):
            if (mask & movers.closes[row]) != 0:
                continue
            value = idle * buffer[np.uint64(own[row])]
            if most == 4:
                for at in range(np.uint64(0), np.uint64(codes.shape[1]), np.uint64(4)):
                    i, j = codes[row, at], codes[row, at + np.uint64(1)]
                    k, n = codes[row, at + np.uint64(2)], codes[row, at + np.uint64(3)]
                    x, y = buffer[offsets[i >> high] + (i & low)], buffer[offsets[j >> high] + (j & low)]
                    z, w = buffer[offsets[k >> high] + (k & low)], buffer[offsets[n >> high] + (n & low)]
                    value += min(min(x, y), min(z, w))
            else:
                for at in range(np.uint64(0), np.uint64(codes.shape[1]), most):
                    i = codes[row, at]
                    least = buffer[offsets[i >> high] + (i & low)]
                    for k in range(np.uint64(1), most):
                        i = codes[row, at + k]
                        least = min(least, buffer[offsets[i >> high] + (i & low)])
                    value += least
            at = cursors[row]
            cursors[row] = at - 1
            old = table[at] * 1.0
            value = one - value * share
            value = min(max(old + relax * (value - old), 0.0), one)
            if dither:
                random = np.uint32(random * np.uint32(1664525) + np.uint32(1013904223))
                value = np.floor(value + random * 2.3283064365386963e-10)
            change = value - old
            table[at] = value
            total += change
            count += 1
            largest = max(largest, abs(change))
    changes[0] = max(changes[0], largest)
    changes[1] += total
    changes[2] += count


class Drivers(NamedTuple):
    """The compiled functions for tables of one type of numbers: see `_sweep` and `_guess`."""

    sweep: Callable[..., None]
    guess: Callable[..., None]


@cache
def drivers(dtype: np.dtype[Any]) -> Drivers:
    """Return the drivers for tables of a type: uint16, float32 or float64."""
    table, real, whole = from_dtype(dtype)[::1], types.float64, types.int64

    @compiled(types.void(GROUP, GROUP, GROUP, table, INTS, real, table, INTS, real, table, INTS, whole, whole, real,
                         real, real, whole, FLOATS))  # fmt: skip
    def sweep(movers, others, few, near, near_starts, near_fixed, far, far_starts, far_fixed, table, cursors, first,
              last, one, relax, dither, seed, changes):  # fmt: skip
        _sweep(movers, others, few, near, near_starts, near_fixed, far, far_starts, far_fixed, table, cursors, first,
               last, one, relax, dither, seed, changes)  # fmt: skip

    @compiled(types.void(GROUP, GROUP, FLOATS, FLOATS, INTS, table, real, whole, whole))
    def guess(movers, others, means, spreads, starts, table, one, first, last):
        _guess(movers, others, means, spreads, starts, table, one, first, last)

    return Drivers(sweep, guess)


drivers(np.dtype(np.float64))  # declared at once, because bots need these: they are compiled together with the searches
