"""Reversi's rules as compiled functions; `t` is FULL, CELLS and WAYS, eight steps as `steps` makes them.

Action n places a stone on cell n; the one after all cells is a pass.
"""

from ludarium.authoring import APPLY, LEGAL, RESULTS, Floats, Kernel, Vector, list_bits, rule, step, without_lowest

from classics.stones import DRAWN, MOVER, RESULT, STONES, actors, chance_outcomes

CELLS, WAYS = 1, 2


@rule()
def turned(t: Vector, own: int, other: int, stone: int) -> int:
    """§1: return the stones of the other seat that a stone encloses."""
    found = 0
    for way in range(8):
        at, line = step(t, WAYS, way, stone), 0
        while at & other:
            line |= at
            at = step(t, WAYS, way, at)
        if at & own:
            found |= line
    return found


@rule()
def places(t: Vector, own: int, other: int) -> int:
    """§1: return the empty cells on which a stone encloses others."""
    found = 0
    for way in range(8):
        line = step(t, WAYS, way, own) & other
        while line:
            at = step(t, WAYS, way, line)
            found |= at & ~(own | other)
            line = at & other
    return found


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§1: empty cells on which a stone encloses others; §2: else a pass."""
    count = list_bits(places(t, v[STONES + seat], v[STONES + 1 - seat]), 0, out, 0)
    if count == 0:
        out[0] = t[CELLS]
        count = 1
    return count


@rule()
def stones_of(v: Vector, seat: int) -> int:
    """Return the number of a seat's stones."""
    rest, count = v[STONES + seat], 0
    while rest:
        rest = without_lowest(rest)
        count += 1
    return count


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§3: when nobody can place a stone, who has more wins."""
    x, o = v[STONES], v[STONES + 1]
    if places(t, x, o) or places(t, o, x):
        return 0
    mine, yours = stones_of(v, 0), stones_of(v, 1)
    return DRAWN if mine == yours else 1 if mine > yours else 2


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: place a stone and turn those that it encloses; §2: or pass."""
    seat, cell = v[MOVER], actions[0]
    if cell < t[CELLS]:
        flipped = turned(t, v[STONES + seat], v[STONES + 1 - seat], 1 << cell)
        v[STONES + seat] |= flipped | 1 << cell
        v[STONES + 1 - seat] &= ~flipped
    v[MOVER] ^= 1
    v[RESULT] = judge(t, v)


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§3: the points are the stones."""
    out[0], out[1] = stones_of(v, 0), stones_of(v, 1)
    return int(v[RESULT]) if v[RESULT] < DRAWN else 0


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
