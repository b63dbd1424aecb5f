"""Connect Four's rules as compiled functions; § cites a paragraph of this folder's README.

Position `v`:

    index  field   meaning
    0      STONES  the stones of X, a bit for each cell
    1              the stones of O
    2      MOVER   seat to move
    3      RESULT  0 while the game goes on, 1 if X has won, 2 if O has, DRAWN

The cells are numbered column by column, each from the bottom; with six rows:

     5 11 17 23 29 35 41
     4 10 16 22 28 34 40
     3  9 15 21 27 33 39
     2  8 14 20 26 32 38
     1  7 13 19 25 31 37
     0  6 12 18 24 30 36
     a  b  c  d  e  f  g

Constants `t`:

    index   field    meaning
    0       COLUMNS  option columns
    1       ROWS     option rows
    2       FULL     the bits of all cells
    3 to 6  STARTS   for each direction the cells from which four in a row lie on the board
    7 on    CELLS    the cells as they are read, the top row first

A direction is the distance of a cell to the next one: 1 upwards, ROWS to the right, and ROWS + 1 and ROWS - 1 along the
diagonals. Action c lets a stone fall into column c.
"""

from ludarium.authoring import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

STONES, MOVER, RESULT = 0, 2, 3
COLUMNS, ROWS, FULL, STARTS, CELLS = 0, 1, 2, 3, 7
DRAWN = 3


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§2: the seats take turns until the game is over."""
    return 0 if v[RESULT] else 2 << v[MOVER]


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§2: every column whose top cell is empty."""
    rows, taken, count = t[ROWS], v[STONES] | v[STONES + 1], 0
    for column in range(t[COLUMNS]):
        if taken >> (column * rows + rows - 1) & 1 == 0:
            out[count] = column
            count += 1
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """Return 0: Connect Four has no chance."""
    return 0


@rule()
def direction(t: Vector, number):
    """Return the distance of a cell to the next one in a direction."""
    rows = t[ROWS]
    return (1, rows, rows + 1, rows - 1)[number]


@rule()
def fours(t: Vector, stones, number):
    """§3: return the cells from which four of these stones follow one another in a direction."""
    step = direction(t, number)
    return stones & stones >> step & stones >> 2 * step & stones >> 3 * step & t[STARTS + number]


@rule()
def judge(t: Vector, v: Vector, seat: int):
    """§3 and §4: return the result after a turn of this seat."""
    for number in range(4):
        if fours(t, v[STONES + seat], number):
            return seat + 1
    return DRAWN if v[STONES] | v[STONES + 1] == t[FULL] else 0


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§2: let a stone fall; then the other seat is to move."""
    first = actions[0] * t[ROWS]
    column = ((1 << t[ROWS]) - 1) << first
    lowest = ((v[STONES] | v[STONES + 1]) & column) + (1 << first)  # adding 1 carries past all stones of the column
    v[STONES + v[MOVER]] |= lowest
    v[RESULT] = judge(t, v, v[MOVER])
    v[MOVER] ^= 1


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§3: who has four in a row has 1 point and wins."""
    out[0] = 1.0 if v[RESULT] == 1 else 0.0
    out[1] = 1.0 if v[RESULT] == 2 else 0.0
    return v[RESULT] if v[RESULT] < DRAWN else 0


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
