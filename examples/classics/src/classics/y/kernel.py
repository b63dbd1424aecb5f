"""The rules of Y as compiled functions; `t` is FULL, the bits of three sides, and those of each cell's neighbours.

Action n places a stone on cell n.
"""

from ludarium.authoring import APPLY, Kernel, Vector, rule

from classics.stones import MOVER, RESULT, STONES, actors, chance_outcomes, reach, results
from classics.tic_tac_toe.kernel import legal

SIDES, AROUND = 1, 4


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§2: a group of the seat that has moved wins if it touches all three sides; corners belong to two."""
    other = 1 - v[MOVER]
    own = v[STONES + other]
    rest = own & t[SIDES]
    while rest:
        group = reach(t, AROUND, own, rest & -rest)
        if group & t[SIDES + 1] and group & t[SIDES + 2]:
            return other + 1
        rest &= ~group
    return 0


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: place a stone."""
    v[STONES + v[MOVER]] |= 1 << actions[0]
    v[MOVER] ^= 1
    v[RESULT] = judge(t, v)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
