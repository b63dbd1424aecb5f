"""Havannah: a ring, a bridge or a fork."""

from ludarium.authoring import Facts, GameDefinition, Option

from classics.boards import Board, hexagon
from classics.havannah.kernel import KERNEL, judge
from classics.stones import StoneGame, cells, empty


def shores(board: Board) -> list[int]:
    """Return the bits of the border, of each corner, and of each edge without its corners."""
    around = [board.next_to(cell) for cell in board.cells]
    missing = [tuple(side for side, cell in enumerate(next_to) if cell < 0) for next_to in around]
    corners = [1 << number for number, gone in enumerate(missing) if len(gone) == 3]
    edges: dict[tuple[int, ...], int] = {}
    for number, gone in enumerate(missing):
        if len(gone) == 2:
            edges[gone] = edges.get(gone, 0) | 1 << number
    border = sum(1 << number for number, gone in enumerate(missing) if gone)
    return [border, *corners, *([*edges.values()] + [0] * 6)[:6]]


RULES = StoneGame(
    board=lambda options: hexagon(int(options["size"])),
    tables=lambda options, board: [*shores(board), *board.around()],
    start=empty,
    words=cells,
    judge=judge,
    endings=("{} has a ring, a bridge or a fork", "a draw: the board is full"),
    refuse="expected an empty cell",
)
DEFINITION = GameDefinition(
    package=__name__,
    title="Havannah",
    tagline="Make a ring, link two corners, or link three edges.",
    facts=Facts(
        "Christian Freeling",
        1979,
        "connection",
        "C. Freeling, Havannah, mindsports.nl",
        similar=("hex",),
        concepts=("alternating turns", "no chance", "hexagonal cells", "adding", "connection", "draws"),
    ),
    options=(Option("size", 4, range(2, 6), "Cells along an edge of the board"),),
    rules=RULES,
    kernel=KERNEL,
    notation=RULES,
)
