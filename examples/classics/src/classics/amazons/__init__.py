"""Amazons on small boards: move, shoot, and be the last who can."""

from ludarium.authoring import Facts, GameDefinition, Option, steps

from classics.amazons.kernel import KERNEL, judge
from classics.boards import Board, square
from classics.stones import StoneGame


def moves(board: Board, seat: int) -> list[str]:
    """Return the name of each action: `a1-b2` for a move, `c3` for an arrow."""
    names = board.names
    return [*(f"{start}-{end}" for start in names for end in names), *names]


def amazons(board: Board) -> tuple[int, int]:
    """Return four amazons of each seat as on the large board: two on its own edge, two on the sides."""
    size = len(board.rows)
    bits = {cell: 1 << number for number, cell in enumerate(board.cells)}
    inner, side = max(1, size // 3), size // 3
    top = [(inner, 0), (size - 1 - inner, 0), (0, side), (size - 1, side)]
    above = sum(bits[cell] for cell in top)
    return sum(bits[column, size - 1 - row] for column, row in top), above


RULES = StoneGame(
    board=lambda options: square(int(options["size"]), int(options["size"])),
    tables=lambda options, board: [len(board.cells), *steps(board.widths[0], len(board.rows), board.steps)],
    start=amazons,
    words=moves,
    judge=judge,
    endings=("{} has made the last move", ""),
    refuse="expected a move of one's own amazon like a queen in chess, then an arrow that flies so",
    steps=lambda board: 2 * len(board.cells),
    others="#",
    more=2,
)
DEFINITION = GameDefinition(
    package=__name__,
    title="Amazons",
    tagline="Move an amazon, burn a cell with its arrow, and be the last who can move.",
    facts=Facts(
        "Walter Zamkauskas",
        1988,
        "territory",
        "rules of the Game of the Amazons, on small boards",
        concepts=("alternating turns", "several actions a turn", "no chance", "square cells", "moving", "adding"),
    ),
    options=(Option("size", 6, range(4, 9), "Cells along an edge of the board"),),
    rules=RULES,
    kernel=KERNEL,
    notation=RULES,
)
