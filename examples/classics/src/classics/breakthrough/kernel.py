"""Breakthrough's rules as compiled functions; `t` is FULL, COLUMNS and ROWS.

Seat 0 begins at the bottom and moves up. Action 3 * cell + side moves the stone on a cell one row forward: to the left
(0), straight (1), or to the right (2).
"""

from ludarium.authoring import APPLY, LEGAL, Kernel, Vector, rule

from classics.stones import MOVER, RESULT, STONES, actors, chance_outcomes, results

COLUMNS, ROWS = 1, 2


@rule()
def target(t: Vector, seat: int, action: int) -> int:
    """Return the cell to which an action moves; -1 beside the board."""
    cell, side = action // 3, action % 3
    column, row = cell % t[COLUMNS] + side - 1, cell // t[COLUMNS] + (1 if seat else -1)
    inside = 0 <= column < t[COLUMNS] and 0 <= row < t[ROWS]
    return row * t[COLUMNS] + column if inside else -1


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§1: straight to an empty cell, or diagonally to one that no stone of one's own is on."""
    own, other, count = v[STONES + seat], v[STONES + 1 - seat], 0
    for action in range(3 * t[COLUMNS] * t[ROWS]):
        if own >> (action // 3) & 1 == 0:
            continue
        to = target(t, seat, action)
        taken = own | other if action % 3 == 1 else own
        if to >= 0 and taken >> to & 1 == 0:
            out[count] = action
            count += 1
    return count


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§2: who reaches the other edge, or takes all stones, wins."""
    width = t[COLUMNS]
    edge = (1 << width) - 1
    goals = (edge, edge << width * (t[ROWS] - 1))
    for seat in range(2):
        if v[STONES + seat] & goals[seat] or v[STONES + 1 - seat] == 0:
            return seat + 1
    return 0


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: move, and capture what is there."""
    seat, action = v[MOVER], actions[0]
    to = target(t, seat, action)
    v[STONES + seat] ^= 1 << (action // 3) | 1 << to
    v[STONES + 1 - seat] &= ~(1 << to)
    v[MOVER] ^= 1
    v[RESULT] = judge(t, v)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
