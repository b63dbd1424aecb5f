"""Grid Game's rules as compiled functions; § cites a paragraph of this folder's README.

Position `v`:

    index              field       meaning
    0                  TURN        number of the turn, from 0
    1                  ROCKS_LEFT  rocks that chance still has to place
    2 to 5             DIRECTION   direction of each of four seats; LOST for a seat that has lost or does not play
    6 + 10r + k        BOARD       row r of the board with its frame: a set of cells for each k
               k = 0 to 3            cells whose value has the bit 1, 2, 4, 8
               k = 4     CITY        cells with a city
               k = 5     ROCK        cells with a rock, the frame included
               k = 6 to 9  OWN       cells with a piece of seat 0 to 3

A set of cells is one word: bit c + 1 is column c. Bits 0 and width + 1 and the rows 0 and height + 1 are a frame of
rock, so row r of the board is row r + 1 of the vector:

    row 0    # # # # ... # #
    row 1    # . . . ... . #        bit 0 on the left
    row 2    # . . . ... . #

Because the values of a row are four words, one for each binary digit, a few operations add a whole row.

Constants `t`:

    index    field     meaning
    0        SEATS     option players
    1        WIDTH     option width
    2        HEIGHT    option height
    3        INTERVAL  option spawn_interval
    4        LIMIT     option turn_limit
    5        ROCKS     option rocks
    6        FULL      all cells of a row of the board, as a set
    7 to 10  CITY_AT   the four binary digits of 16 - city_at, each as an empty or a full set

Actions of a seat: 0 north, 1 east, 2 south, 3 west. Actions of chance: the cell of a rock, row * width + column.

Size: all rules of the game.
"""

from ludarium.core.bits import count_bits
from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

SEATS, WIDTH, HEIGHT, INTERVAL, LIMIT, ROCKS, FULL, CITY_AT = 0, 1, 2, 3, 4, 5, 6, 7
TURN, ROCKS_LEFT, DIRECTION, BOARD = 0, 1, 2, 6
CITY, ROCK, OWN, SETS = 4, 5, 6, 10
"""The sets of a row that follow its four values, and the number of all its sets."""
NORTH, EAST, SOUTH, WEST, LOST = 0, 1, 2, 3, 4


@rule()
def place(which, row):
    """Return the index in `v` of a set of cells of a row; the sets of a row are neighbours in memory."""
    return BOARD + SETS * row + which


@rule()
def plus(a, b):
    """Add two rows of values up to 15; return the sums modulo 16, and the cells where the sum is above 15."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    c = a0 & b0
    c1 = (a1 & b1) | (c & (a1 ^ b1))
    c2 = (a2 & b2) | (c1 & (a2 ^ b2))
    return (a0 ^ b0, a1 ^ b1 ^ c, a2 ^ b2 ^ c1, a3 ^ b3 ^ c2), (a3 & b3) | (c2 & (a3 ^ b3))


@rule()
def minus(a, b):
    """Subtract two rows of values; return the differences modulo 16, and the cells where they are below zero."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    c = ~a0 & b0
    c1 = (~a1 & b1) | (c & ~(a1 ^ b1))
    c2 = (~a2 & b2) | (c1 & ~(a2 ^ b2))
    return (a0 ^ b0, a1 ^ b1 ^ c, a2 ^ b2 ^ c1, a3 ^ b3 ^ c2), (~a3 & b3) | (c2 & ~(a3 ^ b3))


@rule()
def only(a, cells):
    """Return the values of a row on these cells, and 0 elsewhere."""
    return a[0] & cells, a[1] & cells, a[2] & cells, a[3] & cells


