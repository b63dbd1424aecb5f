"""Exact values of the endgame of a race between two sides, when few pieces are under way.

The value of a position is the payoff that the side about to roll can expect. A position is the turn of the round (0, or
1 for the second side in a game that ends after a full round), the configuration of that side and that of the other.
Pieces may be sent back, so that positions repeat: a stage, all positions with the same numbers of pieces under way, is
solved by value iteration, after the stages with fewer pieces. A limit of turns is ignored.
"""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numba import types

from ludarium.core.kernel import FLOATS, Floats, Vector, compiled, named_tuple
from ludarium.solve.race import CONFIGURATIONS, RULES, Configurations, Race, Small

_MOST_POSITIONS = 1_200_000
"""Positions that are solved: about five seconds of work, and ten megabytes."""
_TOLERANCE = 1e-9


class Endgame(NamedTuple):
    """The values of all stages, and the rules of a race between two sides.

    | field    | meaning                                                                          |
    | -------- | -------------------------------------------------------------------------------- |
    | `values` | the values of all stages                                                         |
    | `bases`  | where the values of every stage begin (see `stage_bases`)                        |
    | `meets`  | the place of the pieces that go back when the other side lands on a place, or -1 |
    | `even`   | whether the game ends after a full round                                         |
    """

    values: Floats
    bases: Vector
    meets: Small
    even: bool


class Stage(NamedTuple):
    """The turn of the round, and the pieces under way of the side about to roll and of the other."""

    turn: int
    mine: int
    theirs: int


_ENDGAME = named_tuple(Endgame, FLOATS, types.int64[:, :, ::1], types.int32[::1], types.boolean)
_STAGE = named_tuple(Stage, types.int64, types.int64, types.int64)


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


def solve(race: Race, configurations: Configurations) -> Floats:
    """Return the values of all stages, in one float64 vector that `stage_bases` indexes."""
    where, count = stage_bases(race)
    if race.sides != 2:
        return np.zeros(count)
    assert np.array_equal(race.meets[0, 1], race.meets[1, 0]), "the sides are not symmetric"
    rules, endgame = race.rules, Endgame(np.zeros(count), where, race.meets[0, 1], race.even)
    for pair in stages(race):
        every = (
            Stage(turn, mine, theirs)
            for turn in reversed(range(1 + race.even))
            for mine, theirs in sorted({pair, pair[::-1]})
        )
        known = [stage for stage in every if where[stage] >= 0]
        change = 1.0
        while change > _TOLERANCE:
            change = max(update_stage(rules, configurations, endgame, stage) for stage in known)
    return endgame.values


@compiled(types.float64(RULES, CONFIGURATIONS, _ENDGAME, _STAGE))
def update_stage(rules, configurations, endgame, stage):
    """Update the value of every position of a stage once; returns the largest change."""
    firsts, steps, meets, values = rules.firsts, rules.steps, endgame.meets, endgame.values
    after, leaves, struck = configurations.after, configurations.leaves, configurations.struck
    turn, mine, theirs = stage
    faces, most = after.shape[1], after.shape[2]
    base, last, change = endgame.bases[turn, mine, theirs], turn == endgame.even, 0.0
    following = 0 if last else turn + 1
    width = firsts[theirs + 1] - firsts[theirs]
    for other in range(firsts[theirs], firsts[theirs + 1]):
        for configuration in range(firsts[mine], firsts[mine + 1]):
            if struck[configuration, 0] < 0 or struck[other, 0] < 0:
                continue
            total = 0.0
            for face in range(faces):
                best = 0.0
                for k in range(most):
                    to, hit = after[configuration, face, k], other
                    if to >= 0:
                        place = meets[steps[leaves[configuration, face, k], face]]
                        if place >= 0:
                            hit = struck[other, place]
                    elif k:
                        break
                    else:
                        to = configuration
                    if last and to == 0:
                        value = 1.0 if theirs else 0.5
                    elif last and theirs == 0:
                        value = 0.0
                    else:
                        left = mine if to >= firsts[mine] else mine - 1
                        at = (hit - firsts[theirs]) * (firsts[left + 1] - firsts[left]) + to - firsts[left]
                        value = 1.0 - values[endgame.bases[following, theirs, left] + at]
                    best = max(best, value)
                total += best
            at = base + (configuration - firsts[mine]) * width + other - firsts[theirs]
            change = max(change, abs(total / faces - values[at]))
            values[at] = total / faces
    return change
