"""Solve a race between two sides: layer after layer, each kept in a file as soon as it is finished.

Size: the plan, the folder and the run share the names and encodings of layers.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.kernel import Floats
from ludarium.solve.digest import rules_digest
from ludarium.solve.race import RaceLayout
from ludarium.solve.race_groups import Groups, Layer
from ludarium.solve.race_layers import Encoding, LayerSolver, Sweep
from ludarium.solve.race_sweep import Table as LayerTable
from ludarium.solve.race_table import RACE, RaceTable, to_payoffs
from ludarium.solve.table import Table
from ludarium.solve.tablefile import BadTable, write_table

_CHECKPOINT = 300.0
"""Seconds between two checkpoints within a layer."""
_FLOAT32 = 2.0**-24
"""The largest error of a payoff up to 1 that is stored in 32 bits."""
_RATE = 12e6
"""Positions that a thread computes in a second, for the estimate of the time."""
_SWEEPS = {64: 300, 32: 40, 16: 22}
"""Sweeps of a layer, for the estimate; with 64 bits there are two tables."""


class Step(NamedTuple):
    """Layers that are solved together, how many positions they have, and the bits of a value."""

    layers: list[Layer]
    positions: int
    bits: int


@dataclass(frozen=True)
class Plan:
    """What will be done, and what it takes: memory and disk in bytes, and the seconds on so many threads."""

    steps: list[Step]
    memory: float
    disk: float
    seconds: float

    @property
    def positions(self) -> int:
        """All positions in which a side is about to roll, counted for the side, not for the seat."""
        return sum(step.positions for step in self.steps)

    @classmethod
    def of(cls, groups: Groups, memory: float, threads: int, bits: int | None = None) -> Plan:
        """Return a plan: bounds from both ends where two tables fit, else values of 32 bits, else of 16, or as given.

        Raises `LudariumError` if even these are too many.
        """
        sizes = {layer: groups.positions(layer) for pair in groups.pairs for layer in pair}
        steps, needed, seconds = [], 0.0, 0.0
        for pair in groups.pairs:
            count, before = (sum(sizes[layer] for layer in layers) for layers in (pair, groups.needs(pair)))
            costs = {64: 16.0 * (count + before), 32: 4.0 * (count + before), 16: 2.0 * count + 6.0 * before}
            chosen = next((k for k, cost in costs.items() if cost <= memory and bits in (None, k)), None)
            if chosen is None:
                raise LudariumError(
                    f"the layer {pair[0]} has {count:,} positions and needs {costs[bits or 16] / 1e9:,.3f} GB: "
                    f"expected at most {memory / 1e9:,.1f} GB"
                )
            steps.append(Step(pair, count, chosen))
            needed = max(needed, costs[chosen])
            seconds += count * _SWEEPS[chosen] / (_RATE * (threads if count > 1_000_000 else 1))
        disk = sum(step.positions * (2.0 if step.bits == 16 else 4.0) for step in steps)
        return cls(steps, needed, 2 * disk, seconds)


Progress = Callable[[Step, Sweep], None]


@dataclass(frozen=True)
class _Writer:
    """A file that NumPy writes to in pieces: its own way with files does not tell why a disk takes no more."""

    file: BinaryIO

    def write(self, piece: bytes) -> int:
        """Write bytes."""
        return self.file.write(piece)


@dataclass
class Folder:
    """Where finished layers and checkpoints are kept until the table is written; without a path nothing is kept."""

    path: Path | None
    kept: dict[str, LayerTable] = field(default_factory=dict)

    def begin(self, game: Game) -> None:
        """Create the folder; raise `BadTable` if it belongs to another game, or cannot be written."""
        if not self.path:
            return
        expected, about = {"game": game.spec, "rules": rules_digest(game)}, self.path / "about.json"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            found = json.loads(about.read_text("utf-8")) if about.exists() else expected
            about.write_text(json.dumps(expected), "utf-8")
        except (OSError, ValueError) as error:
            raise BadTable(f"{self.path} cannot be used: {getattr(error, 'strerror', None) or error}") from None
        if found != expected:
            raise BadTable(f"{self.path} holds layers of {found.get('game')} with other rules: name another file")

    def save(self, name: str, table: LayerTable) -> None:
        """Keep a table, all of it or nothing."""
        if not self.path:
            self.kept[name] = table
            return
        part = self.path / f"{name}.part"
        try:
            with part.open("wb") as file:
                np.lib.format.write_array(_Writer(file), table)
            part.replace(self.path / f"{name}.npy")
        except OSError as error:
            part.unlink(missing_ok=True)
            raise BadTable(
                f"{self.path} cannot be written: {error.strerror or error}; finished layers are kept there, "
                "and the same command goes on with them"
            ) from None

    def load(self, name: str) -> LayerTable | None:
        """Return a kept table, read when it is used; None if there is none."""
        if not self.path:
            return self.kept.get(name)
        try:
            return np.load(self.path / f"{name}.npy", mmap_mode="r")  # type: ignore[no-any-return]  # NumPy's type is Any
        except (OSError, ValueError):
            return None

    def drop(self, name: str) -> None:
        """Remove a table."""
        self.kept.pop(name, None)
        if self.path:
            (self.path / f"{name}.npy").unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove the folder."""
        if self.path:
            shutil.rmtree(self.path, ignore_errors=True)


