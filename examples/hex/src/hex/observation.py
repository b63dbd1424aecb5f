"""What a learner sees of Hex: the cells as planes, the seat's stones first."""

from ludarium.core.kernel import OBSERVE, Singles, Vector, rule
from ludarium.core.observation import Observation, Part

from hex.kernel import EMPTY, MOVER, PLACE, SIZE, STONE, SWAP, WINNER


def describe(t: Vector) -> Observation:
    """The planes, whatever the options; their size is that of the board."""
    parts = (
        Part("own stones", "the seat's", whole=True),
        Part("other stones", "the opponent's", whole=True),
        Part("side", "1 everywhere for X, who links top and bottom, 0 for O, who links left and right", whole=True),
        Part("to move", "whether it is the seat's turn", whole=True),
        Part("swap", "whether the swap may be played", whole=True),
    )
    return Observation(observe, parts, (int(t[SIZE]), int(t[SIZE])))


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """The planes in the order in which they are described."""
    cells = t[SIZE] * t[SIZE]
    own, other = STONE << 3 * seat, STONE << 3 * (1 - seat)
    for cell in range(cells):
        held = v[t[PLACE + cell]]
        out[cell] = held & own != 0
        out[cells + cell] = held & other != 0
    out[2 * cells : 3 * cells] = seat == 0
    out[3 * cells : 4 * cells] = v[WINNER] == 0 and v[MOVER] == seat
    out[4 * cells :] = t[SWAP] and v[MOVER] == 1 and v[EMPTY] == cells - 1
