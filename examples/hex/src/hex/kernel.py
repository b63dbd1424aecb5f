"""Hex's rules, compiled; § are the paragraphs of this folder's README.

Cell (r, c) of a board of n rows is action n*r + c; action n*n swaps. A cell has six neighbours:

       r-1,c  r-1,c+1
    r,c-1   r,c   r,c+1         b-w  b-w+1
       r+1,c-1  r+1,c        b-1  b  b+1           in the vector, where a row is w = n + 2 long
                                b+w-1  b+w

Position v: the mover, the winner's bit, how many cells are empty; a board with a rim one cell wide; the empty cells,
ascending, and then zeros. A place of the board holds three bits for each seat, X's below O's: a stone of the seat's,
linked to the seat's first edge, linked to its second. The rim has no stones, only the links that it gives.
"""

from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

MOVER, WINNER, EMPTY, BOARD = 0, 1, 2, 3
SIZE, SWAP, LIST, PLACE = 0, 1, 2, 3
"""In t: the number of rows, whether there is the swap; where v lists the empty cells, and where it has each cell."""

STONE, FIRST, SECOND = 1, 2, 4
LINKED = FIRST | SECOND


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§2: the seats take turns until one of them has won."""
    return 0 if v[WINNER] else 2 << v[MOVER]


@rule()
def may_swap(t: Vector, v: Vector):
    """§3: O may swap in reply to the first stone; after the swap X is to move with one stone on the board."""
    return t[SWAP] and v[MOVER] == 1 and v[EMPTY] == t[SIZE] * t[SIZE] - 1


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§2: every empty cell; §3: or the swap."""
    count = v[EMPTY]
    empty = v[t[LIST] : t[LIST] + count]  # of a slice the compiler copies several cells at once
    for i in range(count):
        out[i] = empty[i]
    if may_swap(t, v):
        out[count] = t[SIZE] * t[SIZE]
        count += 1
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """Nothing is left to chance."""
    return 0


@rule()
def fill(t: Vector, v: Vector, cell) -> None:
    """Take a cell from the list of the empty ones."""
    left = v[EMPTY] - 1
    empty = v[t[LIST] : t[LIST] + left + 1]
    for i in range(left):  # without a branch, so that several cells are moved at once
        empty[i] = empty[i + 1] if empty[i] >= cell else empty[i]
    empty[left] = 0
    v[EMPTY] = left


@rule()
def put(t: Vector, v: Vector, seat: int, cell) -> None:
    """§2: put a stone on an empty cell, and tell its chain to which edges it is linked now."""
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
    bottom = t[LIST] + v[EMPTY]  # what the list has given up is as long as all stones, and serves as a stack
    top = bottom
    v[top] = place
    while top >= bottom:
        here = v[top]
        v[top] = 0
        top -= 1
        for side in range(6):
            there = here + (1, width, width - 1, -1, -width, 1 - width)[side]
            if v[there] >> shift & STONE and v[there] != stone:
                v[there] = stone
                top += 1
                v[top] = there


@rule()
def swap(t: Vector, v: Vector) -> None:
    """§3: the only stone becomes O's, on the cell across the long diagonal."""
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
    """§2: a stone, §3: or the swap; then the other seat is to move."""
    action = actions[0]
    if action == t[SIZE] * t[SIZE]:
        swap(t, v)
    else:
        fill(t, v, action)
        put(t, v, v[MOVER], action)
    v[MOVER] ^= 1


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§4: one point to the seat whose chain links its edges."""
    out[0] = 1.0 if v[WINNER] == 1 else 0.0
    out[1] = 1.0 if v[WINNER] == 2 else 0.0
    return v[WINNER]


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