@rule()
def both(a, b):
    """Return the values of two rows together; no cell has a value in both."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@rule()
def cells_of(a):
    """Return the cells whose value is not 0."""
    return a[0] | a[1] | a[2] | a[3]


@rule()
def values(v, row, cells):
    """Return the values on some cells of a row, and 0 elsewhere."""
    at = place(0, row)
    return v[at] & cells, v[at + 1] & cells, v[at + 2] & cells, v[at + 3] & cells


@rule()
def write(v, row, a):
    """Set the values of a row."""
    at = place(0, row)
    v[at], v[at + 1], v[at + 2], v[at + 3] = a


@rule()
def others(t, v, row, seat):
    """Return the cells of a row with pieces of the other seats; for seat -1, of all seats."""
    cells = 0
    for other in range(t[SEATS]):
        if other != seat:
            cells |= v[place(OWN + other, row)]
    return cells


@rule()
def threat(t, v, row, seat):
    """§3: the sums of the enemy values around each cell of a row, and the cells where the sum is above 15."""
    total, overflow = (0, 0, 0, 0), 0
    for near in range(row - 1, row + 2):
        a = values(v, near, others(t, v, near, seat))
        total, over = plus(total, a)
        total, more = plus(total, (a[0] << 1, a[1] << 1, a[2] << 1, a[3] << 1))
        total, most = plus(total, (a[0] >> 1, a[1] >> 1, a[2] >> 1, a[3] >> 1))
        overflow |= over | more | most
    return total, overflow


@rule()
def damaged(t, v, row):
    """§3: the values of a row after the damage."""
    left = values(v, row, -1)
    for seat in range(t[SEATS]):
        own = v[place(OWN + seat, row)]
        if own:
            enemies = others(t, v, row - 1, seat) | others(t, v, row, seat) | others(t, v, row + 1, seat)
            if own & (enemies | enemies << 1 | enemies >> 1):
                total, overflow = threat(t, v, row, seat)
                after, below = minus(left, total)
                left = both(only(left, ~own), only(after, own & ~overflow & ~below))
    return left


@rule()
def settle(t, v, row, left):
    """§3: write the values of a row after the damage, and remove the pieces whose value is 0."""
    write(v, row, left)
    alive = cells_of(left)
    v[place(CITY, row)] &= alive
    for seat in range(t[SEATS]):
        v[place(OWN + seat, row)] &= alive


@rule()
def damage(t, v):
    """§3: damage all pieces at once; each row is written after the next one has been computed from it."""
    before = damaged(t, v, 1)
    for row in range(2, t[HEIGHT] + 1):
        left = damaged(t, v, row)
        settle(t, v, row - 1, before)
        before = left
    settle(t, v, t[HEIGHT], before)


@rule()
def count_out(t, v):
    """§4: a seat that has no piece after the damage has lost."""
    for seat in range(t[SEATS]):
        cells = 0
        for row in range(1, t[HEIGHT] + 1):
            cells |= v[place(OWN + seat, row)]
        if cells == 0:
            v[DIRECTION + seat] = LOST


@rule()
def shut(v, row):
    """§5: the cells of a row that no walker can enter: cities and rocks, the frame included."""
    return v[place(CITY, row)] | v[place(ROCK, row)]


@rule()
def blocked(v, row, direction):
    """§5: the cells of a row whose neighbour in this direction cannot be entered."""
    if direction == NORTH:
        return shut(v, row - 1)
    if direction == SOUTH:
        return shut(v, row + 1)
    return shut(v, row) >> 1 if direction == EAST else shut(v, row) << 1


@rule()
def arriving(t, v, row, seat, spawning):
    """§5, §6: the values of the seat's walkers that enter a row, the new ones of its cities included."""
    if seat >= t[SEATS]:
        return 0, 0, 0, 0
    direction = v[DIRECTION + seat]
    source = row + 1 if direction == NORTH else row - 1 if direction == SOUTH else row
    own, city = v[place(OWN + seat, source)], v[place(CITY, source)]
    a0, a1, a2, a3 = values(v, source, own & ~city)
    if spawning:
        a0 |= own & city
    if direction == EAST:
        a0, a1, a2, a3 = a0 << 1, a1 << 1, a2 << 1, a3 << 1
    elif direction == WEST:
        a0, a1, a2, a3 = a0 >> 1, a1 >> 1, a2 >> 1, a3 >> 1
    return only((a0, a1, a2, a3), ~shut(v, row))


@rule()
def fought(mine, theirs):
    """§7: the values of one seat's arrivals after their fights with the others' arrivals."""
    if cells_of(mine) & cells_of(theirs) == 0:
        return mine
    after, below = minus(mine, theirs)
    return only(after, ~below)


