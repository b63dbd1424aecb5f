"""Counting every way that play can go: the count that shows up an error in rules at once.

Depth is counted in steps, whatever chance decides included. A joint step has every combination of its choices, and a
game that ends sooner counts for nothing.
"""

import numpy as np
from numba import types

from ludarium.core.errors import IllegalMove
from ludarium.core.game import State
from ludarium.core.kernel import ACTORS, INTS, KERNEL_TYPES, LEGAL, compiled

DEEPEST = 100
_TABLE = types.int64[:, ::1]


@compiled(types.int64(types.FunctionType(ACTORS), types.FunctionType(LEGAL), INTS, INTS, types.int64, _TABLE, INTS))
def choices(actors, legal, t, v, seats, ids, many):
    """How many ways the next step can go; row k of `ids` lists the `many[k]` ids of the k-th who must act."""
    who, deciding, ways = actors(t, v), 0, 1
    many[:] = 0
    for seat in range(-1, seats):
        if who >> (seat + 1) & 1:
            many[deciding] = legal(t, v, seat, ids[deciding])
            ways *= many[deciding]
            deciding += 1
    return ways if who else 0


@compiled(types.int64(*KERNEL_TYPES, INTS, INTS, types.int64, types.int64, types.int64))
def leaves(actors, legal, chance_outcomes, apply, results, t, v, depth, seats, num_actions):
    """The number of positions `depth` steps from v, each way to reach one counted."""
    positions = np.empty((depth, v.size), np.int64)
    ids = np.empty((depth, seats, num_actions), np.int64)
    many = np.empty((depth, seats), np.int64)
    ways, tried = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    chosen = np.empty(seats, np.int64)
    positions[0] = v
    ways[0] = choices(actors, legal, t, v, seats, ids[0], many[0])
    level, total = 0, 0
    while level >= 0:
        if level == depth - 1:
            total += ways[level]
            level -= 1
        elif tried[level] == ways[level]:
            level -= 1
        else:
            rest = tried[level]
            tried[level] += 1
            for k in range(seats):
                if many[level, k]:
                    chosen[k] = ids[level, k, rest % many[level, k]]
                    rest //= many[level, k]
            level += 1
            positions[level] = positions[level - 1]
            apply(t, positions[level], chosen)
            ways[level] = choices(actors, legal, t, positions[level], seats, ids[level], many[level])
            tried[level] = 0
    return total


def perft(state: State, depth: int) -> int:
    """How many ways the next `depth` steps can go.

    >>> import ludarium
    >>> [perft(ludarium.load("orion(clicks=1)").initial(), depth) for depth in range(3)]
    [1, 21, 441]

    Raises `IllegalMove` for a depth below 0 or above 100.
    """
    if not 0 <= depth <= DEEPEST:
        raise IllegalMove(f"the depth is a number from 0 to {DEEPEST}, not {depth}")
    game = state.game
    if depth == 0:
        return 1
    return int(leaves(*game.kernel, game.tables, state.vector, depth, game.seats, game.num_actions))
