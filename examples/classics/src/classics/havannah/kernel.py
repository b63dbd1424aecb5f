"""Havannah's rules as compiled functions; `t` is FULL, BORDER, six corners, six edges without them, and neighbours.

Action n places a stone on cell n.
"""

from ludarium.authoring import APPLY, Kernel, Vector, lowest_bit, rule, without_lowest

from classics.stones import DRAWN, FULL, MOVER, RESULT, STONES, actors, chance_outcomes, reach, results
from classics.tic_tac_toe.kernel import legal

BORDER, CORNERS, EDGES, AROUND = 1, 2, 8, 14


@rule()
def has_ring(t: Vector, own: int) -> bool:
    """§2: return whether a loop of these stones encloses a cell, whatever is on it."""
    free = t[FULL] & ~own
    if free & ~reach(t, AROUND, free, free & t[BORDER]):
        return True
    inner = own & ~t[BORDER]
    while inner:
        if t[AROUND + lowest_bit(inner)] & ~own == 0:
            return True
        inner = without_lowest(inner)
    return False


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§2: a bridge of two corners, a fork of three edges, or a ring of the seat that has moved wins."""
    other = 1 - v[MOVER]
    own = v[STONES + other]
    rest = own & t[BORDER]
    while rest:
        group = reach(t, AROUND, own, rest & -rest)
        corners, edges = 0, 0
        for side in range(6):
            corners += (group & t[CORNERS + side]) != 0
            edges += (group & t[EDGES + side]) != 0
        if corners > 1 or edges > 2:
            return other + 1
        rest &= ~group
    if has_ring(t, own):
        return other + 1
    return DRAWN if v[STONES] | v[STONES + 1] == t[FULL] else 0


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: place a stone."""
    v[STONES + v[MOVER]] |= 1 << actions[0]
    v[MOVER] ^= 1
    v[RESULT] = judge(t, v)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
