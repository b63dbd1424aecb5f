"""The rules of Amazons as compiled functions; `t` is FULL, CELLS and WAYS, eight steps as `steps` makes them.

`v` has BURNT and SHOOTER after the stones; SHOOTER is 1 + the cell of the amazon that has moved and must shoot, else 0.
Action from * cells + to moves an amazon, cells * cells + n shoots an arrow at cell n.
"""

from ludarium.authoring import APPLY, LEGAL, Kernel, Vector, list_bits, lowest_bit, rule, step, without_lowest

from classics.stones import MOVER, RESULT, STONES, actors, chance_outcomes, results

CELLS, WAYS = 1, 2
BURNT, SHOOTER = 4, 5


@rule()
def reached(t: Vector, taken: int, start: int) -> int:
    """Return the cells that a queen on a cell reaches."""
    found = 0
    for way in range(8):
        at = step(t, WAYS, way, 1 << start) & ~taken
        while at:
            found |= at
            at = step(t, WAYS, way, at) & ~taken
    return found


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§1: an amazon moves as a queen in chess; §2: then it shoots as it moves."""
    taken, cells, count, rest = v[STONES] | v[STONES + 1] | v[BURNT], t[CELLS], 0, v[STONES + seat]
    if v[SHOOTER]:
        return list_bits(reached(t, taken, v[SHOOTER] - 1), cells * cells, out, 0)
    while rest:
        start = lowest_bit(rest)
        count = list_bits(reached(t, taken, start), start * cells, out, count)
        rest = without_lowest(rest)
    return count


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§3: who cannot move loses."""
    if v[SHOOTER]:
        return 0
    taken = v[STONES] | v[STONES + 1] | v[BURNT]
    for way in range(8):
        if step(t, WAYS, way, v[STONES + v[MOVER]]) & ~taken:
            return 0
    return 2 - v[MOVER]


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: move; §2: shoot, which ends the turn."""
    cells, action = t[CELLS], actions[0]
    if v[SHOOTER]:
        v[BURNT] |= 1 << (action - cells * cells)
        v[SHOOTER] = 0
        v[MOVER] ^= 1
    else:
        v[STONES + v[MOVER]] ^= 1 << (action // cells) | 1 << (action % cells)
        v[SHOOTER] = action % cells + 1
    v[RESULT] = judge(t, v)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
