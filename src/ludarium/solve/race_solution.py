"""Solve a race between two sides: layer after layer, each stored in a file as soon as it is finished."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import Floats
from ludarium.core.registry import load
from ludarium.solve.race.approach import Approach, Progress, error_of
from ludarium.solve.race.blocks import Block, Layers, SolvedBlock
from ludarium.solve.race.folder import Folder, name_of
from ludarium.solve.race.groups import Groups, Layer
from ludarium.solve.race.lanes import Table as LayerTable
from ludarium.solve.race.layers import LayerSolver, Sweep
from ludarium.solve.race.plan import SolvePlan, SolveStep
from ludarium.solve.race.race import RaceLayout
from ludarium.solve.race.table import RACE, RaceTable, first_roll, race_layout
from ludarium.solve.race.words import ROUNDED, to_payoffs
from ludarium.solve.table import Table
from ludarium.solve.tablefile import rules_digest, write_table


@dataclass
class RaceSolution:
    """The values of a race, computed layer by layer.

    | field    | meaning                                                                                          |
    | -------- | ------------------------------------------------------------------------------------------------ |
    | `gaps`   | for each layer a proved bound of the error of its values; None where there is none               |
    | `changes`| for each layer the largest change of the last sweep                                              |
    """

    game: Game
    layout: RaceLayout
    solver: LayerSolver
    plan: SolvePlan
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

    @property
    def claim(self) -> float:
        """The error that the table states: the proved one, else the last change and the rounding of stored values."""
        return max(self.changes.values()) + ROUNDED if self.gap is None else self.gap

    def run(
        self, tolerance: float, progress: Progress = lambda step, sweep: None, executor: Executor | None = None
    ) -> None:
        """Solve every layer that is not finished yet; a checkpoint is stored within a layer, and on Ctrl+C.

        With an executor layers that do not need each other are solved at once, to the same bits as here by one thread;
        then finished layers are stored, and no checkpoints within one. Raises `BadTable` if one arrives damaged.
        """
        began = time.monotonic()
        self.folder.begin(self.game)
        if executor:
            self._run_elsewhere(tolerance, progress, executor)
        else:
            for step in self.left:
                self._solve(step, tolerance, progress)
        self.seconds = time.monotonic() - began

    def _solve(self, step: SolveStep, tolerance: float, progress: Progress) -> None:
        if step.bits == 64:
            self._bound(step, tolerance, progress)
        else:
            self._approach(step, progress)

    def _run_elsewhere(self, tolerance: float, progress: Progress, executor: Executor) -> None:
        """Send every set of layers out as soon as those that it needs are finished."""
        left, running = self.left, dict[Future[SolvedBlock], SolveStep]()
        try:
            while left or running:
                ready = [step for step in left if all(layer in self.gaps for layer in self._needed(step))]
                for step in ready:
                    left.remove(step)
                    known = Layers.of({layer: self._load(layer) for layer in self._needed(step)}, self.gaps)
                    running[executor.submit(solve_block, Block(self.game.spec, step, tolerance, known))] = step
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    step, (layers, change, sweeps) = running.pop(future), future.result()
                    layers.check()
                    self._finish(step, layers.tables, layers.gaps[step.layers[0]], change)
                    self.sweeps = max(self.sweeps, sweeps)
                    progress(step, Sweep(sweeps, change, 0.0))
        finally:
            for future in running:
                future.cancel()

    def _needed(self, step: SolveStep) -> list[Layer]:
        return self.solver.groups.needs(step.layers)

    @property
    def left(self) -> list[SolveStep]:
        """The steps that are not finished."""
        return [step for step in self.plan.steps if not self._is_finished(step)]

    def table(self) -> Table:
        """Return the values as a table that is asked for states."""
        layers = {layer: self.folder.load(name_of(layer)) for step in self.plan.steps for layer in step.layers}
        found = {layer: table for layer, table in layers.items() if table is not None}
        source = RaceTable(
            self.layout, self.solver.groups, found, {layer: self.solver.starts(layer) for layer in found}
        )
        left_out = self.game.definition.module("exact").LEFT_OUT
        return Table(self.game, source, self.claim, left_out, is_proved=self.gap is not None)

    def write(self, path: Path) -> None:
        """Write the table, and remove the folder; raise `BadTable` if it cannot be written, and keep the folder."""
        arrays: dict[str, Any] = {}
        for step in self.plan.steps:
            for layer in step.layers:
                arrays[name_of(layer)] = self.folder.load(name_of(layer))
                arrays[f"starts-{name_of(layer)}"] = self.solver.starts(layer)
        header = {
            "kind": RACE,
            "game": self.game.spec,
            "rules": rules_digest(self.game),
            "left_out": self.game.definition.module("exact").LEFT_OUT,
            "gap": self.claim,
            "proved": self.gap is not None,
            "race": {
                "pieces": self.layout.race.pieces,
                "places": self.layout.own(first_roll(self.game, self.layout)).tolist(),
                "meets": self.layout.race.meets[0, 1].tolist(),
                "alone": self.layout.race.alone,
                "rounds": self.layout.race.even,
            },
            "gaps": {name_of(layer): gap for layer, gap in self.gaps.items()},
            "positions": self.plan.positions,
            "seconds": round(self.seconds, 1),
        }
        write_table(path, header, arrays)
        self.folder.remove()

    def _is_finished(self, step: SolveStep) -> bool:
        about = self.folder.load(f"about-{name_of(step.layers[0])}")
        if about is None or any(self.folder.load(name_of(layer)) is None for layer in step.layers):
            return False
        for layer in step.layers:
            self.gaps[layer], self.changes[layer] = (None if np.isnan(about[0]) else float(about[0])), float(about[1])
        return True

    def _finish(self, step: SolveStep, tables: dict[Layer, LayerTable], gap: float | None, change: float) -> None:
        for layer in step.layers:
            self.folder.save(name_of(layer), tables[layer])
            self.gaps[layer], self.changes[layer] = gap, change
        self.folder.save(f"about-{name_of(step.layers[0])}", np.array([np.nan if gap is None else gap, change]))

    def _bound(self, step: SolveStep, tolerance: float, progress: Progress) -> None:
        """Solve layers by bounds from both ends."""
        known: dict[Layer, tuple[Floats, Floats]] = {}
        for layer in self._needed(step):
            gap = self.gaps[layer]
            values, gap = to_payoffs(self._load(layer)), 1.0 if gap is None else gap
            known[layer] = np.clip(values - gap, 0, 1), np.clip(values + gap, 0, 1)
        last: list[Sweep] = []

        def report(layers: Sequence[Layer], sweep: Sweep) -> None:
            last[:] = [sweep]
            progress(step, sweep)

        found = self.solver.bound(step.layers, known, tolerance, report)
        middle: dict[Layer, LayerTable] = {
            layer: ((lower + upper) / 2).astype(np.float32) for layer, (lower, upper) in found.items()
        }
        gap = max(float((upper - lower).max(initial=0)) for lower, upper in found.values()) / 2 + ROUNDED
        self.sweeps = max(self.sweeps, last[0].number)
        self._finish(step, middle, gap, gap)

    def _approach(self, step: SolveStep, progress: Progress) -> None:
        """Solve layers by sweeps until nothing changes, and prove how far their values may be wrong."""
        needed = self._needed(step)
        known, error = {layer: self._load(layer) for layer in needed}, error_of([self.gaps[layer] for layer in needed])
        work = Approach(self.solver, self.folder, step, known, error, progress)
        gap = work.run()
        self.sweeps = max(self.sweeps, work.sweeps)
        assert work.change is not None, "the sweeps are done"
        self._finish(step, work.finished(), gap, work.change)
        work.drop()

    def _load(self, layer: Layer) -> LayerTable:
        found = self.folder.load(name_of(layer))
        assert found is not None, "layers are solved in the order of their needs"
        return found


def solve_block(block: Block) -> SolvedBlock:
    """Return the values of a block, in memory alone.

    Raises `BadTable` if what it needs has arrived damaged.
    """
    step, needed = block.step, block.needed
    needed.check()
    game, layout, solver = _begun(block.game)
    found = RaceSolution(game, layout, solver, SolvePlan([step], 0.0, 0.0), Folder(None), dict(needed.gaps))
    for layer, table in needed.tables.items():
        found.folder.save(name_of(layer), table)
    found._solve(step, block.tolerance, lambda step, sweep: None)
    made = Layers.of({layer: found._load(layer) for layer in step.layers}, found.gaps)
    return SolvedBlock(made, found.changes[step.layers[0]], found.sweeps)


@lru_cache(maxsize=1)
def _begun(spec: str) -> tuple[Game, RaceLayout, LayerSolver]:
    """Return the race of a game, with one thread, for the blocks that this process solves."""
    game = load(spec)
    layout = race_layout(game)
    assert layout is not None, "only races are sent"
    return game, layout, LayerSolver(Groups(layout.race))


def solve_race(
    game: Game,
    layout: RaceLayout,
    folder: Path | None = None,
    *,
    memory: float,
    threads: int = 1,
    bits: int | None = None,
    proves: bool = True,
) -> RaceSolution:
    """Return the solution of a race, planned and ready to `run`; raise `LudariumError` if it needs more memory."""
    groups = Groups(layout.race)
    solver, plan = LayerSolver(groups, threads), SolvePlan.of(groups, memory, bits, proves)
    return RaceSolution(game, layout, solver, plan.measured(solver), Folder(folder))
