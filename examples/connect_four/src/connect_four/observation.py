"""The observation of Connect Four: planes of the cells, the seat's stones first."""

from ludarium.authoring import OBSERVE, Observation, Part, Singles, Vector, rule, unpack_bits

from connect_four.kernel import CELLS, COLUMNS, MOVER, RESULT, ROWS, STONES


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


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Fill the planes in the order of `describe`."""
    columns, rows, taken = t[COLUMNS], t[ROWS], v[STONES] | v[STONES + 1]
    cells, lowest = t[CELLS:], 0
    size = len(cells)
    for column in range(columns):
        lowest |= 1 << column * rows
    unpack_bits(v[STONES + seat], cells, out[:size])
    unpack_bits(v[STONES + 1 - seat], cells, out[size : 2 * size])
    unpack_bits((taken << 1 | lowest) & ~taken, cells, out[2 * size : 3 * size])
    out[3 * size :] = v[RESULT] == 0 and v[MOVER] == seat
