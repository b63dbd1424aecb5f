"""Breakthrough: bring one stone to the other edge."""

from ludarium.authoring import Facts, GameDefinition, Option

from classics.boards import Board, square
from classics.breakthrough.kernel import KERNEL, judge
from classics.stones import StoneGame


def moves(board: Board, seat: int) -> list[str]:
    """Return the name of each action, as in `a7-b6`; that of a step beside the board is empty."""
    numbers = {cell: name for cell, name in zip(board.cells, board.names, strict=True)}
    forward = 1 if seat else -1
    return [
        f"{name}-{numbers[column + side, row + forward]}" if (column + side, row + forward) in numbers else ""
        for (column, row), name in numbers.items()
        for side in (-1, 0, 1)
    ]


def two_rows(board: Board) -> tuple[int, int]:
    """Return the two rows of both seats at the start."""
    columns, cells = board.widths[0], len(board.cells)
    rows = (1 << 2 * columns) - 1
    return rows << (cells - 2 * columns), rows


RULES = StoneGame(
    board=lambda options: square(int(options["columns"]), int(options["rows"])),
    tables=lambda options, board: [board.widths[0], len(board.rows)],
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
