"""One set of layers of a race with one table of values: sweeps until nothing changes, then a proof of their error."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ludarium.solve.race_certificate import Attempt, Proof, certify
from ludarium.solve.race_folder import Folder, name_of
from ludarium.solve.race_groups import Layer
from ludarium.solve.race_layers import Encoding, LayerSolver, Sweep
from ludarium.solve.race_plan import Step
from ludarium.solve.race_sweep import Table
from ludarium.solve.race_table import to_payoffs

CHECKPOINT = 300.0
"""Seconds between two checkpoints within a set of layers."""
FLOAT32 = 2.0**-24
"""The largest error of a payoff up to 1 that is stored in 32 bits."""
_STILL = 3 * FLOAT32
"""The change of a value that a sweep makes by rounding alone."""
Progress = Callable[[Step, Sweep | Proof], None]


@dataclass
class Approach:
    """The work on one set of layers; what was done before it was stopped is in the folder.

    | field     | meaning                                                                        |
    | --------- | ------------------------------------------------------------------------------ |
    | `known`   | the finished layers that these need, in the encoding of this step              |
    | `error`   | what no value of them is wrong by more than; None if that is not known         |
    | `tables`  | the values                                                                     |
    | `change`  | the largest change of the last sweep; None while there are still sweeps to do  |
    | `attempt` | the proof                                                                      |
    | `sweeps`  | sweeps done                                                                    |
    """

    solver: LayerSolver
    folder: Folder
    step: Step
    known: Mapping[Layer, Table]
    error: float | None
    progress: Progress
    tables: dict[Layer, Table] = field(default_factory=dict)
    change: float | None = None
    attempt: Attempt = field(init=False)
    sweeps: int = 0
    _saved: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        for layer in self.step.layers:
            begun = self.folder.load(f"checkpoint-{name_of(layer)}")
            fits = begun is not None and begun.dtype == self._encoding.dtype
            self.tables[layer] = np.array(begun) if fits else self.solver.first_guess(layer, self._encoding)
        self.attempt = Attempt.begin(self.tables)
        about = self.folder.load(self._about)
        if about is not None:
            self.change, self.attempt.unit, self.attempt.spared = float(about[0]), int(about[1]), bool(about[2])
            for layer, steps in self.attempt.steps.items():
                begun = self.folder.load(f"steps-{name_of(layer)}")
                if begun is not None:
                    steps[:] = begun

    @property
    def _encoding(self) -> Encoding:
        return Encoding.of(self.step.bits)

    @property
    def _about(self) -> str:
        return f"proof-{name_of(self.step.layers[0])}"

    def run(self) -> float | None:
        """Return what no value is wrong by more than; None if that is not proved."""
        try:
            if self.change is None:
                last = self.solver.approach(
                    self.step.layers, self.tables, self.known, self._encoding, _STILL, self._report
                )
                self.sweeps = last.number
                if self.step.proof:
                    self._save()
                self.change = last.largest
            if not self.step.proof or self.error is None:
                return None
            return certify(
                self.solver, self.step.layers, self.tables, self.known, self._encoding, self.error, self.attempt,
                self._report,
            )  # fmt: skip
        except (KeyboardInterrupt, MemoryError):
            self._save()
            raise

    def drop(self) -> None:
        """Remove what was kept of unfinished work."""
        names = [f"{what}-{name_of(layer)}" for what in ("checkpoint", "steps") for layer in self.step.layers]
        for name in [self._about, *names]:
            self.folder.drop(name)

    def _report(self, layers: Sequence[Layer], done: Sweep | Proof) -> None:
        self.progress(self.step, done)
        if time.monotonic() - self._saved > CHECKPOINT:
            self._save()

    def _save(self) -> None:
        """Keep what changes: the values, or, when these are still, the proof."""
        if self.change is None:
            for layer, table in self.tables.items():
                self.folder.save(f"checkpoint-{name_of(layer)}", table)
        else:
            for layer, steps in self.attempt.steps.items():
                self.folder.save(f"steps-{name_of(layer)}", steps)
            self.folder.save(self._about, np.array([self.change, self.attempt.unit, self.attempt.spared]))
        self._saved = time.monotonic()


def recode(table: Table, encoding: Encoding) -> Table:
    """Return the values of a finished layer in the encoding of the next."""
    if table.dtype == encoding.dtype:
        return np.array(table)
    if encoding.is_whole:
        return np.rint(np.asarray(table) * np.float32(encoding.one)).astype(encoding.dtype)
    return to_payoffs(table).astype(encoding.dtype)


def error_of(table: Table, gap: float, encoding: Encoding) -> float:
    """Return what no value of a finished layer is wrong by more than in the encoding of the next."""
    return gap if table.dtype == encoding.dtype else gap + (0.5 / encoding.one if encoding.is_whole else FLOAT32)


def known_layers(
    needed: Sequence[Layer], load: Callable[[Layer], Table], gaps: Mapping[Layer, float | None], encoding: Encoding
) -> tuple[dict[Layer, Table], float | None]:
    """Return finished layers in an encoding, and what no value of them is wrong by more than, None if not known."""
    tables, errors = {layer: load(layer) for layer in needed}, list[float]()
    for layer, table in tables.items():
        gap = gaps[layer]
        if gap is not None:
            errors.append(error_of(table, gap, encoding))
    found = {layer: recode(table, encoding) for layer, table in tables.items()}
    return found, max(errors, default=0.0) if len(errors) == len(tables) else None