@dataclass
class RaceSolution:
    """The values of a race, computed layer by layer.

    | field    | meaning                                                                                          |
    | -------- | ------------------------------------------------------------------------------------------------ |
    | `gaps`   | for each layer half the largest difference of its proved bounds; None where they were not proved |
    | `changes`| for each layer the largest change of the last sweep                                              |
    """

    game: Game
    layout: RaceLayout
    solver: LayerSolver
    plan: Plan
    folder: Folder
    gaps: dict[Layer, float | None] = field(default_factory=dict)
    changes: dict[Layer, float] = field(default_factory=dict)
    sweeps: int = 0
    seconds: float = 0.0

    @property
    def gap(self) -> float | None:
        """The error that no value exceeds; None where not all bounds are proved."""
        gaps = [gap for gap in self.gaps.values() if gap is not None]
        return max(gaps) if len(gaps) == len(self.gaps) else None

    def run(self, tolerance: float, progress: Progress = lambda step, sweep: None) -> None:
        """Solve every layer that is not finished yet; a checkpoint is kept within a layer, and on Ctrl+C."""
        began = time.monotonic()
        self.folder.begin(self.game)
        for step in self.plan.steps:
            if not self._is_finished(step):
                if step.bits == 64:
                    self._bound(step, tolerance, progress)
                else:
                    self._approach(step, progress)
        self.seconds = time.monotonic() - began

    def table(self) -> Table:
        """Return the values as a table that is asked for states."""
        layers = {layer: self.folder.load(_name(layer)) for step in self.plan.steps for layer in step.layers}
        found = {layer: table for layer, table in layers.items() if table is not None}
        source = RaceTable(
            self.layout, self.solver.groups, found, {layer: self.solver.starts(layer) for layer in found}
        )
        left_out, gap = self.game.definition.module("exact").LEFT_OUT, self.gap
        return Table(self.game, source, gap or max(self.changes.values()), left_out, is_proved=gap is not None)

    def write(self, path: Path) -> None:
        """Write the table, and remove the folder; raise `BadTable` if it cannot be written, and keep the folder."""
        arrays: dict[str, Any] = {}
        for step in self.plan.steps:
            for layer in step.layers:
                arrays[_name(layer)] = self.folder.load(_name(layer))
                arrays[f"starts-{_name(layer)}"] = self.solver.starts(layer)
        header = {
            "kind": RACE,
            "game": self.game.spec,
            "rules": rules_digest(self.game),
            "left_out": self.game.definition.module("exact").LEFT_OUT,
            "gap": self.gap if self.gap is not None else max(self.changes.values()),
            "proved": self.gap is not None,
            "positions": self.plan.positions,
            "seconds": round(self.seconds, 1),
        }
        write_table(path, header, arrays)
        self.folder.remove()

    def _is_finished(self, step: Step) -> bool:
        about = self.folder.load(f"about-{_name(step.layers[0])}")
        if about is None or any(self.folder.load(_name(layer)) is None for layer in step.layers):
            return False
        for layer in step.layers:
            self.gaps[layer], self.changes[layer] = (None if np.isnan(about[0]) else float(about[0])), float(about[1])
        return True

    def _finish(self, step: Step, tables: dict[Layer, LayerTable], gap: float | None, change: float) -> None:
        for layer in step.layers:
            self.folder.save(_name(layer), tables[layer])
            self.gaps[layer], self.changes[layer] = gap, change
        self.folder.save(f"about-{_name(step.layers[0])}", np.array([np.nan if gap is None else gap, change]))
        for layer in step.layers:
            self.folder.drop(f"checkpoint-{_name(layer)}")

    def _bound(self, step: Step, tolerance: float, progress: Progress) -> None:
        """Solve layers by bounds from both ends."""
        known: dict[Layer, tuple[Floats, Floats]] = {}
        for layer in self.solver.groups.needs(step.layers):
            values, gap = to_payoffs(self._load(layer)), self.gaps[layer] or 0.0
            known[layer] = np.clip(values - gap, 0, 1), np.clip(values + gap, 0, 1)
        last: list[Sweep] = []

        def report(layers: Sequence[Layer], sweep: Sweep) -> None:
            last[:] = [sweep]
            progress(step, sweep)

        found = self.solver.bound(step.layers, known, tolerance, report)
        middle: dict[Layer, LayerTable] = {
            layer: ((lower + upper) / 2).astype(np.float32) for layer, (lower, upper) in found.items()
        }
        gap = max(float((upper - lower).max(initial=0)) for lower, upper in found.values()) / 2 + _FLOAT32
        self.sweeps = max(self.sweeps, last[0].number)
        self._finish(step, middle, gap, gap)

    def _approach(self, step: Step, progress: Progress) -> None:
        """Solve layers by sweeps until nothing changes."""
        encoding, saved = Encoding.of(step.bits), [time.monotonic()]
        known = {layer: recode(self._load(layer), encoding) for layer in self.solver.groups.needs(step.layers)}
        tables: dict[Layer, LayerTable] = {}
        for layer in step.layers:
            begun = self.folder.load(f"checkpoint-{_name(layer)}")
            fits = begun is not None and begun.dtype == encoding.dtype
            tables[layer] = np.array(begun) if fits else self.solver.first_guess(layer, encoding)

        def save() -> None:
            for layer, table in tables.items():
                self.folder.save(f"checkpoint-{_name(layer)}", table)
            saved[0] = time.monotonic()

        def report(layers: Sequence[Layer], sweep: Sweep) -> None:
            progress(step, sweep)
            if time.monotonic() - saved[0] > _CHECKPOINT:
                save()

        try:
            last = self.solver.approach(step.layers, tables, known, encoding, 8 * _FLOAT32, report)
        except KeyboardInterrupt:
            save()
            raise
        self.sweeps = max(self.sweeps, last.number)
        self._finish(step, tables, None, last.largest)

    def _load(self, layer: Layer) -> LayerTable:
        found = self.folder.load(_name(layer))
        assert found is not None, "layers are solved in the order of their needs"
        return found


def recode(table: LayerTable, encoding: Encoding) -> LayerTable:
    """Return the values of a finished layer in the encoding of the next."""
    if table.dtype == encoding.dtype:
        return np.array(table)
    if encoding.is_whole:
        return np.rint(np.asarray(table) * np.float32(encoding.one)).astype(encoding.dtype)
    return to_payoffs(table).astype(encoding.dtype)


def solve_race(
    game: Game,
    layout: RaceLayout,
    folder: Path | None = None,
    *,
    memory: float,
    threads: int = 1,
    bits: int | None = None,
) -> RaceSolution:
    """Return the solution of a race, planned and ready to `run`; raise `LudariumError` if it needs more memory."""
    groups = Groups(layout.race)
    return RaceSolution(
        game, layout, LayerSolver(groups, threads), Plan.of(groups, memory, threads, bits), Folder(folder)
    )


def _name(layer: Layer) -> str:
    return f"layer-{layer.turn}-{layer.mine}-{layer.theirs}"
