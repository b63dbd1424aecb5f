"""Prove the table of a race anew, from the rules and its values alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.solve.race.approach import error_of
from ludarium.solve.race.certificate import Attempt, Proof, certify
from ludarium.solve.race.folder import name_of
from ludarium.solve.race.groups import Groups, Layer
from ludarium.solve.race.lanes import Table as LayerTable
from ludarium.solve.race.layers import LayerSolver
from ludarium.solve.race.table import RACE, race_layout
from ludarium.solve.race.words import ROUNDED, to_words
from ludarium.solve.table import Table
from ludarium.solve.tablefile import BadTable, TableFile, read_table

_RESOLUTION = 1e-4
"""What this proof may leave open where bounds from both ends, which are sharper, have proved a table; no value may then
differ from what those that may follow make of it by more than the table says and rounding explains."""


@dataclass(frozen=True)
class Verified:
    """The result of a proof of a table.

    | field       | meaning                                                                    |
    | ----------- | -------------------------------------------------------------------------- |
    | `error`     | a proved bound of the error of all values; None if there is none           |
    | `residual`  | what a value differs by at most from what those that may follow make of it |
    | `claimed`   | what the table says                                                        |
    | `positions` | its values                                                                 |
    """

    error: float | None
    residual: float
    claimed: float
    positions: int

    @property
    def is_borne_out(self) -> bool:
        """Whether the proof shows what the table says, or no more than twice as much."""
        return self.error is not None and self.error <= 2 * self.claimed

    @property
    def passed(self) -> bool:
        """Whether nothing speaks against what the table says, though this proof may show less."""
        agrees = self.residual <= 2 * self.claimed + 4 * ROUNDED
        return self.is_borne_out or (self.error is not None and self.error <= _RESOLUTION and agrees)


Report = Callable[[Sequence[Layer], Proof], None]


def verify_race(
    game: Game, path: Path, *, memory: float, threads: int = 1, report: Report = lambda pair, proof: None
) -> Verified:
    """Prove a bound of the error of all values of a table.

    Raises `BadTable` if the file is damaged or belongs to another game, and `LudariumError` if it needs more memory.
    """
    Table.open(path, game)
    file, layout = read_table(path), race_layout(game)
    if layout is None or file.header["kind"] != RACE:
        raise BadTable(f"{path} holds single positions: expected the table of a dice race")
    file.check()
    solver, gaps, count = LayerSolver(Groups(layout.race), threads), dict[Layer, float | None](), 0
    residual = 0.0
    for pair in solver.groups.pairs:
        tables = {layer: _layer(file, solver, layer) for layer in pair}
        needed = solver.groups.needs(pair)
        sizes = sum(map(len, tables.values())), sum(len(file.arrays[name_of(layer)]) for layer in needed)
        room = 4 * sum(sizes)
        if room > memory:
            raise LudariumError(
                f"the proof of {pair[0]} needs {room / 1e9:,.3f} GB: expected at most {memory / 1e9:,.3f} GB"
            )
        known, found = {layer: to_words(_layer(file, solver, layer)) for layer in needed}, None
        error = error_of([gaps[layer] for layer in needed])
        if error is not None:
            words = {layer: to_words(table) for layer, table in tables.items()}
            attempt = Attempt(words)
            found = certify(solver, pair, known, error, attempt, report)
            residual = max(residual, attempt.residual)
        gaps |= dict.fromkeys(pair, found)
        count += sizes[0]
    proved = [gap for gap in gaps.values() if gap is not None]
    error = max(proved) + ROUNDED if len(proved) == len(gaps) else None
    return Verified(error, residual, float(file.header["gap"]), count)


def _layer(file: TableFile, solver: LayerSolver, layer: Layer) -> LayerTable:
    """Return the values of a layer; raise `BadTable` if they are not those of its positions."""
    starts, name = solver.starts(layer), name_of(layer)
    table, found = file.arrays.get(name), file.arrays.get(f"starts-{name}")
    if table is None or found is None or len(table) != starts[-1] or not np.array_equal(found, starts):
        raise BadTable(f"{file.name} is damaged: expected {int(starts[-1]):,} values of {layer}")
    return table
