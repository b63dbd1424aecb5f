"""Clobber: capture a neighbour each turn, as long as you can."""

from ludarium.authoring import Facts, GameDefinition, Option, steps

from classics.boards import STRAIGHT, Board, square
from classics.clobber.kernel import KERNEL, judge
from classics.stones import StoneGame


def moves(board: Board, seat: int) -> list[str]:
    """Return the name of each action, as in `a1-b1`; that of a step beside the board is empty."""
    return board.moves(STRAIGHT)


def chequered(board: Board) -> tuple[int, int]:
    """Return stones on all cells, by turns."""
    even = sum(1 << number for number, (column, row) in enumerate(board.cells) if (column + row) % 2 == 0)
    return even, (1 << len(board.cells)) - 1 - even


RULES = StoneGame(
    board=lambda options: square(int(options["columns"]), int(options["rows"])),
    tables=lambda options, board: [len(board.cells), *steps(board.widths[0], len(board.rows), STRAIGHT)],
    start=chequered,
    words=moves,
    judge=judge,
    endings=("{} has made the last move", ""),
    refuse="expected a stone of one's own and a neighbouring one of the other",
)
DEFINITION = GameDefinition(
    package=__name__,
    title="Clobber",
    tagline="Capture a neighbouring stone each turn; who cannot, loses.",
    facts=Facts(
        "Michael Albert, J. P. Grossman and Richard Nowakowski",
        2001,
        "blocking",
        "M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber, 2005",
        concepts=("alternating turns", "no chance", "square cells", "moving", "capturing"),
    ),
    options=(
        Option("columns", 5, range(1, 9), "Columns of the board"),
        Option("rows", 6, range(1, 9), "Rows of the board"),
    ),
    rules=RULES,
    kernel=KERNEL,
    notation=RULES,
)
