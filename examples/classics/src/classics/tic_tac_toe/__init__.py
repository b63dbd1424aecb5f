"""Tic-tac-toe: three in a row."""

from ludarium.authoring import Facts, GameDefinition

from classics.boards import square
from classics.stones import StoneGame, cells, empty
from classics.tic_tac_toe.kernel import KERNEL, judge

RULES = StoneGame(
    board=lambda options: square(3, 3),
    tables=lambda options, board: [len(board.lines(3)), *board.lines(3)],
    start=empty,
    words=cells,
    judge=judge,
    endings=("three {}'s in a row", "a draw: the board is full"),
    refuse="expected an empty cell",
)
DEFINITION = GameDefinition(
    package=__name__,
    title="Tic-tac-toe",
    tagline="Be the first with three in a row, on a board of nine cells.",
    facts=Facts(
        "nobody knows",
        -1300,
        "line",
        "folklore",
        concepts=("alternating turns", "no chance", "square cells", "adding", "line", "draws"),
    ),
    options=(),
    rules=RULES,
    kernel=KERNEL,
    notation=RULES,
)
