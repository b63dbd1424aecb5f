"""Certificates: bounds of the values of a race that was swept until nothing changed, proved without a second table.

Let x be the values and h >= 0 a bound of their error. Say that in every position the best turn, with all values that
follow taken as x - h for the mover, is worth more than x - h. Then a mover who plays so gains on x - h at every turn;
payoffs are bounded, so the game must end, whatever the other side does, and on average it ends with at least x - h.
The same with x + h bounds what the mover can get. So x is wrong by at most h in every position, however it was found,
and even where play could go on for ever.

Such an h is looked for from below: it begins with nothing and is raised where the condition fails, until a sweep raises
nothing. That sweep is the proof. It computes with whole numbers, so nothing is rounded. Each position has an h of its
own, a whole number of steps, in the byte beside the 24 bits of x in its word; the greatest is the bound. Positions of
finished layers have no steps: their error is the same for all, and is added at the end.

After a turn the other side rolls, so the values that follow are those of the other side: what is the least for them is
the most for the mover, 1 - x.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ludarium.core.kernel import INTS, Vector, compiled, rule, types
from ludarium.solve.race.groups import Layer
from ludarium.solve.race.lanes import (
    LANES,
    Reading,
    Rows,
    Table,
    Writing,
    each_mover,
    pack,
    reading_type,
    writing_type,
)
from ludarium.solve.race.layers import LayerSolver
from ludarium.solve.race.words import STEPS, VALUE_ONE, Encoding, parts

_FINE = 16
"""Parts of the smallest difference of two values, in which errors are counted; a payoff with its error fits 32 bits."""
_ONE = VALUE_ONE * _FINE
"""The whole number that stands for a payoff of 1."""
_MOST = STEPS - 1
"""The greatest number of steps."""
_STEPS_OF_MEAN = 5
"""The first length of a step is what is missing on average, divided by this."""
_LONGEST_STEP = 1 << 18
"""255 such steps are a quarter of a payoff: a longer one would prove nothing worth knowing."""
_FEW_RAISED = 0.5
"""When less than this part of the positions was raised, all steps get a margin once, a quarter and one: it saves many
last sweeps that raise little."""
_MOST_SWEEPS = 2_000
_RAISED, _FAILED, _MISSING, _GREATEST, _LARGEST = range(5)
"""The indices of what a sweep counts: positions raised, those that need more than `_MOST` steps, what has been missing
in all; then the greatest number of steps, and the most that has been missing in a position, times the faces."""
_WORDS = types.uint32[::1]
_WORD = Encoding.of(32)


class Proof(NamedTuple):
    """A sweep of a proof: its number, how many positions it raised, and the error that is proved if it raised none."""

    number: int
    raised: int
    error: float

    def __str__(self) -> str:
        return f"proof, sweep {self.number}, {self.raised:,} open, error {self.error:.1e}"


@dataclass
class Attempt:
    """The progress of a proof.

    | field      | meaning                                                                           |
    | ---------- | --------------------------------------------------------------------------------- |
    | `words`    | the words of each layer                                                           |
    | `unit`     | the length of a step in parts of `_ONE`; 0 if nothing is begun                    |
    | `has_margin` | whether all steps have got a margin                                             |
    | `residual` | the greatest difference of a value and the one computed from those that follow    |
    |            | it, seen by the first sweep                                                       |
    """

    words: dict[Layer, Table]
    unit: int = 0
    has_margin: bool = False
    residual: float = 0.0


Report = Callable[[Sequence[Layer], Proof], None]


@compiled()
def _value(word):
    """Return the value of a word, in parts of `_ONE`."""
    return np.int32((word >> np.uint32(8)) * np.uint32(_FINE))


@compiled()
def _error(word, unit):
    """Return the error that the steps of a word stand for, in parts of `_ONE`."""
    return np.int32((word & np.uint32(_MOST)) * unit)


@compiled()
def _bound(movers, row, buffer, first, unit, highs, lows):
    """Add up over all faces, for one mover in all lanes, the upper and the lower bound of what the other side gets.

    On each face the mover chooses the least of either. Four moves are unrolled, since most faces have no more.
    """
    codes, most, own, step = movers.moves[row], movers.most, (first + row) * LANES, np.uint32(unit)
    for k in range(LANES):
        value, error = _value(buffer[own + k]), _error(buffer[own + k], step)
        highs[k], lows[k] = movers.idle * np.int64(value + error), movers.idle * np.int64(value - error)
    for at in range(0, len(codes), most):
        a, b = codes[at] * LANES, codes[at + min(1, most - 1)] * LANES
        c, d = codes[at + min(2, most - 1)] * LANES, codes[at + min(3, most - 1)] * LANES
        for k in range(LANES):
            p, q, r, s = _value(buffer[a + k]), _value(buffer[b + k]), _value(buffer[c + k]), _value(buffer[d + k])
            e, f = _error(buffer[a + k], step), _error(buffer[b + k], step)
            g, h = _error(buffer[c + k], step), _error(buffer[d + k], step)
            high = min(min(np.int32(p + e), np.int32(q + f)), min(np.int32(r + g), np.int32(s + h)))
            low = min(min(np.int32(p - e), np.int32(q - f)), min(np.int32(r - g), np.int32(s - h)))
            for move in range(at + 4, at + most):
                value, error = _value(buffer[codes[move] * LANES + k]), _error(buffer[codes[move] * LANES + k], step)
                high, low = min(np.int32(value + error), high), min(np.int32(value - error), low)
            highs[k] += high
            lows[k] += low


@compiled()
def _need(words, at, highs, lows, count, faces, unit, counts):
    """Raise the steps of `count` words, from an index on, as far as a proof needs; write into `counts` what was raised.

    With the error h and the value x of the mover, both in parts of `_ONE`, and the sums of the bounds over all faces,
    the condition is faces * h > highs - faces * (1 - x), and the same for the other bound, faces * (1 - x) - lows.
    Without a unit nothing is raised, and only what is missing is counted.
    """
    greatest, largest, all_missing = counts[_GREATEST], counts[_LARGEST], 0
    for k in range(count):
        word = words[at + k]
        steps = np.int64(word & np.uint32(_MOST))
        rest = faces * (_ONE - np.int64(word >> np.uint32(8)) * _FINE)  # faces * (1 - x)
        missing = max(highs[k] - rest, rest - lows[k]) + 1  # the 1 is the gain of a turn
        if missing > steps * faces * unit:
            all_missing += missing
            if unit > 0:
                needed = (missing + faces * unit - 1) // (faces * unit)
                counts[_RAISED] += 1
                counts[_FAILED] += needed > _MOST
                steps = min(needed, np.int64(_MOST))
                words[at + k] = (word & ~np.uint32(_MOST)) | np.uint32(steps)
        greatest, largest = max(greatest, steps), max(largest, missing)
    counts[_GREATEST], counts[_LARGEST] = greatest, largest
    counts[_MISSING] += all_missing // faces


# a rule, so that no references are counted for each mover
# 10 arguments: the same as `_update` of the sweeps, which `each_mover` calls by one signature
@rule()
def _raise_one(movers, row, buffer, own, lanes, words, at, unit, room, counts):
    """Raise the steps of one mover in some lanes, the last at an index; return how many lanes they are."""
    highs, lows, packed_highs, packed_lows = room
    _bound(movers, row, buffer, own, unit, highs, lows)
    count = pack(highs, lanes, packed_highs)
    pack(lows, lanes, packed_lows)
    faces = movers.moves.shape[1] // movers.most + movers.idle
    _need(words, at - count + 1, packed_highs, packed_lows, count, faces, unit, counts)
    return count


@compiled(types.void(reading_type(_WORDS), writing_type(_WORDS), types.int64, INTS))
def _raise(reading, writing, unit, counts):
    """Raise the steps of all movers, see `each_mover`; `counts` gets what a sweep counts."""
    room = (
        np.zeros(LANES, np.int64), np.zeros(LANES, np.int64),
        np.zeros(2 * LANES, np.int64), np.zeros(2 * LANES, np.int64),
    )  # fmt: skip
    each_mover(_raise_one, unit, room, reading, writing, counts)


def certify(
    solver: LayerSolver,
    pair: Sequence[Layer],
    known: Mapping[Layer, Table],
    error: float,
    attempt: Attempt,
    report: Report = lambda pair, proof: None,
) -> float | None:
    """Return a proved bound of the error of the words of some layers; None if there is no proof.

    `error` is that of the finished layers, whose words are `known`, and `attempt` what has been proved before.
    """
    positions = sum(map(len, attempt.words.values()))
    if not attempt.unit:
        counts = _sweep(solver, pair, known, attempt, 0)
        faces = solver.groups.race.steps.shape[1]
        attempt.unit = max(1, int(counts[_MISSING] / positions / _STEPS_OF_MEAN))
        attempt.residual = float(counts[_LARGEST]) / faces / _ONE
    for number in range(1, _MOST_SWEEPS):
        counts = _sweep(solver, pair, known, attempt, attempt.unit)
        found = error + float(counts[_GREATEST] * attempt.unit) / _ONE
        report(pair, Proof(number, int(counts[_RAISED]), found))
        if not counts[_RAISED]:
            return found
        if counts[_FAILED]:
            attempt.unit *= 2
            if attempt.unit > _LONGEST_STEP:
                return None
            _change_steps(attempt, lambda steps: steps // 2)
        elif counts[_RAISED] < _FEW_RAISED * positions and not attempt.has_margin:
            attempt.has_margin = True
            _change_steps(attempt, lambda steps: np.minimum(steps + steps // 4 + 1, _MOST))
    return None


def _change_steps(attempt: Attempt, change: Callable[[Table], Table]) -> None:
    for words in attempt.words.values():
        for part in parts(words):
            words[part] = (words[part] & np.uint32(~_MOST & 0xFFFFFFFF)) | change(words[part] & np.uint32(_MOST))


def _sweep(
    solver: LayerSolver, pair: Sequence[Layer], known: Mapping[Layer, Table], attempt: Attempt, unit: int
) -> Vector:
    """Raise steps that are too low; return the counts."""
    found = np.zeros((solver.parts, 5), np.int64)
    for layer in pair:
        near, far = (solver.rows(layer, home, {**known, **attempt.words}, _WORD) for home in (0, 1))

        def work(part: int, writing: Writing, buffer: Table, layer: Layer = layer, near: Rows = near,
                 far: Rows = far) -> None:  # fmt: skip
            _raise(Reading(*solver.neighbours(layer), near, far, buffer), writing, unit, found[part])

        solver.divide(layer, work, attempt.words[layer])
    return np.concatenate([found[:, :_GREATEST].sum(axis=0), found[:, _GREATEST:].max(axis=0)])
