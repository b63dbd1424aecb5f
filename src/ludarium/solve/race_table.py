"""The values of a race, looked up for states."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Floats, Vector
from ludarium.solve.race import RaceLayout
from ludarium.solve.race_groups import Groups, Layer
from ludarium.solve.race_sweep import Table as LayerTable
from ludarium.solve.tablefile import TableFile

RACE = "race"
"""The kind of a table that holds the layers of a race."""
_WHOLE = 65535.0


class RaceTable:
    """The values of all positions of a race between two sides in which one is about to roll."""

    def __init__(
        self, layout: RaceLayout, groups: Groups, tables: Mapping[Layer, LayerTable], starts: Mapping[Layer, Vector]
    ) -> None:
        self._layout, self._groups, self._tables, self._starts = layout, groups, tables, starts

    @classmethod
    def read(cls, layout: RaceLayout, file: TableFile) -> RaceTable:
        """Return the table of a file."""
        tables, starts = dict[Layer, LayerTable](), dict[Layer, Vector]()
        for name, array in file.arrays.items():
            if name.startswith("layer-"):
                layer = Layer(*map(int, name.split("-")[1:]))
                tables[layer], starts[layer] = array, file.arrays[f"starts-{name}"]
        return cls(layout, Groups(layout.race), tables, starts)

    def value(self, state: State) -> float | None:
        """Return what seat 0 can expect before a roll; None in any other position."""
        layout, v = self._layout, state.vector
        if state.actors != (CHANCE,) or v[layout.mover] < 0:
            return None
        turns = int(v[layout.turns]) if layout.turns >= 0 else 0
        mover = (int(v[layout.mover]) - turns) % 2
        (mine, row), (theirs, other) = (self._configuration(v, side) for side in (mover, 1 - mover))
        layer = Layer(turns % 2 if layout.turns >= 0 else 0, mine, theirs)
        if layer not in self._tables:
            return None
        movers, others = self._groups.all[mine], self._groups.all[theirs]
        before = np.count_nonzero((movers.closes[row] & others.stands[:other]) == 0)
        found = self._tables[layer][int(self._starts[layer][row]) + before]
        value = float(found) / _WHOLE if self._tables[layer].dtype == np.uint16 else float(found)
        return value if mover == 0 else 1.0 - value

    def _configuration(self, v: Vector, side: int) -> tuple[int, int]:
        """Return how many pieces of a side are under way, and the row of its configuration in the group of these."""
        race, first = self._layout.race, self._layout.first + side * self._layout.race.pieces
        places = sorted(int(self._layout.numbers[place]) for place in v[first : first + race.pieces])
        under_way = sum(place < race.places - 1 for place in places)
        number = int(race.firsts[under_way]) + sum(int(race.ranks[k, places[k]]) for k in range(under_way))
        return under_way, int(self._groups.row[number])


def race_layout(game: Game) -> RaceLayout | None:
    """Return the race that the game declares for a solver; None if it is none between two sides for the win."""
    describe = getattr(game.definition.optional_module("exact"), "race", None)
    return describe(game) if describe and game.seats == 2 and game.setup.payoff_range is None else None


def count_positions(game: Game) -> int | None:
    """Return the number of positions of a race in which a side is about to roll, counted for the side, not the seat.

    None for a game that is no such race, or whose configurations are too many to be listed.

    >>> import ludarium
    >>> count_positions(ludarium.load("ludo(markers=2)")), count_positions(ludarium.load("orion"))
    (398722, None)
    """
    layout = race_layout(game)
    if layout is None or not layout.race.can_be_listed:
        return None
    groups = Groups(layout.race)
    return sum(groups.positions(layer) for pair in groups.pairs for layer in pair)


def to_payoffs(table: LayerTable) -> Floats:
    """Return the values of a layer as payoffs."""
    found = np.array(table, np.float64)
    return found / _WHOLE if table.dtype == np.uint16 else found
