"""Solving the layers of a race between two sides, one set of layers that need each other after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from ludarium.core.kernel import Floats, Vector
from ludarium.solve.race import turns_alone
from ludarium.solve.race_groups import Groups, Layer
from ludarium.solve.race_lanes import LANES, Group, Table, buffer_for, count_pairs
from ludarium.solve.race_sweep import Rule, drivers
from ludarium.solve.race_words import ONES

_PIECE = 2_000
"""Configurations of the other side between two looks for Ctrl+C."""
_WORTH_THREADS = 1_000_000
"""Positions from which on a layer is divided among threads."""
_RELAX, _WORTH_RELAXING = 1.15, 100 * LANES
"""How far a value goes beyond what was computed while changes are large: a tenth fewer sweeps. Only from so many
configurations of the other side on: those of one block do not see each other's new values, and would oscillate."""
_MOST_SWEEPS = 2_000
_UNITS, _NOISE = 3.5, 0.1
"""What rounding at random changes: a value by some units, and the mean by less than this, divided by the root of the
number of values."""


class Encoding(NamedTuple):
    """How values are stored while they are computed: the type of a number, and the number of a payoff of 1.

    Whole numbers of 16 bits are rounded at random, up with the probability of the part that is cut, so that errors
    cancel out; those of 32 bits to the nearest.
    """

    dtype: np.dtype[Any]
    one: float

    @classmethod
    def of(cls, bits: int) -> Encoding:
        """Return the encoding with this many bits: 64, 32 or 16."""
        dtype = np.dtype({64: np.float64, 32: np.uint32, 16: np.uint16}[bits])
        return cls(dtype, ONES.get(dtype, 1.0))

    @property
    def dithers(self) -> bool:
        """Whether values are rounded at random."""
        return self.dtype == np.uint16

    @property
    def dither(self) -> float:
        """How values are rounded; see `race_sweep.Rule`."""
        return float(self.dithers) if self.one > 1 else -1.0

    def is_still(self, largest: float, mean: float, count: int) -> bool:
        """Return whether a sweep of `count` values changed no more than rounding at random does."""
        return largest <= _UNITS / self.one or abs(mean) * self.one < _NOISE / count**0.5


class Sweep(NamedTuple):
    """What a sweep changed: the largest change of a value, and the mean one, which may be negative."""

    number: int
    largest: float
    mean: float

    def __str__(self) -> str:
        return f"sweep {self.number}, change {self.largest:.1e}"


Report = Callable[[Sequence[Layer], Sweep], None]
Source = tuple[Table, Vector, float]
"""What a layer reads: a table, where its rows start, and -1; or the fixed value in place of a table."""
_FLOAT64 = Encoding.of(64)


