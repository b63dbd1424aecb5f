"""Sweeps through a layer of a race between two sides: every value is computed anew from the values after each roll.

All sums are in a fixed order, so that a table has the same bits on every processor.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludarium.core.compiling.symbols import symbol
from ludarium.core.elementary import exp
from ludarium.core.kernel import FLOATS, INTS, compiled, named_tuple, types
from ludarium.solve.race.lanes import GROUP, LANES, each_mover, pack, reading_type, writing_type

_from_dtype = symbol("numba.np.numpy_support", "from_dtype")
_SHAPE = 5, 4
"""Faces on which something can move, and moves of each, that are computed at once: those of four markers and a d6."""


class Rule(NamedTuple):
    """The rule by which a value is rounded and stored.

    | field    | meaning                                                                                  |
    | -------- | ---------------------------------------------------------------------------------------- |
    | `one`    | the number that stands for a payoff of 1                                                 |
    | `relax`  | how far a value goes to what was computed: 1 is all the way                              |
    | `dither` | 1 to round at random to whole numbers, 0 to the nearest; negative to keep fractions      |
    | `seed`   | where the random numbers begin                                                           |
    """

    one: float
    relax: float = 1.0
    dither: float = -1.0
    seed: int = 0


_ORDINARY = {"nnan": True, "ninf": True, "nsz": True}
"""What the compiler may assume: that no number is infinite or none, and that 0 and -0 are one; it changes no result."""
LARGEST, TOTAL, NUMBER = range(3)
"""The indices of a sweep's changes: the largest, their sum, and how many they are; see `_store` for the lanes."""
RULE = named_tuple(Rule, types.float64, types.float64, types.float64, types.int64)


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
                    chance = 1.0 - exp(-gap / (spreads[a] + 0.3)) * (spreads[a] + 0.3) / both
                else:
                    chance = exp(gap / (spreads[b] + 0.3)) * (spreads[b] + 0.3) / both
                table[at] = chance * one
                at += 1


