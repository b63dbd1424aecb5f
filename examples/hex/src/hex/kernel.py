"""Hex's rules as compiled functions; § cites a paragraph of this folder's README.

Position `v`, for n rows, with w = n + 2 and b = 3 + w*w:

    index        field   meaning
    0            MOVER   seat to move
    1            WINNER  1 if X has won, 2 if O has won, else 0
    2            EMPTY   number of empty cells
    3 to b - 1   BOARD   the board with a rim one cell wide, three bits for each seat (X's below O's):
                           STONE   there is a stone of the seat
                           FIRST   it is linked to the seat's first edge
                           SECOND  it is linked to the seat's second edge
    b onwards            the empty cells in ascending order, and then zeros

The rim has no stones, only the links that it gives.

Constants `t`:

    index   field  meaning
    0       SIZE   option size, n
    1       SWAP   1 for swap=on
    2       LIST   index in `v` of the list of empty cells
    3 + i   PLACE  index in `v` of cell i

Cell (r, c) is action n*r + c; action n*n swaps. A cell has six neighbours:

       r-1,c  r-1,c+1
    r,c-1   r,c   r,c+1         b-w  b-w+1
       r+1,c-1  r+1,c        b-1  b  b+1           in the vector, where a row is w = n + 2 long
                                b+w-1  b+w
"""

from ludarium.authoring import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, hexagonal, rule

MOVER, WINNER, EMPTY, BOARD = 0, 1, 2, 3
SIZE, SWAP, LIST, PLACE = 0, 1, 2, 3

STONE, FIRST, SECOND = 1, 2, 4
LINKED = FIRST | SECOND
SIDES = hexagonal.DIRECTIONS


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§2: the seats take turns until one has won."""
    return 0 if v[WINNER] else 2 << v[MOVER]


@rule()
def may_swap(t: Vector, v: Vector):
    """§3: return whether O may swap, in reply to X's first stone; after a swap X is to move, so O cannot."""
    return t[SWAP] and v[MOVER] == 1 and v[EMPTY] == t[SIZE] * t[SIZE] - 1


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§2: every empty cell; §3: or the swap."""
    count = v[EMPTY]
    empty = v[t[LIST] : t[LIST] + count]  # from a slice the compiler copies several cells at once
    for i in range(count):
        out[i] = empty[i]
    if may_swap(t, v):
        out[count] = t[SIZE] * t[SIZE]
        count += 1
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """Return 0: Hex has no chance."""
    return 0


@rule()
def fill(t: Vector, v: Vector, cell) -> None:
    """Remove a cell from the list of empty cells."""
    left = v[EMPTY] - 1
    empty = v[t[LIST] : t[LIST] + left + 1]
    for i in range(left):  # without a branch, so that several cells are moved at once
        empty[i] = empty[i + 1] if empty[i] >= cell else empty[i]
    empty[left] = 0
    v[EMPTY] = left


@rule()
def put(t: Vector, v: Vector, seat: int, cell) -> None:
    """§2: place a stone on an empty cell, and update the links of its chain."""
    width, shift, place = t[SIZE] + 2, 3 * seat, t[PLACE + cell]
    above, below = v[place - width] | v[place - width + 1], v[place + width - 1] | v[place + width]
    near = above | v[place - 1] | v[place + 1] | below
    links = near >> shift & LINKED
    stone = (STONE | links) << shift
    v[place] = stone
    if links == LINKED:  # §4
        v[WINNER] = 1 << seat
    if not links or not near >> shift & STONE:
        return
    bottom = t[LIST] + v[EMPTY]  # the unused end of the list is as long as there are stones, and serves as a stack
    top = bottom
    v[top] = place
    while top >= bottom:
        here = v[top]
        v[top] = 0
        top -= 1
        for side in range(6):
            there = here + SIDES[side][0] * width + SIDES[side][1]
            if v[there] >> shift & STONE and v[there] != stone:
                v[there] = stone
                top += 1
                v[top] = there


@rule()
def swap(t: Vector, v: Vector) -> None:
    """§3: replace the only stone by one of O on the cell across the long diagonal."""
    start, size = t[LIST], t[SIZE]
    cell = 0
    while v[start + cell] == cell:
        cell += 1
    v[t[PLACE + cell]] = 0
    across = cell % size * size + cell // size
    for i in range(size * size - 1):
        v[start + i] = i + (i >= across)
    put(t, v, 1, across)


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§2: place a stone, or §3: swap; then the other seat is to move."""
    action = actions[0]
    if action == t[SIZE] * t[SIZE]:
        swap(t, v)
    else:
        fill(t, v, action)
        put(t, v, v[MOVER], action)
    v[MOVER] ^= 1


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§4: the seat whose chain links its edges has 1 point and wins."""
    out[0] = 1.0 if v[WINNER] == 1 else 0.0
    out[1] = 1.0 if v[WINNER] == 2 else 0.0
    return v[WINNER]


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
