"""Reversi on small boards, with the four stones of Othello in the middle."""

from ludarium.authoring import Facts, GameDefinition, Option, steps

from classics.boards import Board, square
from classics.reversi.kernel import KERNEL, judge
from classics.stones import StoneGame


def middle(board: Board) -> tuple[int, int]:
    """Return the four stones in the middle; X has those from the bottom left to the top right."""
    size = len(board.rows)
    first = (size // 2 - 1) * size + size // 2 - 1
    return 1 << first + 1 | 1 << first + size, 1 << first | 1 << first + size + 1


RULES = StoneGame(
    board=lambda options: square(int(options["size"]), int(options["size"])),
    tables=lambda options, board: [len(board.cells), *steps(board.widths[0], len(board.rows), board.steps)],
    start=middle,
    words=lambda board, seat: [*board.names, "pass"],
    judge=judge,
    endings=("{} has more stones", "a draw: equally many stones"),
    refuse="expected an empty cell from which a line of the other's stones is enclosed, or a pass if there is none",
    steps=lambda board: 2 * len(board.cells),
)
DEFINITION = GameDefinition(
    package=__name__,
    title="Reversi",
    tagline="Enclose lines of the other's stones and make them yours.",
    facts=Facts(
        "Lewis Waterman and John Mollett",
        1883,
        "territory",
        "rules of Othello, on boards of any even size",
        concepts=(
            "alternating turns",
            "passing",
            "no chance",
            "square cells",
            "adding",
            "territory",
            "points",
            "draws",
        ),
    ),
    options=(Option("size", 6, (4, 6, 8), "Cells along an edge of the board"),),
    rules=RULES,
    kernel=KERNEL,
    notation=RULES,
)
