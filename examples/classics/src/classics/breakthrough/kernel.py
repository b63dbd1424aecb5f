"""Breakthrough's rules as compiled functions; `t` is FULL, CELLS, COLUMNS and WAYS, six steps as `steps` makes them.

Seat 0 begins at the bottom and moves up. Action side * cells + cell moves the stone on a cell one row forward: to the
left (0), straight (1), or to the right (2).
"""

from ludarium.authoring import APPLY, LEGAL, Kernel, Vector, list_bits, rule, step

from classics.stones import MOVER, RESULT, STONES, actors, chance_outcomes, results

CELLS, COLUMNS, WAYS = 1, 2, 3


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§1: straight to an empty cell, or diagonally to one that no stone of one's own is on."""
    own, other, count = v[STONES + seat], v[STONES + 1 - seat], 0
    for side in range(3):
        taken, way = own | other if side == 1 else own, 3 * seat + side
        to = step(t, WAYS, way, own) & ~taken
        count = list_bits(step(t, WAYS, 5 - way, to), side * t[CELLS], out, count)  # from where they step
    return count


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§2: who reaches the other edge, or takes all stones, wins."""
    edge = (1 << t[COLUMNS]) - 1
    goals = (edge, edge << t[CELLS] - t[COLUMNS])
    for seat in range(2):
        if v[STONES + seat] & goals[seat] or v[STONES + 1 - seat] == 0:
            return seat + 1
    return 0


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: move, and capture what is there."""
    seat, stone = v[MOVER], 1 << actions[0] % t[CELLS]
    to = step(t, WAYS, 3 * seat + actions[0] // t[CELLS], stone)
    v[STONES + seat] ^= stone | to
    v[STONES + 1 - seat] &= ~to
    v[MOVER] ^= 1
    v[RESULT] = judge(t, v)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
