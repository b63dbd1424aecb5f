"""Y: link all three sides."""

from ludarium.authoring import Facts, GameDefinition, Option

from classics.boards import Board, triangle
from classics.stones import StoneGame, cells, empty
from classics.y.kernel import KERNEL, judge


def sides(board: Board) -> list[int]:
    """Return the bits of the left side, the right side and the bottom."""
    last = len(board.rows) - 1
    tests = (lambda c, r: c == 0, lambda c, r: c == r, lambda c, r: r == last)
    return [sum(1 << n for n, cell in enumerate(board.cells) if test(*cell)) for test in tests]


RULES = StoneGame(
    board=lambda options: triangle(int(options["size"])),
    tables=lambda options, board: [*sides(board), *board.around()],
    start=empty,
    words=cells,
    judge=judge,
    endings=("{} links all three sides", ""),
    refuse="expected an empty cell",
)
DEFINITION = GameDefinition(
    package=__name__,
    title="Y",
    tagline="Link all three sides of a triangle with your stones.",
    facts=Facts(
        "Claude Shannon",
        1953,
        "connection",
        "C. Schensted, C. Titus, Mudcrack Y and Poly-Y, 1975",
        similar=("hex",),
        concepts=("alternating turns", "no chance", "hexagonal cells", "adding", "connection"),
    ),
    options=(Option("size", 8, range(2, 11), "Cells along a side of the board"),),
    rules=RULES,
    kernel=KERNEL,
    notation=RULES,
)
