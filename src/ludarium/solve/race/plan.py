"""The cost of solving a race: for each set of layers the bits of a value, and memory, disk and time."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.solve.race.certificate import Proof
from ludarium.solve.race.groups import Groups, Layer
from ludarium.solve.race.lanes import LANES, Reading, Rows, Writing, buffer_for, count_pairs
from ludarium.solve.race.layers import LayerSolver, Sweep
from ludarium.solve.race.sweep import Rule, drivers
from ludarium.solve.race.words import Encoding

_RATE = 50e6
"""Positions that are computed in a second, until that is measured."""
_LARGE = 20_000_000
"""Positions of a layer from which on a trial of the speed takes longer."""
_TRIAL, _SHORT_TRIAL, _TRIAL_COLUMNS, _PAGE = 1.0, 0.1, LANES, 4096
"""Seconds that a trial of the speed takes, configurations of the other side for each thread, and bytes of a page."""
_SIZES = {64: 16.0, 32: 4.0, 16: 2.0}
"""Bytes of a value while it is computed, and while it is read; with 64 bits there are two tables."""
_SWEEPS = {64: 300, 32: 32, 16: 22}
"""Sweeps of a layer."""
_MOST_BOUNDED = 20_000_000
"""Positions up to which layers are solved by bounds from both ends, which takes ten times as many sweeps."""
_OF_PROOF = 2
"""How many times as long as a sweep one of a proof takes at most."""
_PROOF = 20 * _OF_PROOF
"""What a proof takes, in sweeps: it has some twenty."""


class SolveStep(NamedTuple):
    """Layers that are solved together, how many positions they have, the bits of a value, and whether it is proved."""

    layers: list[Layer]
    positions: int
    bits: int
    proof: bool

    @property
    def work(self) -> float:
        """The positions that must be computed, each time that one is."""
        return float(self.positions) * (_SWEEPS[self.bits] + (_PROOF if self.proof and self.bits < 64 else 0))

    def work_until(self, done: Sweep | Proof) -> float:
        """Return how much of the work a sweep ends; no sweep is known to be the last."""
        proving, sweeps = isinstance(done, Proof), _SWEEPS[self.bits]
        swept = sweeps + min(_OF_PROOF * done.number, _PROOF) if proving else min(done.number, sweeps)
        return float(self.positions) * swept


@dataclass(frozen=True)
class SolvePlan:
    """The plan for solving a race, its memory and disk in bytes, and the positions that are computed in a second."""

    steps: list[SolveStep]
    memory: float
    disk: float
    rate: float = _RATE

    @property
    def positions(self) -> int:
        """All positions in which a side is about to roll, counted for the side, not for the seat."""
        return sum(step.positions for step in self.steps)

    def seconds(self, steps: list[SolveStep]) -> float:
        """Return about how long some of the steps take."""
        return sum(step.work for step in steps) / self.rate

    @classmethod
    def of(cls, groups: Groups, memory: float, bits: int | None = None, proves: bool = True) -> SolvePlan:
        """Return a plan: bounds from both ends for small layers, else values of 32 bits, else of 16, or as given.

        Values from one table are proved where `proves` and there is room for 32 bits of each.
        Raises `LudariumError` if even 16 bits are too many.
        """
        sizes = {layer: groups.positions(layer) for pair in groups.pairs for layer in pair}
        steps, needed, lacking = [], 0.0, []
        for pair in groups.pairs:
            count, before = (sum(sizes[layer] for layer in layers) for layers in (pair, groups.needs(pair)))
            costs = {k: size * (count + before) for k, size in _SIZES.items()}
            allowed = [bits] if bits else [64, 32, 16] if count <= _MOST_BOUNDED else [32, 16]
            chosen = next((k for k in allowed if costs[k] <= memory), None)
            if chosen is None:
                lacking.append((costs[bits or 16], count, str(pair[0])))
                continue
            proving = {16: 6.0 * count + 4.0 * before}.get(chosen, costs[chosen])
            proof = chosen == 64 or (proves and proving <= memory)
            steps.append(SolveStep(pair, count, chosen, proof))
            needed = max(needed, costs[chosen], proving if proof else 0.0)
        if lacking:
            cost, count, name = max(lacking)
            raise LudariumError(
                f"the layer {name} has {count:,} positions and needs {cost / 1e9:,.3f} GB of memory: "
                f"expected at most {memory / 1e9:,.3f} GB"
            )
        disk = sum(step.positions * (2.0 if step.bits == 16 else 4.0) for step in steps)
        largest = max(step.positions * _begun(step) for step in steps)
        return cls(steps, needed, max(2 * disk, disk + largest))

    def measured(self, solver: LayerSolver) -> SolvePlan:
        """Return the plan with the speed of this machine now, from a trial with the largest layer."""
        step = max(self.steps, key=lambda step: step.positions)
        seconds = _TRIAL if step.positions >= _LARGE else _SHORT_TRIAL
        return replace(self, rate=rate(solver, step.layers[-1], Encoding.of(step.bits), seconds))


def _begun(step: SolveStep) -> float:
    """Return the bytes that a checkpoint of a step, and the one before it, take for each position."""
    return 0.0 if step.bits == 64 else 8.0 if step.bits == 32 or step.proof else 4.0


def rate(solver: LayerSolver, layer: Layer, encoding: Encoding, seconds: float = _TRIAL) -> float:
    """Return the positions of a layer that all threads together compute in a second, from a short trial.

    The trial has a few columns of the layer, whose rows lie as far apart in memory as a page.
    """
    movers, others, few = solver.neighbours(layer)
    rows, columns = len(movers.numbers), min(len(others.numbers), _TRIAL_COLUMNS * solver.threads)
    width = columns + _PAGE // encoding.dtype.itemsize
    table = np.zeros(rows * width, encoding.dtype)
    longest = max(len(group.numbers) for group in solver.groups.all)
    read = Rows(np.zeros(longest, encoding.dtype), np.zeros(longest, np.int64), -1.0)
    done = np.zeros((solver.threads, 3))
    buffers = [buffer_for(movers, few, encoding.dtype) for _ in range(solver.threads)]

    def work(thread: int) -> None:
        first, last = (columns * k // solver.threads for k in (thread, thread + 1))
        cursors = np.empty(rows, np.int64)
        count_pairs(movers.closes, others.stands, 0, last, cursors)
        writing = Writing(table, cursors + width * np.arange(rows) - 1, first, last)
        reading = Reading(movers, others, few, read, read, buffers[thread])
        drivers(encoding.dtype).sweep(reading, writing, Rule(encoding.one), done[thread])

    with ThreadPoolExecutor(solver.threads) as pool:
        list(pool.map(work, range(solver.threads)))  # the first touch of memory takes longer
        done[:], began = 0, time.perf_counter()
        while not done[:, 2].any() or time.perf_counter() < began + seconds:
            list(pool.map(work, range(solver.threads)))
        return float(done[:, 2].sum()) / (time.perf_counter() - began)
