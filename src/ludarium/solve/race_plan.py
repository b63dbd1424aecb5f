"""What it takes to solve a race: for each set of layers the bits of a value, and memory, disk and time."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.solve.race_groups import Groups, Layer
from ludarium.solve.race_layers import Encoding, LayerSolver
from ludarium.solve.race_sweep import count_pairs, drivers

_RATE = 12e6
"""Positions that are computed in a second, until that is measured."""
_WORTH_MEASURING = 20_000_000
"""Positions of a layer from which on its speed is measured, because other layers would mislead."""
_TRIAL, _TRIAL_COLUMNS, _PAGE = 1.0, 16, 4096
"""Seconds that a trial of the speed takes, configurations of the other side for each thread, and bytes of a page."""
_SWEEPS = {64: 300, 32: 28, 16: 22}
"""Sweeps of a layer; with 64 bits there are two tables."""
_PROOF = 40
"""What a proof takes, in sweeps: about half as many, of which each takes twice as long."""


class Step(NamedTuple):
    """Layers that are solved together, how many positions they have, the bits of a value, and whether it is proved."""

    layers: list[Layer]
    positions: int
    bits: int
    proof: bool

    @property
    def work(self) -> float:
        """The positions that must be computed, each time that one is."""
        return float(self.positions) * (_SWEEPS[self.bits] + (_PROOF if self.proof and self.bits < 64 else 0))


@dataclass(frozen=True)
class Plan:
    """What will be done, and what it takes: memory and disk in bytes, and positions that are computed in a second."""

    steps: list[Step]
    memory: float
    disk: float
    rate: float = _RATE

    @property
    def positions(self) -> int:
        """All positions in which a side is about to roll, counted for the side, not for the seat."""
        return sum(step.positions for step in self.steps)

    def seconds(self, steps: list[Step]) -> float:
        """Return about how long some of the steps take."""
        return sum(step.work for step in steps) / self.rate

    @classmethod
    def of(cls, groups: Groups, memory: float, bits: int | None = None, proves: bool = True) -> Plan:
        """Return a plan: bounds from both ends where two tables fit, else values of 32 bits, else of 16, or as given.

        Values from one table are proved where `proves` and there is room for a byte more of each.
        Raises `LudariumError` if even 16 bits are too many.
        """
        sizes = {layer: groups.positions(layer) for pair in groups.pairs for layer in pair}
        steps, needed = [], 0.0
        for pair in groups.pairs:
            count, before = (sum(sizes[layer] for layer in layers) for layers in (pair, groups.needs(pair)))
            costs = {64: 16.0 * (count + before), 32: 4.0 * (count + before), 16: 2.0 * count + 6.0 * before}
            chosen = next((k for k, cost in costs.items() if cost <= memory and bits in (None, k)), None)
            if chosen is None:
                raise LudariumError(
                    f"the layer {pair[0]} has {count:,} positions and needs {costs[bits or 16] / 1e9:,.3f} GB: "
                    f"expected at most {memory / 1e9:,.1f} GB"
                )
            proof = chosen == 64 or (proves and costs[chosen] + count <= memory)
            steps.append(Step(pair, count, chosen, proof))
            needed = max(needed, costs[chosen] + (count if proof and chosen < 64 else 0))
        disk = sum(step.positions * (2.0 if step.bits == 16 else 4.0) for step in steps)
        largest = max(step.positions * (step.bits / 8 + 1) if step.bits < 64 else 0.0 for step in steps)
        return cls(steps, needed, max(2 * disk, disk + largest))

    def measured(self, solver: LayerSolver) -> Plan:
        """Return the plan with the speed of this machine now, from a trial with the largest layer."""
        step = max(self.steps, key=lambda step: step.positions)
        if step.positions < _WORTH_MEASURING:
            return self
        return replace(self, rate=rate(solver, step.layers[-1], Encoding.of(step.bits)))


def rate(solver: LayerSolver, layer: Layer, encoding: Encoding) -> float:
    """Return the positions of a layer that all threads together compute in a second, from a short trial.

    The trial has a few columns of the layer, whose rows lie as far apart in memory as a page.
    """
    movers, others, _ = solver.neighbours(layer)
    rows, columns = len(movers.numbers), min(len(others.numbers), _TRIAL_COLUMNS * solver.threads)
    width = columns + _PAGE // encoding.dtype.itemsize
    table = np.zeros(rows * width, encoding.dtype)
    longest = max(len(group.numbers) for group in solver.groups.all)
    read = np.zeros(longest, encoding.dtype), np.zeros(longest, np.int64), -1.0
    done = np.zeros((solver.threads, 3))

    def work(thread: int) -> None:
        first, last = (columns * k // solver.threads for k in (thread, thread + 1))
        cursors = np.empty(rows, np.int64)
        count_pairs(movers.closes, others.stands, 0, last, cursors)
        drivers(encoding.dtype).sweep(
            *solver.neighbours(layer), *read, *read, table, cursors + width * np.arange(rows) - 1, first, last,
            encoding.one, 1.0, 0.0, 0, done[thread],
        )  # fmt: skip

    with ThreadPoolExecutor(solver.threads) as pool:
        list(pool.map(work, range(solver.threads)))  # the first touch of memory takes longer
        done[:], began = 0, time.perf_counter()
        while not done[:, 2].any() or time.perf_counter() < began + _TRIAL:
            list(pool.map(work, range(solver.threads)))
        return float(done[:, 2].sum()) / (time.perf_counter() - began)
