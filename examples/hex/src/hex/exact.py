"""What Hex offers to a solver: one of two boards that differ by half a turn, how far each seat is from a chain, and
the cell that an action takes.
"""

from ludarium.authoring import CANONICAL, CELL, MOST_CELLS, OUTLOOK, Vector, rule

from hex.kernel import EMPTY, FIRST, LIST, PLACE, SECOND, SIZE, STONE

FAR = 99
"""The distance of what cannot be linked."""
WEIGHT = 3
"""How much harder a proof is by each stone that is missing."""


@rule()
def turned(bits):
    """Return the bits of a cell after half a turn: first edges become second ones."""
    firsts, seconds = bits & (FIRST | FIRST << 3), bits & (SECOND | SECOND << 3)
    return bits & (STONE | STONE << 3) | firsts << 1 | seconds >> 1


@rule(CANONICAL)
def canonical(t: Vector, v: Vector) -> None:
    """Turn the board by half a turn if its stones then come later; edges stay with their seats."""
    cells, stones = t[SIZE] * t[SIZE], STONE | STONE << 3
    for cell in range(cells // 2):
        here, there = v[t[PLACE + cell]] & stones, v[t[PLACE + cells - 1 - cell]] & stones
        if here != there:
            if here < there:
                return
            break
    for cell in range((cells + 1) // 2):
        one, other = t[PLACE + cell], t[PLACE + cells - 1 - cell]
        held = v[one]
        v[one], v[other] = turned(v[other]), turned(held)
    first, count = t[LIST], v[EMPTY]
    for k in range((count + 1) // 2):
        one, other = first + k, first + count - 1 - k
        held = v[one]
        v[one], v[other] = cells - 1 - v[other], cells - 1 - held


@rule()
def missing(t, v, seat, out):
    """Return how many stones a seat needs at least for a chain; `out` has room for the cells of the board."""
    size, own, other = t[SIZE], STONE << 3 * seat, STONE << 3 * (1 - seat)
    for cell in range(size * size):
        line = cell // size if seat == 0 else cell % size
        held = v[t[PLACE + cell]]
        out[cell] = FAR if line or held & other else 0 if held & own else 1
    changed = True
    while changed:
        changed = False
        for cell in range(size * size):
            held = v[t[PLACE + cell]]
            if held & other:
                continue
            row, column, least = cell // size, cell % size, out[cell]
            for side in range(6):
                r, c = row + (-1, -1, 0, 0, 1, 1)[side], column + (0, 1, -1, 1, -1, 0)[side]
                if 0 <= r < size and 0 <= c < size:
                    least = min(least, out[r * size + c] + (held & own == 0))
            if least < out[cell]:
                out[cell], changed = least, True
    best = FAR
    for k in range(size):
        best = min(best, out[(size - 1) * size + k if seat == 0 else k * size + size - 1])
    return best


@rule(OUTLOOK)
def outlook(t: Vector, v: Vector, out: Vector) -> None:
    """Write how hard it may be to prove that X wins, and that O does."""
    own = missing(t, v, 0, out)
    other = missing(t, v, 1, out)
    out[0], out[1] = 1 << min(WEIGHT * own, 24), 1 << min(WEIGHT * other, 24)


@rule(CELL)
def cell(t: Vector, v: Vector, action: int) -> int:
    """Return the cell of a stone; -1 for the swap, and for the cells of a large board that no set can hold."""
    return action if action < min(t[SIZE] * t[SIZE], MOST_CELLS) else -1
