"""Breakthrough: bring one stone to the other edge."""

from ludarium.authoring import Facts, GameDefinition, Option, steps

from classics.boards import Board, square
from classics.breakthrough.kernel import KERNEL, judge
from classics.stones import StoneGame

WAYS = ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1))
"""The steps of seat 0, then those of seat 1, so that the opposite of a way is as far from the end."""


def moves(board: Board, seat: int) -> list[str]:
    """Return the name of each action, as in `a7-b6`; that of a step beside the board is empty."""
    return board.moves(WAYS[3 * seat : 3 * seat + 3])


def two_rows(board: Board) -> tuple[int, int]:
    """Return the two rows of both seats at the start."""
    columns, cells = board.widths[0], len(board.cells)
    rows = (1 << 2 * columns) - 1
    return rows << (cells - 2 * columns), rows


RULES = StoneGame(
    board=lambda options: square(int(options["columns"]), int(options["rows"])),
    tables=lambda options, board: [len(board.cells), board.widths[0], *steps(board.widths[0], len(board.rows), WAYS)],
    start=two_rows,
    words=moves,
    judge=judge,
    endings=("{} has broken through", ""),
    refuse="expected a step of one's own stone: straight to an empty cell, or diagonally not upon one's own",
    steps=lambda board: 2 * len(board.cells) * len(board.rows),
)
DEFINITION = GameDefinition(
    package=__name__,
    title="Breakthrough",
    tagline="Move your stones forward, and be the first with one at the other edge.",
    facts=Facts(
        "Dan Troyka",
        2000,
        "race",
        "About.com's 8x8 game design competition, 2001",
        concepts=("alternating turns", "no chance", "square cells", "moving", "capturing"),
    ),
    options=(
        Option("columns", 8, range(2, 9), "Columns of the board"),
        Option("rows", 8, range(4, 9), "Rows of the board"),
    ),
    rules=RULES,
    kernel=KERNEL,
    notation=RULES,
)
