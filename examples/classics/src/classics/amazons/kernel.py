"""The rules of Amazons as compiled functions; `t` is FULL and SIZE, `v` has BURNT and SHOOTER after the stones.

SHOOTER is 1 + the cell of the amazon that has moved and must shoot, else 0. Action from * cells + to moves an amazon,
cells * cells + n shoots an arrow at cell n.
"""

from ludarium.authoring import APPLY, LEGAL, Kernel, Vector, rule

from classics.stones import MOVER, RESULT, STONES, actors, chance_outcomes, results

SIZE = 1
BURNT, SHOOTER = 4, 5


@rule()
def rays(t: Vector, taken: int, start: int, base: int, out: Vector, count: int) -> int:
    """Write base + each cell that a queen on `start` reaches, in order, and return how many numbers there are then."""
    size, reached = t[SIZE], 0
    for way in range(9):
        right, down = way % 3 - 1, way // 3 - 1
        column, row = start % size + right, start // size + down
        while way != 4 and 0 <= column < size and 0 <= row < size and taken >> (row * size + column) & 1 == 0:
            reached |= 1 << (row * size + column)
            column, row = column + right, row + down
    for cell in range(size * size):
        if reached >> cell & 1:
            out[count] = base + cell
            count += 1
    return count


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§1: an amazon moves as a queen in chess; §2: then it shoots as it moves."""
    taken, cells, count = v[STONES] | v[STONES + 1] | v[BURNT], t[SIZE] * t[SIZE], 0
    if v[SHOOTER]:
        return rays(t, taken, v[SHOOTER] - 1, cells * cells, out, 0)
    for start in range(cells):
        if v[STONES + seat] >> start & 1:
            count = rays(t, taken, start, start * cells, out, count)
    return count


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§3: who cannot move loses."""
    if v[SHOOTER]:
        return 0
    taken, size = v[STONES] | v[STONES + 1] | v[BURNT], t[SIZE]
    for start in range(size * size):
        if v[STONES + v[MOVER]] >> start & 1 == 0:
            continue
        for way in range(9):
            column, row = start % size + way % 3 - 1, start // size + way // 3 - 1
            if 0 <= column < size and 0 <= row < size and taken >> (row * size + column) & 1 == 0:
                return 0
    return 2 - v[MOVER]


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: move; §2: shoot, which ends the turn."""
    cells, action = t[SIZE] * t[SIZE], actions[0]
    if v[SHOOTER]:
        v[BURNT] |= 1 << (action - cells * cells)
        v[SHOOTER] = 0
        v[MOVER] ^= 1
    else:
        v[STONES + v[MOVER]] ^= 1 << (action // cells) | 1 << (action % cells)
        v[SHOOTER] = action % cells + 1
    v[RESULT] = judge(t, v)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
