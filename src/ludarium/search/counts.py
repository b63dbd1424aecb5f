"""Perft: count the sequences of steps of a given length; a wrong rule changes the count.

Depth is counted in steps, including those of chance. A simultaneous step counts every combination of choices. A game
that ends before the depth counts as 0.
"""

import numpy as np

from ludarium.core.arguments import check_whole
from ludarium.core.game import State
from ludarium.core.kernel import INTS, KERNEL, compiled, types
from ludarium.core.vectors import copy, fill

DEEPEST = 100
_TABLE = types.int64[:, ::1]


@compiled(types.int64(KERNEL, INTS, INTS, types.int64, _TABLE, INTS))
def count_choices(kernel, t, v, seats, ids, counts):
    """Return the number of ways to play the next step; row k of `ids` gets the k-th actor's `counts[k]` actions."""
    who, deciding, ways = kernel.actors(t, v), 0, 1
    fill(counts, 0)
    for seat in range(-1, seats):
        if who >> (seat + 1) & 1:
            counts[deciding] = kernel.legal(t, v, seat, ids[deciding])
            ways *= counts[deciding]
            deciding += 1
    return ways if who else 0


@compiled(types.int64(KERNEL, INTS, INTS, types.int64, types.int64, types.int64))
def count_leaves(kernel, t, v, depth, seats, num_ids):
    """Return the number of positions `depth` steps from v, counted once for each sequence that leads there."""
    positions = np.empty((depth, v.size), np.int64)
    ids = np.empty((depth, seats, num_ids), np.int64)
    counts = np.empty((depth, seats), np.int64)
    ways, tried = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    chosen = np.empty(seats, np.int64)
    copy(v, positions[0])
    ways[0] = count_choices(kernel, t, v, seats, ids[0], counts[0])
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
                if counts[level, k]:
                    chosen[k] = ids[level, k, rest % counts[level, k]]
                    rest //= counts[level, k]
            level += 1
            copy(positions[level - 1], positions[level])
            kernel.apply(t, positions[level], chosen)
            ways[level] = count_choices(kernel, t, positions[level], seats, ids[level], counts[level])
            tried[level] = 0
    return total


def perft(state: State, depth: int) -> int:
    """Return the number of ways to play the next `depth` steps.

    >>> import ludarium
    >>> [perft(ludarium.load("orion(clicks=1)").initial(), depth) for depth in range(3)]
    [1, 21, 441]

    Raises `InvalidOption` for a depth below 0 or above 100.
    """
    check_whole("depth", depth, 0, DEEPEST)
    game = state.game
    if depth == 0:
        return 1
    return int(count_leaves(game.kernel, game.tables, state.vector, depth, game.seats, game.num_ids))
