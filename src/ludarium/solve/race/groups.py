"""The groups of configurations of a race, and the layers of its positions."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ludarium.core.cached import cached_property
from ludarium.core.kernel import Vector
from ludarium.solve.race.lanes import BITS, Group, Masks, count_pairs
from ludarium.solve.race.race import Configurations, Race


class Layer(NamedTuple):
    """The turn of the round, and the pieces under way of the mover and of the other side."""

    turn: int
    mine: int
    theirs: int

    def __str__(self) -> str:
        return f"{self.mine} against {self.theirs}" + (f", turn {self.turn + 1} of the round" if self.turn else "")


class Groups:
    """Every configuration of a race, in groups by the number of pieces under way.

    >>> import ludarium
    >>> game = ludarium.load("ludo(markers=2)")
    >>> groups = Groups(game.definition.module("exact").race(game).race)
    >>> sum(groups.positions(layer) for pair in groups.pairs for layer in pair)
    398722
    """

    def __init__(self, race: Race) -> None:
        self.race = race
        self.configurations = Configurations.of(race)
        found = self.configurations
        struck = found.struck
        count = len(found.places)
        possible = struck[:, 0] >= 0
        row = np.full(count, -1, np.int32)
        groups = [np.flatnonzero(possible[a:b]) + a for a, b in zip(race.firsts, race.firsts[1:], strict=False)]
        for numbers in groups:
            row[numbers] = np.arange(len(numbers), dtype=np.int32)
        self.row = row
        meets: Vector = np.full(race.places, -1, np.int64)
        if race.sides > 1:
            meets[:] = race.meets[0, 1]
        stands, closes = _masks(found.places.astype(np.int64), meets)
        self.all = tuple(
            self._group(under_way, numbers, stands, closes, meets, list(map(len, groups)))
            for under_way, numbers in enumerate(groups)
        )

    def _group(
        self, under_way: int, numbers: Vector, stands: Masks, closes: Masks, meets: Vector, sizes: Sequence[int]
    ) -> Group:
        race, found = self.race, self.configurations
        after = found.after[numbers, :, : max(under_way, 1)]
        to = np.where(after[:, :, :1] < 0, numbers[:, None, None], after[:, :, :1])
        to = np.where(after < 0, to, after)
        few = sizes[under_way - 1] if under_way else 0
        columns = self.row[to] + np.where(to < race.firsts[under_way], 0, few)
        struck = np.where(found.struck[numbers] < 0, -1, self.row[found.struck[numbers]])
        uppers = found.places[numbers, 1 : max(under_way, 1)]
        runs = np.flatnonzero(np.append(True, (uppers[1:] != uppers[:-1]).any(axis=1)))
        moving = (after[:, :, 0] >= 0).any(axis=0)
        return Group(
            numbers.astype(np.int64),
            stands[numbers],
            closes[numbers],
            np.ascontiguousarray(found.places[numbers]),
            np.ascontiguousarray(struck),
            meets.astype(np.int32),
            np.ascontiguousarray(columns[:, moving].reshape(len(numbers), -1).astype(np.uint32)),
            after.shape[2],
            int((~moving).sum()),
            np.append(runs, len(numbers)),
            stands[numbers[runs]],  # the lowest piece of a run's first is on the start, which has no bit
        )

    @cached_property
    def pairs(self) -> list[list[Layer]]:
        """The layers that must be solved together, in the order of solving."""
        race, found = self.race, []
        for total in range(1, 2 * race.pieces + 1):
            for few in range(max(0, total - race.pieces), total // 2 + 1):
                many, together = total - few, list[Layer]()
                for turn in reversed(range(1 + race.even)):
                    for mine, theirs in sorted({(few, many), (many, few)}):
                        if mine and (theirs or (turn and race.even)):
                            together.append(Layer(turn, mine, theirs))
                if together:
                    found.append(together)
        return found

    def is_last(self, layer: Layer) -> bool:
        """Return whether the game can end with the mover's turn."""
        return layer.turn == int(self.race.even)

    def after(self, layer: Layer, left: int) -> Layer:
        """Return the layer after a turn that leaves the mover this many pieces under way."""
        return Layer(0 if self.is_last(layer) else layer.turn + 1, layer.theirs, left)

    def needs(self, pair: Sequence[Layer]) -> list[Layer]:
        """Return the layers that must be finished before these."""
        found = [self.after(layer, layer.mine - 1) for layer in pair if layer.theirs or not self.is_last(layer)]
        return [layer for layer in found if layer.mine and (layer.theirs or layer.turn) and layer not in pair]

    def starts(self, layer: Layer) -> Vector:
        """Return where the row of each configuration of the mover starts in the table; last the table's length."""
        movers, others = self.all[layer.mine], self.all[layer.theirs]
        counts = np.empty(len(movers.numbers), np.int64)
        count_pairs(movers.closes, others.stands, 0, len(others.numbers), counts)
        return np.concatenate([[0], np.cumsum(counts)])

    def positions(self, layer: Layer) -> int:
        """Return the number of positions in a layer."""
        return int(self.starts(layer)[-1])


def _masks(places: Vector, meets: Vector) -> tuple[Masks, Masks]:
    """Return the places of each configuration as bits, and those that it closes to the other side."""
    goal = len(meets) - 1
    if goal >= BITS:  # too many places for a word: no pair is left out, and impossible ones are worked out for nothing
        return np.zeros(len(places), np.uint64), np.zeros(len(places), np.uint64)
    bit = np.uint64(1) << np.arange(goal + 1, dtype=np.uint64)
    bit[[0, goal]] = 0
    closing = np.where(meets < 0, np.uint64(0), bit[meets])
    return np.bitwise_or.reduce(bit[places], axis=1), np.bitwise_or.reduce(closing[places], axis=1)
