"""The observation of Orion: planes of the lattice of slots and points.

The lattice point (r, c) is in row 2r and column 2c of a plane, each slot between its points, and each rotor between
its four slots. So slot s of the kernel's drawing has the index 2s + 1 in a plane of the board of five rows of five, and
the planes of a smaller board are its upper left part:

    .  0  .  1  .  2 ...
    5  a  6  b  7  c ...
    . 11  . 12  . 13 ...
"""

import numpy as np

from ludarium.core.kernel import OBSERVE, Singles, Vector, rule
from ludarium.core.observation import Observation, Part
from ludarium.games.orion.kernel import (
    CARRIED,
    CLICKS,
    COLUMNS,
    HALF,
    LEFT,
    LIMIT,
    PAST,
    REVERSAL,
    ROWS,
    SINCE,
    TURN,
    O,
    X,
)

SIDE, SLOTS = 11, 60
PLANE = SIDE * SIDE
"""Of the largest board: the rows and columns of a plane, the slots, and the cells of a plane."""


def mirrors(height: int, width: int) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of a plane: top and bottom exchanged, left and right, and both."""
    rows, columns = np.divmod(np.arange(height * width), width)
    upside, aside = height - 1 - rows, width - 1 - columns
    found = (upside * width + columns, rows * width + aside, upside * width + aside)
    return tuple(tuple(cells.tolist()) for cells in found)


def mirrored_actions(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return what every action becomes under these symmetries: one mirror turns a rotor the other way, both do not."""
    row, column = np.divmod(np.arange(rows * columns), columns)
    upside, aside = rows - 1 - row, columns - 1 - column
    found = ((upside * columns + column, 1), (row * columns + aside, 1), (upside * columns + aside, 0))
    pairs = [np.column_stack((2 * rotors + back, 2 * rotors + (1 - back))) for rotors, back in found]
    return tuple((*pair.ravel().tolist(), 2 * rows * columns) for pair in pairs)


def describe(t: Vector) -> Observation:
    """Describe the planes; their rows and columns depend on the board."""
    height, width = 2 * int(t[ROWS]) + 1, 2 * int(t[COLUMNS]) + 1
    parts = (
        Part("own pieces", "1 on the seat's pieces", whole=True),
        Part("other pieces", "1 on the opponent's pieces", whole=True),
        Part("carried", "1 on the mover's pieces that every click of this turn carried", whole=True),
        Part("forbidden", "pieces of the position that this turn must not restore: 1 own, -1 other", 1, -1, 1, True),
        Part("clicks left", "clicks left in this turn, divided by the option `clicks`", filled=True),
        Part("came up", "earlier occurrences of the position before this turn, divided by 2", filled=True),
        Part("turns", "turns played, divided by the option `turn_limit`", filled=True),
    )
    cells = tuple(range(1, height * width, 2))
    return Observation(
        observe, parts, (height, width), cells=cells, symmetries=mirrors(height, width),
        actions=mirrored_actions(int(t[ROWS]), int(t[COLUMNS])),
    )  # fmt: skip


@rule()
def cells_of(t):
    """Return the cells of a plane."""
    return (2 * t[ROWS] + 1) * (2 * t[COLUMNS] + 1)


@rule()
def draw(t, out, plane, slots, others):
    """Fill a plane with 1 on some slots, -1 on others, and 0 elsewhere."""
    cells, width = cells_of(t), 2 * t[COLUMNS] + 1
    if cells == PLANE:  # the loops over the largest board have lengths that the compiler knows
        view = out[plane * PLANE : (plane + 1) * PLANE]
        for slot in range(SLOTS):
            view[2 * slot] = 0
            view[2 * slot + 1] = (slots >> slot & 1) - (others >> slot & 1)
        view[2 * SLOTS] = 0
        return
    view = out[plane * cells : (plane + 1) * cells]
    for cell in range(cells):
        place = cell // width * SIDE + cell % width
        slot = place >> 1
        view[cell] = ((slots >> slot & 1) - (others >> slot & 1)) * (place & 1)


@rule()
def fill(t, out, plane, number):
    """Fill a plane with a number."""
    cells = cells_of(t)
    if cells == PLANE:
        view = out[plane * PLANE : (plane + 1) * PLANE]
        for i in range(PLANE):
            view[i] = number
        return
    view = out[plane * cells : (plane + 1) * cells]
    for i in range(cells):
        view[i] = number


@rule()
def position(t, turn):
    """Return the index in `v` of X's pieces before a turn; O's pieces are 2 * HALF further on."""
    return PAST + (turn & 1) * t[HALF] + (turn >> 1)


@rule()
def times_before(t, v):
    """§8: return how often the position before this turn occurred, with the same mover and as many clicks allowed."""
    turn, o = v[TURN], 2 * t[HALF]
    now, first = position(t, turn), max(v[SINCE], t[CLICKS] - 1)
    begun = position(t, first + ((first ^ turn) & 1))
    alike, times = 0, 0
    for then in range(begun, now):
        alike += v[then] == v[now]
    if alike:  # this is rare, so the other half of the memory is seldom read
        for then in range(begun, now):
            times += v[then] == v[now] and v[then + o] == v[now + o]
    return times


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Fill the planes in the order of `describe`."""
    draw(t, out, 0, v[X + seat], 0)
    draw(t, out, 1, v[O - seat], 0)
    draw(t, out, 2, v[CARRIED], 0)
    now, then, o = position(t, v[TURN]), position(t, v[TURN] - 1), 2 * t[HALF]
    guarded = t[REVERSAL] == 0 and v[TURN] > v[SINCE] and (v[now] != v[then] or v[now + o] != v[then + o])
    draw(t, out, 3, v[then + o * seat] if guarded else 0, v[then + o * (1 - seat)] if guarded else 0)
    fill(t, out, 4, v[LEFT] / t[CLICKS])
    fill(t, out, 5, times_before(t, v) / 2)
    fill(t, out, 6, v[TURN] / t[LIMIT])
