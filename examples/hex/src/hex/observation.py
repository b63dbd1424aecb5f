"""The observation of Hex: planes of the cells, the seat's stones first."""

from ludarium.authoring import OBSERVE, Observation, Part, Singles, Vector, rule

from hex.kernel import EMPTY, MOVER, PLACE, SIZE, STONE, SWAP, WINNER


def describe(t: Vector) -> Observation:
    """Describe the planes, which have the size of the board."""
    parts = (
        Part("own stones", "1 on the seat's stones", whole=True),
        Part("other stones", "1 on the opponent's stones", whole=True),
        Part("side", "1 for X, who links top and bottom, 0 for O, who links left and right", whole=True, filled=True),
        Part("to move", "1 if the seat is to move", whole=True, filled=True),
        Part("swap", "1 if the swap is legal", whole=True, filled=True),
    )
    size = int(t[SIZE])
    turned = tuple(range(size * size - 1, -1, -1))
    return Observation(observe, parts, (size, size), symmetries=(turned,), actions=((*turned, size * size),))


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Fill the planes in the order of `describe`."""
    size, cells = t[SIZE], t[SIZE] * t[SIZE]
    own, other = STONE << 3 * seat, STONE << 3 * (1 - seat)
    for row in range(size):
        first = t[PLACE + row * size]
        for column in range(size):  # which lie side by side, so that the compiler reads several at once
            held, cell = v[first + column], row * size + column
            out[cell] = held & own != 0
            out[cells + cell] = held & other != 0
    out[2 * cells : 3 * cells] = seat == 0
    out[3 * cells : 4 * cells] = v[WINNER] == 0 and v[MOVER] == seat
    out[4 * cells :] = t[SWAP] and v[MOVER] == 1 and v[EMPTY] == cells - 1
