"""The values of a race, looked up for states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Lock

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Vector
from ludarium.solve.race.folder import name_of
from ludarium.solve.race.groups import Groups, Layer
from ludarium.solve.race.lanes import Table as LayerTable
from ludarium.solve.race.race import RaceLayout
from ludarium.solve.race.words import to_payoffs
from ludarium.solve.tablefile import BadTable, TableFile, finite

RACE = "race"
"""The kind of a table that holds the layers of a race."""


class RaceTable:
    """The values of all positions of a race between two sides in which one is about to roll.

    `groups` are those of the race; they take seconds for a large one, and are made when a value is first asked for.
    """

    def __init__(
        self,
        layout: RaceLayout,
        groups: Groups | None,
        tables: Mapping[Layer, LayerTable],
        starts: Mapping[Layer, Vector],
    ) -> None:
        self._layout, self._tables, self._starts = layout, tables, starts
        self._found, self._lock = groups, Lock()

    @classmethod
    def read(cls, layout: RaceLayout, file: TableFile) -> RaceTable:
        """Return the table of a file."""
        tables, starts = dict[Layer, LayerTable](), dict[Layer, Vector]()
        for name, array in file.arrays.items():
            if name.startswith("layer-"):
                layer = Layer(*map(int, name.split("-")[1:]))
                if name != name_of(layer) or max(layer.mine, layer.theirs) > layout.race.pieces:
                    raise ValueError(f"{name} is no layer of the race")
                tables[layer], starts[layer] = array, file.arrays[f"starts-{name}"]
                if array.ndim != 1 or (starts[layer].dtype, starts[layer].ndim) != (np.dtype(np.int64), 1):
                    raise ValueError(f"{name} is no list of values")
        return cls(layout, None, tables, starts)

    @property
    def _groups(self) -> Groups:
        """The groups of the race, made once for all threads that ask."""
        with self._lock:
            if self._found is None:
                self._found = Groups(self._layout.race)
            return self._found

    def value(self, state: State) -> float | None:
        """Return what seat 0 can expect before a roll; None in any other position."""
        layout, v = self._layout, state.vector
        if state.actors != (CHANCE,) or v[layout.mover] < 0:
            return None
        mover, turn = layout.turn(v)
        (mine, row), (theirs, other) = (self._configuration(v, side) for side in (mover, 1 - mover))
        layer = Layer(turn, mine, theirs)
        if layer not in self._tables:
            return None
        movers, others = self._groups.all[mine], self._groups.all[theirs]
        before = int(np.count_nonzero((movers.closes[row] & others.stands[:other]) == 0))
        starts = self._starts[layer]
        value = self._payoff(layer, int(starts[row]) + before if row < len(starts) else -1)
        return value if mover == 0 else 1.0 - value

    @property
    def count(self) -> int:
        """The number of values; each is for two positions, with the seats exchanged."""
        return sum(map(len, self._tables.values()))

    @property
    def layers(self) -> Mapping[Layer, LayerTable]:
        """The values of each layer, as they are stored: `to_payoffs` says what they stand for."""
        return self._tables

    def state(self, game: Game, layer: Layer, at: int) -> State:
        """Return the position, with seat 0 about to roll, that a value of a layer is for."""
        row = int(np.searchsorted(self._starts[layer], at, side="right")) - 1
        movers, others = self._groups.all[layer.mine], self._groups.all[layer.theirs]
        beside = others.places[(movers.closes[row] & others.stands) == 0]
        places = movers.places[row], beside[at - int(self._starts[layer][row])]
        return game.state(self._layout.position(first_roll(game, self._layout), places, 0, layer.turn))

    def positions(self, game: Game) -> Iterator[tuple[State, float]]:
        """Yield every position in which seat 0 is about to roll, and what it can expect."""
        start = first_roll(game, self._layout)
        for layer in sorted(self._tables):
            movers, others = self._groups.all[layer.mine], self._groups.all[layer.theirs]
            at = 0
            for row, places in enumerate(movers.places):
                for other in others.places[(movers.closes[row] & others.stands) == 0]:
                    v = self._layout.position(start, (places, other), 0, layer.turn)
                    yield game.state(v), self._payoff(layer, at)
                    at += 1

    def _payoff(self, layer: Layer, at: int) -> float:
        if not 0 <= at < len(self._tables[layer]):
            raise BadTable(f"a table of exact values is damaged: {layer} has not all its values")
        return finite(float(to_payoffs(self._tables[layer][at : at + 1])[0]))

    def _configuration(self, v: Vector, side: int) -> tuple[int, int]:
        """Return how many pieces of a side are under way, and the row of its configuration in the group of these."""
        race, places = self._layout.race, self._layout.places(v, side)
        under_way = sum(place < race.places - 1 for place in places)
        number = int(race.firsts[under_way]) + sum(int(race.ranks[k, places[k]]) for k in range(under_way))
        return under_way, int(self._groups.row[number])


def first_roll(game: Game, layout: RaceLayout) -> Vector:
    """Return the first position of a game in which a side is about to roll."""
    state = game.initial()
    while state.vector[layout.mover] < 0:
        state = state.play_unchecked(state.legal(state.actors[0])[0])
    return state.vector


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
