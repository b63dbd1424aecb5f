"""Clobber's rules as compiled functions; `t` is FULL, COLUMNS and ROWS.

Action 4 * cell + side moves the stone on a cell to the right (0), left (1), down (2) or up (3).
"""

from ludarium.authoring import APPLY, LEGAL, Kernel, Vector, rule

from classics.stones import MOVER, RESULT, STONES, actors, chance_outcomes, results

COLUMNS, ROWS = 1, 2


@rule()
def target(t: Vector, action: int) -> int:
    """Return the cell to which an action moves; -1 beside the board."""
    cell, side = action // 4, action % 4
    column, row = cell % t[COLUMNS], cell // t[COLUMNS]
    column += (1, -1, 0, 0)[side]
    row += (0, 0, 1, -1)[side]
    inside = 0 <= column < t[COLUMNS] and 0 <= row < t[ROWS]
    return row * t[COLUMNS] + column if inside else -1


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§1: a stone goes upon a neighbouring stone of the other seat."""
    own, other, count = v[STONES + seat], v[STONES + 1 - seat], 0
    for action in range(4 * t[COLUMNS] * t[ROWS]):
        if own >> (action // 4) & 1:
            to = target(t, action)
            if to >= 0 and other >> to & 1:
                out[count] = action
                count += 1
    return count


@rule()
def judge(t: Vector, v: Vector) -> int:
    """§2: who cannot move loses."""
    own, other = v[STONES + v[MOVER]], v[STONES + 1 - v[MOVER]]
    for action in range(4 * t[COLUMNS] * t[ROWS]):
        if own >> (action // 4) & 1:
            to = target(t, action)
            if to >= 0 and other >> to & 1:
                return 0
    return 2 - v[MOVER]


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: move, and capture what is there."""
    seat, to = v[MOVER], target(t, actions[0])
    v[STONES + seat] ^= 1 << (actions[0] // 4) | 1 << to
    v[STONES + 1 - seat] ^= 1 << to
    v[MOVER] ^= 1
    v[RESULT] = judge(t, v)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
