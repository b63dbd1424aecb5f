"""One set of layers of a race with one table of values: sweeps until nothing changes, then a proof of their error."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ludarium.solve.race.certificate import Attempt, Proof, certify
from ludarium.solve.race.folder import Folder, name_of
from ludarium.solve.race.groups import Layer
from ludarium.solve.race.lanes import Table
from ludarium.solve.race.layers import LayerSolver, Sweep
from ludarium.solve.race.plan import SolveStep
from ludarium.solve.race.words import ROUNDED, Encoding, are_words_of, finished, recode, to_words

CHECKPOINT = 300.0
"""Seconds between two checkpoints within a set of layers, if they do not take more than a part of that."""
_PART = 0.1
"""The part of the time that may go into checkpoints."""
_STILL = 1e-8
"""The change of a value in a sweep after which a proof has nothing to gain from another."""
_UNFINISHED = "checkpoint", "words"
"""What is stored of a layer that is not finished: its values, and the words of its proof."""
Progress = Callable[[SolveStep, Sweep | Proof], None]


@dataclass
class Approach:
    """The work on one set of layers; what was done before it was stopped is in the folder.

    | field     | meaning                                                                        |
    | --------- | ------------------------------------------------------------------------------ |
    | `known`   | the finished layers that these need, as they are stored                        |
    | `error`   | a proved bound of the error of their values; None if there is none             |
    | `tables`  | the values                                                                     |
    | `change`  | the largest change of the last sweep; None while there are still sweeps to do  |
    | `attempt` | the proof, if it has begun; words of 32 bits take the place of the values      |
    | `sweeps`  | sweeps done                                                                    |
    """

    solver: LayerSolver
    folder: Folder
    step: SolveStep
    known: Mapping[Layer, Table]
    error: float | None
    progress: Progress
    tables: dict[Layer, Table] = field(default_factory=dict)
    change: float | None = None
    attempt: Attempt | None = None
    sweeps: int = 0
    _saved: float = field(default_factory=time.monotonic)
    _wait: float = CHECKPOINT

    def __post_init__(self) -> None:
        """Take up what is in the folder, which may be of other bits: a proof only if it is that of these values."""
        dtype, words = self._encoding.dtype, dict[Layer, Table]()
        for layer in self.step.layers:
            begun, proving = (self.folder.load(f"{what}-{name_of(layer)}") for what in _UNFINISHED)
            if proving is not None and dtype == np.uint32:
                self.tables[layer] = words[layer] = np.array(proving)
                continue
            found = proving if begun is None else begun
            self.tables[layer] = (
                self.solver.first_guess(layer, self._encoding) if found is None else recode(found, dtype)
            )
            if proving is not None and are_words_of(proving, self.tables[layer]):
                words[layer] = np.array(proving) if self.step.proof else proving
        about = self.folder.load(self._about)
        if about is not None and len(words) == len(self.step.layers):
            self.change, self.attempt = float(about[0]), Attempt(words, int(about[1]), bool(about[2]))

    @property
    def _encoding(self) -> Encoding:
        return Encoding.of(self.step.bits)

    @property
    def _about(self) -> str:
        return f"proof-{name_of(self.step.layers[0])}"

    def run(self) -> float | None:
        """Return a proved bound of the error of the stored values; None if there is none."""
        try:
            if self.change is None:
                known = {layer: recode(table, self._encoding.dtype) for layer, table in self.known.items()}
                last = self.solver.approach(self.step.layers, self.tables, known, self._encoding, _STILL, self._report)
                self.sweeps = last.number
                if self.step.proof:
                    self._save()
                self.change = last.largest
                del known
            if not self.step.proof or self.error is None:
                return None
            if self.attempt is None:
                self.attempt = Attempt({layer: to_words(table) for layer, table in self.tables.items()})
            known = {layer: to_words(np.asarray(table)) for layer, table in self.known.items()}
            found = certify(self.solver, self.step.layers, known, self.error, self.attempt, self._report)
            return None if found is None else found + ROUNDED  # what is stored is not the word itself
        except (KeyboardInterrupt, MemoryError):
            self._save()
            raise

    def finished(self) -> dict[Layer, Table]:
        """Return the values as they are stored; nothing else can be done then."""
        return {layer: finished(table, self.attempt is not None) for layer, table in self.tables.items()}

    def drop(self) -> None:
        """Remove what was stored of unfinished work."""
        for what in _UNFINISHED:
            for layer in self.step.layers:
                self.folder.drop(f"{what}-{name_of(layer)}")
        self.folder.drop(self._about)

    def _report(self, layers: Sequence[Layer], done: Sweep | Proof) -> None:
        self.progress(self.step, done)
        if time.monotonic() - self._saved > self._wait:
            self._save()

    def _save(self) -> None:
        """Keep what changes: the values, or, when these are still, the proof."""
        began = time.monotonic()
        if self.attempt is None:
            for layer, table in self.tables.items():
                self.folder.save(f"checkpoint-{name_of(layer)}", table)
        else:
            for layer, words in self.attempt.words.items():
                self.folder.save(f"words-{name_of(layer)}", words)
            self.folder.save(self._about, np.array([self.change, self.attempt.unit, self.attempt.has_margin]))
            if self._encoding.dtype == np.uint32:  # the words have taken the place of the values
                for layer in self.step.layers:
                    self.folder.drop(f"checkpoint-{name_of(layer)}")
        self._saved = time.monotonic()
        self._wait = max(CHECKPOINT, (self._saved - began) / _PART)


def error_of(gaps: Sequence[float | None]) -> float | None:
    """Return a proved bound of the error of the words of finished layers, None if that of a layer is not known."""
    known = [gap + ROUNDED for gap in gaps if gap is not None]
    return max(known, default=0.0) if len(known) == len(gaps) else None