@rule()
def moved(t, v, row, spawning):
    """§5 to §8: return a row after the movement: values, new cities, cells whose piece stays, arrivals by seat."""
    city = v[place(CITY, row)]
    stay = city
    for seat in range(t[SEATS]):
        stay |= v[place(OWN + seat, row)] & blocked(v, row, v[DIRECTION + seat])
    a, b = arriving(t, v, row, 0, spawning), arriving(t, v, row, 1, spawning)
    c, d = arriving(t, v, row, 2, spawning), arriving(t, v, row, 3, spawning)
    ab, cd = both(a, b), both(c, d)  # ruling 1: at most two walkers meet on a cell, so no two of these share a cell
    a, b = fought(a, both(b, cd)), fought(b, both(a, cd))
    c, d = fought(c, both(d, ab)), fought(d, both(c, ab))
    total, over = plus(values(v, row, stay), both(both(a, b), both(c, d)))
    _, high = plus(total, (t[CITY_AT], t[CITY_AT + 1], t[CITY_AT + 2], t[CITY_AT + 3]))
    grown = (over | high) & ~city
    total = total[0] & ~grown, total[1] | grown, total[2] & ~grown, total[3] | grown
    return total, grown, stay, (cells_of(a), cells_of(b), cells_of(c), cells_of(d))


@rule()
def enter(t, v, row, after):
    """Write a row after the movement, as `moved` returns it."""
    total, grown, stay, came = after
    write(v, row, total)
    v[place(CITY, row)] |= grown
    for seat in range(t[SEATS]):
        at = place(OWN + seat, row)
        v[at] = v[at] & stay | came[seat]


@rule()
def movement(t, v):
    """§5 to §8: move all pieces at once; each row is written after the next one has been computed from it."""
    spawning = v[TURN] % t[INTERVAL] == 0
    before = moved(t, v, 1, spawning)
    for row in range(2, t[HEIGHT] + 1):
        after = moved(t, v, row, spawning)
        enter(t, v, row - 1, before)
        before = after
    enter(t, v, t[HEIGHT], before)


@rule()
def free(t, v, row):
    """§10: the cells of a row where a rock may be placed: without a rock or piece, and with no piece next to them."""
    pieces = others(t, v, row - 1, -1) | others(t, v, row, -1) | others(t, v, row + 1, -1)
    return t[FULL] & ~(v[place(ROCK, row)] | pieces | pieces << 1 | pieces >> 1)


@rule()
def left_in(t, v):
    """§4: the seats that have not lost; bit s is seat s."""
    seats = 0
    for seat in range(t[SEATS]):
        if v[DIRECTION + seat] != LOST:
            seats |= 1 << seat
    return seats


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§2: all seats that have not lost choose at once; §10: before the first turn chance places the rocks."""
    seats = left_in(t, v)
    if seats & (seats - 1) == 0 or v[TURN] >= t[LIMIT]:
        return 0
    return 1 if v[ROCKS_LEFT] else seats << 1


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§2: the four directions; §10: for chance, the cells where a rock may be placed."""
    if seat >= 0:
        out[0], out[1], out[2], out[3] = NORTH, EAST, SOUTH, WEST
        return 4
    count, width = 0, t[WIDTH]
    for row in range(t[HEIGHT]):
        cells = free(t, v, row + 1)
        for column in range(width):
            if cells >> (column + 1) & 1:
                out[count] = row * width + column
                count += 1
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """§10: every free cell has the same probability."""
    count = 0
    for row in range(t[HEIGHT]):
        cells = free(t, v, row + 1)
        while cells:
            cells &= cells - 1
            count += 1
    for i in range(count):
        out[i] = 1.0 / count
    return count


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§2 to §8: play a turn; §10: or place a rock."""
    if v[ROCKS_LEFT]:
        v[ROCKS_LEFT] -= 1
        v[place(ROCK, actions[0] // t[WIDTH] + 1)] |= 2 << (actions[0] % t[WIDTH])
        return
    chosen = 0
    for seat in range(t[SEATS]):
        if v[DIRECTION + seat] != LOST:
            v[DIRECTION + seat] = actions[chosen]
            chosen += 1
    damage(t, v)
    count_out(t, v)
    movement(t, v)
    v[TURN] += 1


@rule()
def army(t, v, seat):
    """§9: the sum of the values of a seat's pieces."""
    total = 0
    for row in range(1, t[HEIGHT] + 1):
        own = v[place(OWN + seat, row)]
        if own:
            a = values(v, row, own)
            total += count_bits(a[0]) + 2 * count_bits(a[1]) + 4 * count_bits(a[2]) + 8 * count_bits(a[3])
    return total


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§9: points are the sums of the armies; the last seat left wins, or the largest army after the last turn."""
    largest, tops = 0.0, 0
    for seat in range(t[SEATS]):
        out[seat] = army(t, v, seat)
        if out[seat] > largest:
            largest, tops = out[seat], 0
        if out[seat] == largest:
            tops |= 1 << seat
    if actors(t, v):
        return 0
    seats = left_in(t, v)
    return tops if seats & (seats - 1) else seats


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
