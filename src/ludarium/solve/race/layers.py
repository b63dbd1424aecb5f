"""Solving the layers of a race between two sides, one set of layers that need each other after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import NamedTuple

import numpy as np

from ludarium.core.cached import cached_property
from ludarium.core.kernel import Floats, Vector
from ludarium.solve.race.groups import Groups, Layer
from ludarium.solve.race.lanes import LANES, Group, Reading, Rows, Table, Writing, buffer_for, count_pairs
from ludarium.solve.race.race import turns_alone
from ludarium.solve.race.sweep import Rule, drivers
from ludarium.solve.race.words import Encoding

_PIECE = 2_000
"""Configurations of the other side between two looks for Ctrl+C."""
_PARTS = 8
"""Parts of a large layer for each thread."""
_WORTH_THREADS = 1_000_000
"""Positions from which on a layer is divided among threads."""
_RELAX, _WORTH_RELAXING = 1.15, 100 * LANES
"""How far a value goes beyond what was computed while changes are large: a tenth fewer sweeps. Only from so many
configurations of the other side on: those of one block do not see each other's new values, and would oscillate."""
_MOST_SWEEPS = 2_000


class Sweep(NamedTuple):
    """The changes by a sweep: the largest change of a value, and the mean one, which may be negative."""

    number: int
    largest: float
    mean: float

    def __str__(self) -> str:
        return f"sweep {self.number}, change {self.largest:.1e}"


Report = Callable[[Sequence[Layer], Sweep], None]
"""A function that is called after each sweep, with the layers that were swept and what changed."""
_FLOAT64 = Encoding.of(64)


@dataclass
class LayerSolver:
    """Sweeps through the layers of a race.

    | field     | meaning                                                                     |
    | --------- | --------------------------------------------------------------------------- |
    | `groups`  | the configurations                                                          |
    | `threads` | threads that share a large layer; one of them gives the same table each time |
    """

    groups: Groups
    threads: int = 1
    _starts: dict[Layer, Vector] = field(default_factory=dict)
    _cuts: dict[Layer, tuple[list[int], Vector]] = field(default_factory=dict)

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
        while done.number < _MOST_SWEEPS:
            relax = _RELAX if relaxes and done.number and not encoding.dithers and done.largest > 1e-4 else 1.0
            changes = np.zeros((self.parts, 3))
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
        while gap > goal and number < _MOST_SWEEPS:
            before, number, changes = gap, number + 1, np.zeros((self.parts, 3))
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
        """Compute every value of a layer anew; `changes` gets a row for each part, see `sweep`."""
        near, far = self.rows(layer, 0, known, encoding), self.rows(layer, 1, known, encoding)
        rule = Rule(encoding.one, relax, encoding.dither, seed * 7919 % (1 << 31))

        def work(part: int, writing: Writing, buffer: Table) -> None:
            reading = Reading(*self.neighbours(layer), near, far, buffer)
            drivers(table.dtype).sweep(reading, writing, rule, changes[part])

        self.divide(layer, work, table)

    def neighbours(self, layer: Layer) -> tuple[Group, Group, Group]:
        """Return the groups of the mover, of the other side, and of the mover with one more piece at the goal."""
        return self.groups.all[layer.mine], self.groups.all[layer.theirs], self.groups.all[layer.mine - 1]

    @property
    def parts(self) -> int:
        """The number of parts into which a large layer is divided: threads that share cores are seldom equally fast."""
        return self.threads * _PARTS if self.threads > 1 else 1

    def divide(self, layer: Layer, work: Callable[[int, Writing, Table], None], table: Table) -> None:
        """Let the threads work on the parts of a layer's table, the last part first, piece by piece.

        `work(part, writing, buffer)` gets configurations of the other side, the last ones first, and a buffer.
        """
        movers, _, few = self.neighbours(layer)
        (cuts, before), stop = self._cut(layer), Event()  # Ctrl+C ends all threads

        def part(k: int) -> None:
            cursors = self.starts(layer)[:-1] + before[k + 1] - 1
            buffer = buffer_for(movers, few, table.dtype)
            for last in range(cuts[k + 1], cuts[k], -_PIECE):
                if stop.is_set():
                    return
                work(k, Writing(table, cursors, max(cuts[k], last - _PIECE), last), buffer)

        if len(cuts) == 2:
            part(0)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                list(pool.map(part, reversed(range(len(cuts) - 1))))
            except KeyboardInterrupt:
                stop.set()
                raise

    def _cut(self, layer: Layer) -> tuple[list[int], Vector]:
        """Return where the parts of a layer begin, and how many values of each row come before: (parts + 1, rows)."""
        if layer not in self._cuts:
            movers, others, _ = self.neighbours(layer)
            parts = self.parts if int(self.starts(layer)[-1]) >= _WORTH_THREADS else 1
            cuts = [len(others.numbers) * k // parts for k in range(parts + 1)]
            counts = np.zeros((parts + 1, len(movers.numbers)), np.int64)
            for k in range(parts):
                count_pairs(movers.closes, others.stands, cuts[k], cuts[k + 1], counts[k + 1])
            self._cuts[layer] = cuts, np.cumsum(counts, axis=0)
        return self._cuts[layer]

    def rows(self, layer: Layer, home: int, known: Mapping[Layer, Table], encoding: Encoding) -> Rows:
        """Return what a layer reads; `home` is 1 for moves that bring a piece to the goal."""
        left, nothing = layer.mine - home, np.zeros(0, encoding.dtype)
        fixed = -1.0
        if self.groups.is_last(layer):
            if layer.theirs == 0:
                fixed = encoding.one / 2 if left == 0 else encoding.one
            elif left == 0:
                fixed = 0.0
        if fixed >= 0:
            return Rows(nothing, np.zeros(1, np.int64), fixed)
        source = self.groups.after(layer, left)
        return Rows(known[source], self.starts(source), -1.0)
