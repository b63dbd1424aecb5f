"""Reversi's rules as compiled functions; `t` is FULL and SIZE.

Action n places a stone on cell n; the one after all cells is a pass.
"""

from ludarium.authoring import APPLY, LEGAL, RESULTS, Floats, Kernel, Vector, rule

from classics.stones import DRAWN, MOVER, RESULT, STONES, actors, chance_outcomes

SIZE = 1


@rule()
def turned(t: Vector, own: int, other: int, cell: int) -> int:
    """§1: return the stones of the other seat that a stone on a cell encloses."""
    size, found = t[SIZE], 0
    for way in range(9):
        right, down = way % 3 - 1, way // 3 - 1
        column, row, line = cell % size + right, cell // size + down, 0
        while way != 4 and 0 <= column < size and 0 <= row < size:
            bit = 1 << (row * size + column)
            if other & bit:
                line |= bit
            else:
                if own & bit:
                    found |= line
                break
            column, row = column + right, row + down
    return found


@rule()
def can_place(t: Vector, own: int, other: int) -> bool:
    """Return whether a stone can be placed."""
    for cell in range(t[SIZE] * t[SIZE]):
        if (own | other) >> cell & 1 == 0 and turned(t, own, other, cell):
            return True
    return False


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§1: empty cells on which a stone encloses others; §2: else a pass."""
    own, other, count = v[STONES + seat], v[STONES + 1 - seat], 0
    for cell in range(t[SIZE] * t[SIZE]):
        if (own | other) >> cell & 1 == 0 and turned(t, own, other, cell):
            out[count] = cell
            count += 1
    if count == 0:
        out[0] = t[SIZE] * t[SIZE]
        count = 1
    return count


@rule()
def stones_of(v: Vector, seat: int) -> int:
    """Return the number of a seat's stones."""
    rest, count = v[STONES + seat], 0
    while rest:
        rest &= rest - 1
        count += 1
    return count


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§3: when nobody can place a stone, who has more wins."""
    x, o = v[STONES], v[STONES + 1]
    if can_place(t, x, o) or can_place(t, o, x):
        return 0
    mine, yours = stones_of(v, 0), stones_of(v, 1)
    return DRAWN if mine == yours else 1 if mine > yours else 2


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: place a stone and turn those that it encloses; §2: or pass."""
    seat, cell = v[MOVER], actions[0]
    if cell < t[SIZE] * t[SIZE]:
        flipped = turned(t, v[STONES + seat], v[STONES + 1 - seat], cell)
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
