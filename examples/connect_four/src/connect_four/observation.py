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


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Fill the planes in the order of `describe`."""
    columns, rows = t[COLUMNS], t[ROWS]
    cells, taken = columns * rows, v[STONES] | v[STONES + 1]
    for column in range(columns):
        for row in range(rows):
            bit, place = column * rows + row, (rows - 1 - row) * columns + column
            out[place] = v[STONES + seat] >> bit & 1
            out[cells + place] = v[STONES + 1 - seat] >> bit & 1
            lies = row == 0 or taken >> (bit - 1) & 1 == 1
            out[2 * cells + place] = lies and taken >> bit & 1 == 0
    out[3 * cells :] = v[RESULT] == 0 and v[MOVER] == seat
