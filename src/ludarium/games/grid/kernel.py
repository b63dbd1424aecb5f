"""Grid Game's rules, compiled; § are the paragraphs of this folder's README.

A row of the board is a word: bit c + 1 is column c, bits 0 and width + 1 belong to a frame that is all rock. So do
the rows 0 and height + 1; row r of the board is row r + 1 here:

    row 0    # # # # ... # #
    row 1    # . . . ... . #        bit 0 on the left
    row 2    # . . . ... . #

Position v: the turn's number, rocks still to be placed, and every seat's direction (LOST for one that is out); then
for every row, the frame's included, the sets of its cells: four planes with the bits of the values on the cells
(1, 2, 4, 8), cities, rocks, and the cells of each of four seats. Sums of values are made of sets, too, a word for
each of their bits, so that a few operations add a whole row of the board.
Actions of a seat: 0 north, 1 east, 2 south, 3 west. Nature's actions: the cell of a rock, row * width + column.
"""

from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

SEATS, WIDTH, HEIGHT, INTERVAL, LIMIT, ROCKS, FULL, CITY_AT = 0, 1, 2, 3, 4, 5, 6, 7
"""In t: the options; a row's cells as a set; 16 - city_at as four sets, each empty or full."""
TURN, ROCKS_LEFT, DIRECTION, BOARD = 0, 1, 2, 6
CITY, ROCK, OWN, SETS = 4, 5, 6, 10
"""The sets of cells after the four planes, by number; OWN + seat is a seat's; and how many there are."""
NORTH, EAST, SOUTH, WEST, LOST = 0, 1, 2, 3, 4


@rule()
def place(which, row):
    """Where v keeps a row of a set of cells; the sets of a row lie side by side."""
    return BOARD + SETS * row + which


@rule()
def plus(a, b):
    """The sums of values up to 15 on the cells of a row, and the set of cells where the sum is above 15."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    c = a0 & b0
    c1 = (a1 & b1) | (c & (a1 ^ b1))
    c2 = (a2 & b2) | (c1 & (a2 ^ b2))
    return (a0 ^ b0, a1 ^ b1 ^ c, a2 ^ b2 ^ c1, a3 ^ b3 ^ c2), (a3 & b3) | (c2 & (a3 ^ b3))


@rule()
def minus(a, b):
    """The differences of values on the cells of a row, and the set of cells where they are below zero."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    c = ~a0 & b0
    c1 = (~a1 & b1) | (c & ~(a1 ^ b1))
    c2 = (~a2 & b2) | (c1 & ~(a2 ^ b2))
    return (a0 ^ b0, a1 ^ b1 ^ c, a2 ^ b2 ^ c1, a3 ^ b3 ^ c2), (~a3 & b3) | (c2 & ~(a3 ^ b3))


@rule()
def only(a, cells):
    """The values on these cells, and none elsewhere."""
    return a[0] & cells, a[1] & cells, a[2] & cells, a[3] & cells


@rule()
def both(a, b):
    """The values of two kinds of pieces that share no cell."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@rule()
def cells_of(a):
    """The cells that have a value."""
    return a[0] | a[1] | a[2] | a[3]


@rule()
def values(v, row, cells):
    """The values on some cells of a row."""
    at = place(0, row)
    return v[at] & cells, v[at + 1] & cells, v[at + 2] & cells, v[at + 3] & cells


@rule()
def write(v, row, a):
    """Set the values of a row."""
    at = place(0, row)
    v[at], v[at + 1], v[at + 2], v[at + 3] = a


@rule()
def others(t, v, row, seat):
    """The cells of a row that hold pieces of all seats but this one; of seat -1, of all."""
    cells = 0
    for other in range(t[SEATS]):
        if other != seat:
            cells |= v[place(OWN + other, row)]
    return cells


@rule()
def threat(t, v, row, seat):
    """§3: what all the enemies around the seat's cells of a row add up to, and where that is above 15."""
    total, much = (0, 0, 0, 0), 0
    for near in range(row - 1, row + 2):
        a = values(v, near, others(t, v, near, seat))
        total, over = plus(total, a)
        total, more = plus(total, (a[0] << 1, a[1] << 1, a[2] << 1, a[3] << 1))
        total, most = plus(total, (a[0] >> 1, a[1] >> 1, a[2] >> 1, a[3] >> 1))
        much |= over | more | most
    return total, much


@rule()
def damaged(t, v, row):
    """§3: the values that are left in a row."""
    left = values(v, row, -1)
    for seat in range(t[SEATS]):
        own = v[place(OWN + seat, row)]
        if own:
            enemies = others(t, v, row - 1, seat) | others(t, v, row, seat) | others(t, v, row + 1, seat)
            if own & (enemies | enemies << 1 | enemies >> 1):
                total, much = threat(t, v, row, seat)
                after, below = minus(left, total)
                left = both(only(left, ~own), only(after, own & ~much & ~below))
    return left


@rule()
def settle(t, v, row, left):
    """§3: write what the damage has left of a row; who has no value any more is gone."""
    write(v, row, left)
    alive = cells_of(left)
    v[place(CITY, row)] &= alive
    for seat in range(t[SEATS]):
        v[place(OWN + seat, row)] &= alive