@compiled(fastmath=_ORDINARY)
def _look(movers, row, buffer, first, rule, out):
    """Fill in the values of one mover in all lanes; `first` is the buffer's first column of the group."""
    codes, most = movers.moves[row], movers.most
    share, own = 1.0 / (len(codes) // most + movers.idle), (first + row) * LANES
    if len(codes) == _SHAPE[0] * _SHAPE[1] and most == _SHAPE[1]:
        a0, a1, a2, a3 = codes[0] * LANES, codes[1] * LANES, codes[2] * LANES, codes[3] * LANES
        b0, b1, b2, b3 = codes[4] * LANES, codes[5] * LANES, codes[6] * LANES, codes[7] * LANES
        c0, c1, c2, c3 = codes[8] * LANES, codes[9] * LANES, codes[10] * LANES, codes[11] * LANES
        d0, d1, d2, d3 = codes[12] * LANES, codes[13] * LANES, codes[14] * LANES, codes[15] * LANES
        e0, e1, e2, e3 = codes[16] * LANES, codes[17] * LANES, codes[18] * LANES, codes[19] * LANES
        for k in range(LANES):
            value = movers.idle * 1.0 * buffer[own + k]
            value += min(min(buffer[a0 + k], buffer[a1 + k]), min(buffer[a2 + k], buffer[a3 + k]))
            value += min(min(buffer[b0 + k], buffer[b1 + k]), min(buffer[b2 + k], buffer[b3 + k]))
            value += min(min(buffer[c0 + k], buffer[c1 + k]), min(buffer[c2 + k], buffer[c3 + k]))
            value += min(min(buffer[d0 + k], buffer[d1 + k]), min(buffer[d2 + k], buffer[d3 + k]))
            value += min(min(buffer[e0 + k], buffer[e1 + k]), min(buffer[e2 + k], buffer[e3 + k]))
            out[k] = rule.one - value * share
        return
    for k in range(LANES):
        out[k] = rule.one - movers.idle * share * buffer[own + k]
    for at in range(0, len(codes), most):
        a, b = codes[at] * LANES, codes[at + (most > 1)] * LANES
        if most < 3:
            for k in range(LANES):
                out[k] -= share * min(buffer[a + k], buffer[b + k])
            continue
        c, d = codes[at + 2] * LANES, codes[at + min(3, most - 1)] * LANES
        if most < 5:
            for k in range(LANES):
                out[k] -= share * min(min(buffer[a + k], buffer[b + k]), min(buffer[c + k], buffer[d + k]))
            continue
        for k in range(LANES):
            value = min(min(buffer[a + k], buffer[b + k]), min(buffer[c + k], buffer[d + k]))
            for move in range(at + 4, at + most):
                value = min(value, buffer[codes[move] * LANES + k])
            out[k] -= share * value


@compiled(fastmath=_ORDINARY)
def _store(table, at, values, count, rule, changes):
    """Store values in a table from an index on; add to the changes, in which every lane has a column."""
    one, relax, largest, total = rule.one, rule.relax, changes[LARGEST], changes[TOTAL]
    if rule.dither > 0:
        for k in range(count):
            random = np.uint32((at + k) * 2654435761 + rule.seed)
            random = np.uint32((random ^ (random >> np.uint32(15))) * np.uint32(2246822519))
            random = np.uint32((random ^ (random >> np.uint32(13))) * np.uint32(3266489917))
            old = table[at + k] * 1.0
            value = min(max(old + relax * (values[k] - old), 0.0), one)
            value = np.floor(value + (random ^ (random >> np.uint32(16))) * 2.3283064365386963e-10)
            table[at + k] = value
            total[k] += value - old
            largest[k] = max(largest[k], abs(value - old))
    elif rule.dither == 0:
        for k in range(count):
            old = table[at + k] * 1.0
            value = np.floor(min(max(old + relax * (values[k] - old), 0.0), one) + 0.5)
            table[at + k] = value
            total[k] += value - old
            largest[k] = max(largest[k], abs(value - old))
    else:
        for k in range(count):
            old = table[at + k] * 1.0
            value = min(max(old + relax * (values[k] - old), 0.0), one)
            table[at + k] = value
            total[k] += value - old
            largest[k] = max(largest[k], abs(value - old))
    changes[NUMBER, 0] += count


# 10 arguments: numbers of the inner loop, which `each_mover` passes to all work by one signature
@compiled(_nrt=False, fastmath=_ORDINARY)  # to count references to these arrays for each mover takes a fifth more time
def _update(movers, row, buffer, own, lanes, table, at, rule, room, changes):
    """Compute the values of one mover in some lanes and store them, the last at an index; return how many they are."""
    out, packed = room
    _look(movers, row, buffer, own, rule, out)
    count = pack(out, lanes, packed)
    _store(table, at - count + 1, packed, count, rule, changes)
    return count


@compiled()
def _sweep(reading, writing, rule, changes):
    """Compute the values of all movers, see `each_mover`; `changes` gets the largest change, their sum and number."""
    room, lanes = (np.zeros(LANES), np.zeros(2 * LANES)), np.zeros((3, LANES))
    each_mover(_update, rule, room, reading, writing, lanes)
    changes[LARGEST] = max(changes[LARGEST], lanes[LARGEST].max())
    changes[TOTAL] += lanes[TOTAL].sum()
    changes[NUMBER] += lanes[NUMBER, 0]


class Drivers(NamedTuple):
    """The compiled functions for tables of one type of numbers: see `_sweep` and `_guess`."""

    sweep: Callable[..., None]
    guess: Callable[..., None]


@cache
def drivers(dtype: np.dtype[Any]) -> Drivers:
    """Return the drivers for tables of a type: uint16, uint32 or float64."""
    table, real, whole = _from_dtype(dtype)[::1], types.float64, types.int64

    @compiled(types.void(reading_type(table), writing_type(table), RULE, FLOATS), fastmath=_ORDINARY)
    def sweep(reading, writing, rule, changes):
        _sweep(reading, writing, rule, changes)

    @compiled(types.void(GROUP, GROUP, FLOATS, FLOATS, INTS, table, real, whole, whole))
    def guess(movers, others, means, spreads, starts, table, one, first, last):
        _guess(movers, others, means, spreads, starts, table, one, first, last)

    return Drivers(sweep, guess)


drivers(np.dtype(np.float64))  # declared at once, because bots need these: they are compiled together with the searches
