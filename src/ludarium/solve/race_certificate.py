"""Certificates: bounds of the values of a race that was swept until nothing changed, proved without a second table.

Let x be the values and h >= 0 a bound of their error. Say that in every position the best turn, with all values that
follow taken as x - h for the mover, is worth more than x - h. Then a mover who plays so gains on x - h at every turn;
payoffs are bounded, so the game must end, whatever the other side does, and on average it ends with at least x - h.
The same with x + h bounds what the mover can get. So x is wrong by at most h in every position, however it was found,
and even where play could go on for ever.

Such an h is looked for from below: it begins with nothing and is raised where the condition fails, until a sweep raises
nothing. That sweep is the proof. It computes with whole numbers, so nothing is rounded. h is a whole number of steps,
which takes a byte, and counts from the error of the finished layers on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types
from numba.np.numpy_support import from_dtype

from ludarium.core.kernel import INTS, Vector, compiled
from ludarium.solve.race_groups import Layer
from ludarium.solve.race_layers import Encoding, LayerSolver
from ludarium.solve.race_sweep import GROUP, LANDING, Table

_ONE = 65535 << 12
"""The whole number that stands for a payoff of 1."""
_MOST = 255
"""The greatest number of steps."""
_FINEST, _COARSEST = 5, 1 << 18
"""Steps that a turn adds to an error on average, in the beginning; and the longest step, which says nothing."""
_RISEN, _SPARE = 0.5, 4
"""When no more than this part of the positions is raised, all errors are raised by a fourth once: it saves sweeps."""
_MOST_SWEEPS = 2_000
_PART = 1 << 22
_RAISED, _FAILED, _GREATEST, _MISSING = range(4)
"""The indices of what a sweep counts: positions raised, those that need more than `_MOST` steps, the greatest number of
steps, and what has been missing in all."""
Steps = npt.NDArray[np.uint8]
_STEPS = types.uint8[::1]


class Proof(NamedTuple):
    """A sweep of a proof: its number, how many positions it raised, and the error that is left if it is none."""

    number: int
    raised: int
    error: float

    def __str__(self) -> str:
        return f"proof, sweep {self.number}, {self.raised:,} open, error {self.error:.1e}"


@dataclass
class Attempt:
    """How far a proof has come: the length of a step, in parts of `_ONE`; and whether all errors have been raised."""

    steps: dict[Layer, Steps]
    unit: int = 0
    spared: bool = False

    @classmethod
    def begin(cls, tables: Mapping[Layer, Table]) -> Attempt:
        """Return a proof that has shown nothing yet."""
        return cls({layer: np.zeros(len(table), np.uint8) for layer, table in tables.items()})


Report = Callable[[Sequence[Layer], Proof], None]


@compiled()
def _unpack(table, steps, unit, scale, at, mask, columns, numbers, base, high, low):
    """Copy one row to the places of its configurations: the greatest and the least that each value may be."""
    for column in range(len(columns)):
        if (mask & columns[column]) == 0:
            value = np.int32(np.rint(table[at] * scale))
            error = np.int32(unit * steps[at]) if len(steps) else np.int32(0)
            high[numbers[column] - base], low[numbers[column] - base] = value + error, value - error
            at += 1


@compiled()
def _raise(movers, others, few, near, near_starts, near_fixed, near_steps, far, far_starts, far_fixed, far_steps,
           table, steps, cursors, first, last, scale, unit, counts):  # fmt: skip
    """Raise the steps of all movers against the configurations of the other side from last - 1 down to first.

    The arguments are those of `race_sweep._sweep`; `near_steps` and `far_steps` are empty where the layer is finished,
    `scale` is the whole number of a stored 1, and `counts` gets what a sweep counts.
    """
    if len(movers.numbers) == 0:
        return
    base, most, codes = few.numbers[0], movers.most, movers.moves
    faces, shift, land = codes.shape[1] // most + movers.idle, np.uint32(24), np.uint32(LANDING - 1)
    width = movers.numbers[-1] + 1 - base
    none, size = others.struck.shape[1], (1 + others.places.shape[1]) * width
    high, low = np.zeros(size, np.int32), np.zeros(size, np.int32)
    offsets, own = np.zeros(256, np.int64), movers.numbers - base
    if near_fixed >= 0:
        high[:], low[:] = near_fixed * scale, near_fixed * scale
    if far_fixed >= 0:
        for k in range(len(few.numbers)):
            high[few.numbers[k] - base] = low[few.numbers[k] - base] = far_fixed * scale
    for other in range(last - 1, first - 1, -1):
        offsets[:] = 0
        if near_fixed < 0:
            _unpack(near, near_steps, unit, scale, near_starts[other], others.closes[other], movers.stands,
                    movers.numbers, base, high, low)  # fmt: skip
            slot = 0
            for k in range(others.places.shape[1]):
                place = others.places[other, k]
                if 0 < place < none - 1 and offsets[place] == 0:
                    slot += width
                    offsets[place] = slot
                    row = others.struck[other, place]
                    _unpack(near, near_steps, unit, scale, near_starts[row], others.closes[row], movers.stands,
                            movers.numbers, base, high[slot : slot + width], low[slot : slot + width])  # fmt: skip
        if far_fixed < 0:
            _unpack(far, far_steps, unit, scale, far_starts[other], others.closes[other], few.stands, few.numbers,
                    base, high, low)  # fmt: skip
        mask = others.stands[other]
        for row in range(len(movers.numbers)):
            if (mask & movers.closes[row]) != 0:
                continue
            highs, lows = movers.idle * np.int64(high[own[row]]), movers.idle * np.int64(low[own[row]])
            for at in range(0, codes.shape[1], most):
                code = codes[row, at]
                place = offsets[code >> shift] + np.int64(code & land)
                highest, lowest = high[place], low[place]
                for k in range(at + 1, at + most):
                    code = codes[row, k]
                    place = offsets[code >> shift] + np.int64(code & land)
                    highest, lowest = min(highest, high[place]), min(lowest, low[place])
                highs += highest
                lows += lowest
            at = cursors[row]
            cursors[row] = at - 1
            beyond = faces * (np.int64(np.rint(table[at] * scale)) - _ONE)
            missing = max(beyond + highs, -beyond - lows) + 1  # times the faces; the 1 is the gain of a turn
            needed = (missing + faces * unit - 1) // (faces * unit)
            if needed > steps[at]:
                counts[_MISSING] += missing // faces
                counts[_RAISED] += 1
                counts[_FAILED] += needed > _MOST
                steps[at] = min(needed, _MOST)
            counts[_GREATEST] = max(counts[_GREATEST], steps[at])


@cache
def _raiser(dtype: np.dtype[Any]) -> Callable[..., None]:
    """Return the compiled function for tables of a type: see `_raise`."""
    table, real, whole = from_dtype(dtype)[::1], types.float64, types.int64

    @compiled(types.void(GROUP, GROUP, GROUP, table, INTS, real, _STEPS, table, INTS, real, _STEPS, table, _STEPS, INTS,
                         whole, whole, real, whole, INTS))  # fmt: skip
    def raise_steps(movers, others, few, near, near_starts, near_fixed, near_steps, far, far_starts, far_fixed,
                    far_steps, table, steps, cursors, first, last, scale, unit, counts):  # fmt: skip
        _raise(movers, others, few, near, near_starts, near_fixed, near_steps, far, far_starts, far_fixed,
               far_steps, table, steps, cursors, first, last, scale, unit, counts)  # fmt: skip

    return raise_steps


def certify(
    solver: LayerSolver,
    pair: Sequence[Layer],
    tables: Mapping[Layer, Table],
    known: Mapping[Layer, Table],
    encoding: Encoding,
    error: float,
    attempt: Attempt,
    report: Report = lambda pair, proof: None,
) -> float | None:
    """Return what no value of some layers is wrong by more than; None if that cannot be shown.

    `error` is that of the finished layers which are `known`, and `attempt` a proof that was begun before.
    """
    if not attempt.unit:
        counts = _sweep(solver, pair, tables, known, encoding, attempt, 1)
        attempt.unit = max(1, int(counts[_MISSING] / sum(map(len, tables.values())) / _FINEST))
        for steps in attempt.steps.values():
            steps[:] = 0
    positions = sum(len(tables[layer]) for layer in pair)
    for number in range(1, _MOST_SWEEPS):
        counts = _sweep(solver, pair, tables, known, encoding, attempt, attempt.unit)
        found = error + float(counts[_GREATEST] * attempt.unit + 1) / _ONE  # the 1 is for what `rint` rounds
        if solver.stop.is_set():
            return None
        report(pair, Proof(number, int(counts[_RAISED]), found))
        if not counts[_RAISED]:
            return found
        if counts[_FAILED]:
            attempt.unit *= 2
            if attempt.unit > _COARSEST:
                return None
            for steps in attempt.steps.values():
                steps //= 2
        elif counts[_RAISED] < _RISEN * positions and not attempt.spared:
            attempt.spared = True
            for steps in attempt.steps.values():
                for part in np.array_split(steps, 1 + len(steps) // _PART):
                    part += np.minimum(part // _SPARE + 1, _MOST - part)
    return None


def _sweep(
    solver: LayerSolver,
    pair: Sequence[Layer],
    tables: Mapping[Layer, Table],
    known: Mapping[Layer, Table],
    encoding: Encoding,
    attempt: Attempt,
    unit: int,
) -> Vector:
    """Raise steps where too few are shown; return what was counted."""
    found, nothing = np.zeros((solver.threads, 4), np.int64), np.zeros(0, np.uint8)
    for layer in pair:
        sources = []
        for home in (0, 1):
            steps = attempt.steps.get(solver.groups.after(layer, layer.mine - home), nothing)
            table, starts, fixed = solver.source(layer, home, {**known, **tables}, encoding)
            sources += [table, starts, fixed, steps if fixed < 0 else nothing]

        def work(
            thread: int, first: int, last: int, cursors: Vector, layer: Layer = layer, read: Any = sources
        ) -> None:
            _raiser(encoding.dtype)(
                *solver.neighbours(layer), *read, tables[layer], attempt.steps[layer], cursors, first, last,
                _ONE / encoding.one, unit, found[thread],
            )  # fmt: skip

        solver.divide(layer, work)
    return np.array([*found[:, :_GREATEST].sum(axis=0), found[:, _GREATEST].max(), found[:, _MISSING].sum()])