@rule()
def damage(t, v):
    """§3: everywhere at once, so a row is written when the next one has been computed."""
    before = damaged(t, v, 1)
    for row in range(2, t[HEIGHT] + 1):
        left = damaged(t, v, row)
        settle(t, v, row - 1, before)
        before = left
    settle(t, v, t[HEIGHT], before)


@rule()
def count_out(t, v):
    """§4: who has no piece after the damage has lost."""
    for seat in range(t[SEATS]):
        cells = 0
        for row in range(1, t[HEIGHT] + 1):
            cells |= v[place(OWN + seat, row)]
        if cells == 0:
            v[DIRECTION + seat] = LOST


@rule()
def shut(v, row):
    """§5: the cells of a row that nobody enters, the frame among them."""
    return v[place(CITY, row)] | v[place(ROCK, row)]


@rule()
def blocked(v, row, direction):
    """§5: the cells of a row next to which, in a direction, nobody can go."""
    if direction == NORTH:
        return shut(v, row - 1)
    if direction == SOUTH:
        return shut(v, row + 1)
    return shut(v, row) >> 1 if direction == EAST else shut(v, row) << 1


@rule()
def arriving(t, v, row, seat, spawning):
    """§5, §6: the seat's walkers that come to a row, and the ones that its cities put there."""
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
    """§7: what is left of arrivals that meet others."""
    if cells_of(mine) & cells_of(theirs) == 0:
        return mine
    after, below = minus(mine, theirs)
    return only(after, ~below)


@rule()
def moved(t, v, row, spawning):
    """§5 to §8: a row after the movement: the values, new cities, pieces that stay, and those who came, by seat."""
    city = v[place(CITY, row)]
    stay = city
    for seat in range(t[SEATS]):
        stay |= v[place(OWN + seat, row)] & blocked(v, row, v[DIRECTION + seat])
    a, b = arriving(t, v, row, 0, spawning), arriving(t, v, row, 1, spawning)
    c, d = arriving(t, v, row, 2, spawning), arriving(t, v, row, 3, spawning)
    ab, cd = both(a, b), both(c, d)  # §7: at most two meet on a cell, so the others of one are together no sum
    a, b = fought(a, both(b, cd)), fought(b, both(a, cd))
    c, d = fought(c, both(d, ab)), fought(d, both(c, ab))
    total, over = plus(values(v, row, stay), both(both(a, b), both(c, d)))
    _, high = plus(total, (t[CITY_AT], t[CITY_AT + 1], t[CITY_AT + 2], t[CITY_AT + 3]))
    grown = (over | high) & ~city
    total = total[0] & ~grown, total[1] | grown, total[2] & ~grown, total[3] | grown
    return total, grown, stay, (cells_of(a), cells_of(b), cells_of(c), cells_of(d))


@rule()
def enter(t, v, row, after):
    """Write a row as the movement has left it."""
    total, grown, stay, came = after
    write(v, row, total)
    v[place(CITY, row)] |= grown
    for seat in range(t[SEATS]):
        at = place(OWN + seat, row)
        v[at] = v[at] & stay | came[seat]


@rule()
def movement(t, v):
    """§5 to §8: everywhere at once, so a row is written when the next one has been computed."""
    spawning = v[TURN] % t[INTERVAL] == 0
    before = moved(t, v, 1, spawning)
    for row in range(2, t[HEIGHT] + 1):
        after = moved(t, v, row, spawning)
        enter(t, v, row - 1, before)
        before = after
    enter(t, v, t[HEIGHT], before)


@rule()
def free(t, v, row):
    """§10: the cells of a row where a rock may be placed: no rock is there, and no piece there or next to it."""
    pieces = others(t, v, row - 1, -1) | others(t, v, row, -1) | others(t, v, row + 1, -1)
    return t[FULL] & ~(v[place(ROCK, row)] | pieces | pieces << 1 | pieces >> 1)


@rule()
def left_in(t, v):
    """The seats that have not lost, as bits."""
    seats = 0
    for seat in range(t[SEATS]):
        if v[DIRECTION + seat] != LOST:
            seats |= 1 << seat
    return seats


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§2: all who have not lost choose at once; §10: before the first turn, rocks are placed."""
    seats = left_in(t, v)
    if seats & (seats - 1) == 0 or v[TURN] >= t[LIMIT]:
        return 0
    return 1 if v[ROCKS_LEFT] else seats << 1


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§2: the four directions; §10: or the cells where a rock may be placed."""
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
    """§10: a rock is placed on any of the free cells, each as likely as another."""
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
    """§2 to §8: one turn; or §10: one rock."""
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
def count(cells):
    """How many cells there are."""
    found = 0
    while cells:
        cells &= cells - 1
        found += 1
    return found


@rule()
def army(t, v, seat):
    """§9: the sum of the values of a seat's pieces."""
    total = 0
    for row in range(1, t[HEIGHT] + 1):
        own = v[place(OWN + seat, row)]
        if own:
            a = values(v, row, own)
            total += count(a[0]) + 2 * count(a[1]) + 4 * count(a[2]) + 8 * count(a[3])
    return total


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§9: every army's sum; who is left alone has won, and after the last turn the largest army."""
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
