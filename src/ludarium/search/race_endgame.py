"""Exact values of the endgame of a race between two sides, when few pieces are under way.

The value of a position is the payoff that the side about to roll can expect. A position is the turn of the round (0, or
1 for the second side in a game that ends after a full round), the configuration of that side and that of the other.
Pieces may be sent back, so that positions repeat: a stage, all positions with the same numbers of pieces under way, is
solved by value iteration, after the stages with fewer pieces. A limit of turns is ignored.
"""

from itertools import combinations_with_replacement

import numpy as np

from ludarium.core.kernel import Floats, Vector
from ludarium.solve.race.groups import Groups, Layer
from ludarium.solve.race.lanes import Table
from ludarium.solve.race.layers import LayerSolver
from ludarium.solve.race.race import Race
from ludarium.solve.race.words import Encoding

_MOST_POSITIONS = 1_200_000
"""Positions that are solved: about five seconds of work, and ten megabytes."""
_TOLERANCE = 1e-9


def stages(race: Race) -> list[tuple[int, int]]:
    """Return the stages that are solved, as pairs (fewer, more) of pieces under way, in the order of solving."""
    if race.sides != 2:
        return []
    sizes = np.diff(race.firsts)
    every = combinations_with_replacement(range(race.pieces + 1), 2)
    pairs = [(few, many) for few, many in every if many and (few or race.even)]
    pairs.sort(key=lambda pair: (sizes[pair[0]] * sizes[pair[1]], sum(pair)))
    known = np.cumsum([sizes[few] * sizes[many] * (1 + (few < many)) * (1 + race.even) for few, many in pairs])
    return sorted(pairs[: int(np.searchsorted(known, _MOST_POSITIONS, side="right"))], key=sum)


def stage_bases(race: Race) -> tuple[Vector, int]:
    """Return where the values of every stage begin, and the number of values.

    The array is indexed by the turn of the round and the pieces under way of both sides; -1 where a stage is not
    solved.
    """
    found, count = np.full((race.sides, race.pieces + 1, race.pieces + 1), -1, np.int64), 0
    sizes = np.diff(race.firsts)
    for few, many in stages(race):
        for turn in range(1 + race.even):
            for mine, theirs in {(few, many), (many, few)} - {(0, many)}:
                if theirs or turn:  # the first of a round does not play on when all pieces of the other are at the goal
                    found[turn, mine, theirs] = count
                    count += int(sizes[mine] * sizes[theirs])
    return found, count


def solve(race: Race) -> Floats:
    """Return the values of all stages, in one float64 vector that `stage_bases` indexes; 0 for impossible positions."""
    where, count = stage_bases(race)
    values = np.zeros(count)
    if race.sides != 2:
        return values
    assert np.array_equal(race.meets[0, 1], race.meets[1, 0]), "the sides are not symmetric"
    groups = Groups(race)
    solver, known, encoding = LayerSolver(groups), dict[Layer, Table](), Encoding.of(64)
    chosen = {frozenset(pair) for pair in stages(race)}
    for pair in groups.pairs:
        if frozenset((pair[0].mine, pair[0].theirs)) in chosen:
            tables = {layer: solver.first_guess(layer, encoding) for layer in pair}
            solver.approach(pair, tables, known, encoding, _TOLERANCE)
            known |= tables
    for layer, table in known.items():
        mine, theirs = layer.mine, layer.theirs
        width = race.firsts[theirs + 1] - race.firsts[theirs]
        movers, others = groups.all[mine], groups.all[theirs]
        for row, start in enumerate(solver.starts(layer)[:-1]):
            beside = others.numbers[(movers.closes[row] & others.stands) == 0] - race.firsts[theirs]
            at = where[layer] + (movers.numbers[row] - race.firsts[mine]) * width
            values[at + beside] = table[start : start + len(beside)]
    return values
