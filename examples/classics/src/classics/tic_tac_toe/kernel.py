"""Tic-tac-toe's rules as compiled functions; `t` is FULL, the number of lines, and their bits.

Action n places a stone on cell n.
"""

from ludarium.authoring import APPLY, LEGAL, Kernel, Vector, list_bits, rule

from classics.stones import DRAWN, FULL, MOVER, RESULT, STONES, actors, chance_outcomes, results

COUNT, LINES = 1, 2


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§1: a stone goes to an empty cell."""
    return list_bits(t[FULL] & ~(v[STONES] | v[STONES + 1]), 0, out, 0)


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§2: three in a row of the seat that has moved win; a full board is a draw."""
    other = 1 - v[MOVER]
    for line in range(LINES, LINES + t[COUNT]):
        if v[STONES + other] & t[line] == t[line]:
            return other + 1
    return DRAWN if v[STONES] | v[STONES + 1] == t[FULL] else 0


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: place a stone."""
    v[STONES + v[MOVER]] |= 1 << actions[0]
    v[MOVER] ^= 1
    v[RESULT] = judge(t, v)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
