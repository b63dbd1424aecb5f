"""Yavalath's rules as compiled functions; `t` is FULL, the numbers of lines of four and of three, and their bits.

Action n places a stone on cell n.
"""

from ludarium.authoring import APPLY, Kernel, Vector, rule

from classics.stones import DRAWN, FULL, MOVER, RESULT, STONES, actors, chance_outcomes, results
from classics.tic_tac_toe.kernel import legal

FOURS, THREES, LINES = 1, 2, 3


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§2: four in a row win; three without four lose; a full board is a draw."""
    other = 1 - v[MOVER]
    own, threes = v[STONES + other], LINES + t[FOURS]
    for line in range(LINES, threes):
        if own & t[line] == t[line]:
            return other + 1
    for line in range(threes, threes + t[THREES]):
        if own & t[line] == t[line]:
            return v[MOVER] + 1
    return DRAWN if v[STONES] | v[STONES + 1] == t[FULL] else 0


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: place a stone."""
    v[STONES + v[MOVER]] |= 1 << actions[0]
    v[MOVER] ^= 1
    v[RESULT] = judge(t, v)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
