"""Prove the table of a race anew, from the rules and its values alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.solve.race_approach import known_layers
from ludarium.solve.race_certificate import Attempt, Proof, certify
from ludarium.solve.race_folder import name_of
from ludarium.solve.race_groups import Groups, Layer
from ludarium.solve.race_layers import Encoding, LayerSolver
from ludarium.solve.race_sweep import Table as LayerTable
from ludarium.solve.race_table import RACE, race_layout
from ludarium.solve.table import Table
from ludarium.solve.tablefile import BadTable, TableFile, read_table

_RESOLUTION = 1e-4
"""What this proof may leave open where bounds from both ends, which are sharper, have proved a table."""


@dataclass(frozen=True)
class Verified:
    """What was proved of a table.

    | field       | meaning                                                         |
    | ----------- | --------------------------------------------------------------- |
    | `error`     | what no value is wrong by more than; None if that is not proved |
    | `claimed`   | what the table says                                             |
    | `positions` | its values                                                      |
    """

    error: float | None
    claimed: float
    positions: int

    @property
    def passed(self) -> bool:
        """Whether the proof bears out what the table says."""
        return self.error is not None and self.error <= max(2 * self.claimed, _RESOLUTION)


Report = Callable[[Sequence[Layer], Proof], None]


def verify_race(
    game: Game, path: Path, *, memory: float, threads: int = 1, report: Report = lambda pair, proof: None
) -> Verified:
    """Prove what no value of a table is wrong by more than.

    Raises `BadTable` if the file is damaged or belongs to another game, and `LudariumError` if it needs more memory.
    """
    Table.open(path, game)
    file, layout = read_table(path), race_layout(game)
    if layout is None or file.header["kind"] != RACE:
        raise BadTable(f"{path} holds single positions: expected the table of a dice race")
    file.check()
    solver, gaps, count = LayerSolver(Groups(layout.race), threads), dict[Layer, float | None](), 0
    for pair in solver.groups.pairs:
        tables = {layer: _layer(file, solver, layer) for layer in pair}
        encoding = Encoding.of(8 * next(iter(tables.values())).dtype.itemsize)
        needed = solver.groups.needs(pair)
        sizes = sum(map(len, tables.values())), sum(len(file.arrays[name_of(layer)]) for layer in needed)
        room = sizes[0] * (encoding.dtype.itemsize + 1) + 4 * sizes[1]
        if room > memory:
            raise LudariumError(
                f"the proof of {pair[0]} needs {room / 1e9:,.3f} GB: expected at most {memory / 1e9:,.3f} GB"
            )
        known, error = known_layers(needed, lambda layer: _layer(file, solver, layer), gaps, encoding)
        found = None
        if error is not None:
            values = {layer: np.array(table) for layer, table in tables.items()}
            found = certify(solver, pair, values, known, encoding, error, Attempt.begin(values), report)
        gaps |= dict.fromkeys(pair, found)
        count += sizes[0]
    proved = [gap for gap in gaps.values() if gap is not None]
    return Verified(max(proved) if len(proved) == len(gaps) else None, float(file.header["gap"]), count)


def _layer(file: TableFile, solver: LayerSolver, layer: Layer) -> LayerTable:
    """Return the values of a layer; raise `BadTable` if they are not those of its positions."""
    starts, name = solver.starts(layer), name_of(layer)
    table, found = file.arrays.get(name), file.arrays.get(f"starts-{name}")
    if table is None or found is None or len(table) != starts[-1] or not np.array_equal(found, starts):
        raise BadTable(f"{file.path} is damaged: expected {int(starts[-1]):,} values of {layer}")
    return table
