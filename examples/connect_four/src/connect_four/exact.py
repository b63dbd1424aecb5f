"""What Connect Four offers to a solver: one of two mirrored boards, and one end for all games with the same result."""

from ludarium.authoring import CANONICAL, Vector, rule

from connect_four.kernel import COLUMNS, MOVER, RESULT, ROWS, STONES


@rule()
def mirrored(t: Vector, stones):
    """Return the stones of the board whose columns stand in the reverse order."""
    rows, found = t[ROWS], stones & 0
    column = (1 << rows) - 1
    for number in range(t[COLUMNS]):
        found |= (stones >> number * rows & column) << (t[COLUMNS] - 1 - number) * rows
    return found


@rule(CANONICAL)
def canonical(t: Vector, v: Vector) -> None:
    """Mirror the board if its stones are then a smaller number; forget the stones at the end."""
    if v[RESULT]:
        v[STONES], v[STONES + 1], v[MOVER] = 0, 0, 0
        return
    x, o = mirrored(t, v[STONES]), mirrored(t, v[STONES + 1])
    if x < v[STONES] or (x == v[STONES] and o < v[STONES + 1]):
        v[STONES], v[STONES + 1] = x, o
