"""Clobber's rules as compiled functions; `t` is FULL, CELLS and WAYS, four steps as `steps` makes them.

Action way * cells + cell moves the stone on a cell to the right (0), left (1), down (2) or up (3).
"""

from ludarium.authoring import APPLY, LEGAL, Kernel, Vector, list_bits, rule, step

from classics.stones import MOVER, RESULT, STONES, actors, chance_outcomes, results

CELLS, WAYS = 1, 2


@rule()
def movable(t: Vector, own: int, other: int, way: int) -> int:
    """§1: return the stones next to which there is, that way, a stone of the other seat."""
    return own & step(t, WAYS, way ^ 1, other)


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§1: a stone goes upon a neighbouring stone of the other seat."""
    count = 0
    for way in range(4):
        count = list_bits(movable(t, v[STONES + seat], v[STONES + 1 - seat], way), way * t[CELLS], out, count)
    return count


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§2: who cannot move loses."""
    for way in range(4):
        if movable(t, v[STONES + v[MOVER]], v[STONES + 1 - v[MOVER]], way):
            return 0
    return 2 - v[MOVER]


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: move, and capture what is there."""
    seat, stone = v[MOVER], 1 << actions[0] % t[CELLS]
    to = step(t, WAYS, actions[0] // t[CELLS], stone)
    v[STONES + seat] ^= stone | to
    v[STONES + 1 - seat] ^= to
    v[MOVER] ^= 1
    v[RESULT] = judge(t, v)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
