"""The observation of Connect Four: planes of the cells, the seat's stones first."""

from ludarium.authoring import OBSERVE, Observation, Part, Singles, Vector, rule

from connect_four.kernel import COLUMNS, MOVER, RESULT, ROWS, STONES


def describe(t: Vector) -> Observation:
    """Describe the planes, which have the size of the board; the top row comes first."""
    parts = (
        Part("own stones", "1 on the seat's stones", whole=True),
        Part("other stones", "1 on the opponent's stones", whole=True),
        Part("next", "1 where a stone would lie", whole=True),
        Part("to move", "1 if the seat is to move", whole=True, filled=True),
    )
    columns, rows = int(t[COLUMNS]), int(t[ROWS])
    mirrored = tuple(row * columns + column for row in range(rows) for column in reversed(range(columns)))
    actions = tuple(reversed(range(columns)))
    return Observation(observe, parts, (rows, columns), symmetries=(mirrored,), actions=(actions,))


@rule()
def fill_plane(bits, columns, rows, out: Singles) -> None:
    """Fill a plane with 1 on the cells of a set, the top row first."""
    for row in range(rows):
        for column in range(columns):
            out[row * columns + column] = bits >> (column * rows + rows - 1 - row) & 1


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Fill the planes in the order of `describe`."""
    columns, rows, taken = t[COLUMNS], t[ROWS], v[STONES] | v[STONES + 1]
    cells, lowest = columns * rows, 0
    for column in range(columns):
        lowest |= 1 << column * rows
    fill_plane(v[STONES + seat], columns, rows, out[:cells])
    fill_plane(v[STONES + 1 - seat], columns, rows, out[cells:])
    fill_plane((taken << 1 | lowest) & ~taken, columns, rows, out[2 * cells :])
    out[3 * cells :] = v[RESULT] == 0 and v[MOVER] == seat