@dataclass
class LayerSolver:
    """Sweeps through the layers of a race.

    | field     | meaning                                                                     |
    | --------- | --------------------------------------------------------------------------- |
    | `groups`  | the configurations                                                          |
    | `threads` | threads that share a large layer; one of them gives the same table each time |
    | `stop`    | set from another thread, or by Ctrl+C: the sweep ends early                 |
    """

    groups: Groups
    threads: int = 1
    stop: Event = field(default_factory=Event)
    _starts: dict[Layer, Vector] = field(default_factory=dict)
    _counts: dict[tuple[Layer, int], Vector] = field(default_factory=dict)

    def starts(self, layer: Layer) -> Vector:
        """Return where the rows of a layer start in its table."""
        if layer not in self._starts:
            self._starts[layer] = self.groups.starts(layer)
        return self._starts[layer]

    @cached_property
    def _turns(self) -> tuple[Floats, Floats]:
        """The mean and the standard deviation of the turns of every configuration without rivals."""
        means, spreads = (np.zeros(int(self.groups.race.firsts[-1])) for _ in range(2))
        turns_alone(self.groups.configurations, means, spreads)
        return means, spreads

    def first_guess(self, layer: Layer, encoding: Encoding) -> Table:
        """Return a table of estimates, from the turns that each side needs without rivals."""
        means, spreads = self._turns
        movers, others, starts = self.groups.all[layer.mine], self.groups.all[layer.theirs], self.starts(layer)
        table: Table = np.empty(int(starts[-1]), encoding.dtype)
        drivers(table.dtype).guess(movers, others, means, spreads, starts, table, encoding.one, 0, len(movers.numbers))
        return table

    def approach(
        self,
        pair: Sequence[Layer],
        tables: dict[Layer, Table],
        known: Mapping[Layer, Table],
        encoding: Encoding,
        tolerance: float,
        report: Report = lambda pair, sweep: None,
    ) -> Sweep:
        """Sweep through layers until no value changes by more than `tolerance`; return the last sweep.

        Whole numbers are never quite still; they are done when they change no more than by their rounding.
        """
        count, done = sum(len(tables[layer]) for layer in pair), Sweep(0, np.inf, np.inf)
        relaxes = min(len(self.groups.all[layer.theirs].numbers) for layer in pair) >= _WORTH_RELAXING
        while done.number < _MOST_SWEEPS and not self.stop.is_set():
            relax = _RELAX if relaxes and done.number and not encoding.dithers and done.largest > 1e-4 else 1.0
            changes = np.zeros((self.threads, 3))
            for layer in pair:
                self.update(layer, tables[layer], {**known, **tables}, encoding, changes, relax, done.number)
            largest, mean = changes[:, 0].max() / encoding.one, changes[:, 1].sum() / count / encoding.one
            done = Sweep(done.number + 1, float(largest), float(mean))
            report(pair, done)
            if largest <= tolerance or (encoding.dithers and encoding.is_still(largest, mean, count)):
                break
        return done

    def bound(
        self,
        pair: Sequence[Layer],
        known: Mapping[Layer, tuple[Floats, Floats]],
        tolerance: float,
        report: Report = lambda pair, sweep: None,
    ) -> dict[Layer, tuple[Floats, Floats]]:
        """Return lower and upper bounds of the values of layers, which differ by at most `tolerance` if that can be."""
        lower: dict[Layer, Table] = {layer: np.zeros(int(self.starts(layer)[-1])) for layer in pair}
        upper: dict[Layer, Table] = {layer: np.ones(int(self.starts(layer)[-1])) for layer in pair}
        low = {layer: bounds[0] for layer, bounds in known.items()} | lower
        high = {layer: bounds[1] for layer, bounds in known.items()} | upper
        gap, number = np.inf, 0
        goal = tolerance + max((float((b - a).max(initial=0)) for a, b in known.values()), default=0.0)
        while gap > goal and number < _MOST_SWEEPS and not self.stop.is_set():
            before, number, changes = gap, number + 1, np.zeros((self.threads, 3))
            for layer in pair:  # the other side's best is this side's worst
                self.update(layer, lower[layer], high, _FLOAT64, changes)
                self.update(layer, upper[layer], low, _FLOAT64, changes)
            gap = max(float((upper[layer] - lower[layer]).max(initial=0)) for layer in pair)
            report(pair, Sweep(number, gap, 0.0))
            if number > 100 and gap >= before:
                break
        return {layer: (lower[layer], upper[layer]) for layer in pair}

    def update(
        self,
        layer: Layer,
        table: Table,
        known: Mapping[Layer, Table],
        encoding: Encoding,
        changes: Floats,
        relax: float = 1.0,
        seed: int = 0,
    ) -> None:
        """Compute every value of a layer anew; `changes` gets a row for each thread, see `sweep`."""
        near, far = self.source(layer, 0, known, encoding), self.source(layer, 1, known, encoding)
        rule = Rule(encoding.one, relax, encoding.dither, seed * 7919 % (1 << 31))

        def work(thread: int, first: int, last: int, cursors: Vector, buffer: Table) -> None:
            drivers(table.dtype).sweep(
                *self.neighbours(layer), *near, *far, buffer, table, cursors, first, last, rule, changes[thread]
            )

        self.divide(layer, work, table.dtype)

    def neighbours(self, layer: Layer) -> tuple[Group, Group, Group]:
        """Return the groups of the mover, of the other side, and of the mover with one more piece at the goal."""
        return self.groups.all[layer.mine], self.groups.all[layer.theirs], self.groups.all[layer.mine - 1]

    def divide(self, layer: Layer, work: Callable[[int, int, int, Vector, Table], None], dtype: np.dtype[Any]) -> None:
        """Let each thread work on its part of a layer, piece by piece.

        `work(thread, first, last, cursors, buffer)` gets configurations of the other side, the last ones first, for
        each configuration of the mover the index of its next value, and a buffer of numbers of a type.
        """
        movers, others, few = self.neighbours(layer)
        threads = self.threads if int(self.starts(layer)[-1]) >= _WORTH_THREADS else 1
        cuts = [len(others.numbers) * k // threads for k in range(threads + 1)]

        def part(k: int) -> None:
            cursors = self.starts(layer)[:-1] + self._before(layer, cuts[k + 1]) - 1
            buffer = buffer_for(movers, few, dtype)
            for last in range(cuts[k + 1], cuts[k], -_PIECE):
                if self.stop.is_set():
                    return
                work(k, max(cuts[k], last - _PIECE), last, cursors, buffer)

        if threads == 1:
            part(0)
            return
        with ThreadPoolExecutor(threads) as pool:
            try:
                list(pool.map(part, range(threads)))
            except KeyboardInterrupt:
                self.stop.set()
                raise

    def _before(self, layer: Layer, cut: int) -> Vector:
        """Return, for each row of a layer, how many of its values are for others before the one at the cut."""
        if (layer, cut) not in self._counts:
            movers, others, _ = self.neighbours(layer)
            counts = np.empty(len(movers.numbers), np.int64)
            count_pairs(movers.closes, others.stands, 0, cut, counts)
            self._counts[layer, cut] = counts
        return self._counts[layer, cut]

    def source(self, layer: Layer, home: int, known: Mapping[Layer, Table], encoding: Encoding) -> Source:
        """Return what a layer reads; `home` is 1 for moves that bring a piece to the goal."""
        left, nothing = layer.mine - home, np.zeros(0, encoding.dtype)
        fixed = -1.0
        if self.groups.is_last(layer):
            if layer.theirs == 0:
                fixed = encoding.one / 2 if left == 0 else encoding.one
            elif left == 0:
                fixed = 0.0
        if fixed >= 0:
            return nothing, np.zeros(1, np.int64), fixed
        source = self.groups.after(layer, left)
        return known[source], self.starts(source), -1.0
