"""Yavalath: four in a row win, three lose."""

from ludarium.authoring import Facts, GameDefinition, Option

from classics.boards import hexagon
from classics.stones import StoneGame, cells, empty
from classics.yavalath.kernel import KERNEL, judge

RULES = StoneGame(
    board=lambda options: hexagon(int(options["size"])),
    tables=lambda options, board: [
        len(board.lines(4)),
        len(board.lines(3)),
        *board.lines(4),
        *board.lines(3),
    ],
    start=empty,
    words=cells,
    judge=judge,
    endings=("{} has won by three or four in a row", "a draw: the board is full"),
    refuse="expected an empty cell",
)
DEFINITION = GameDefinition(
    package=__name__,
    title="Yavalath",
    tagline="Make four in a row, but not three before.",
    facts=Facts(
        "Ludi, a program of Cameron Browne",
        2007,
        "line",
        "C. Browne, Automatic Generation and Evaluation of Recombination Games, 2008",
        concepts=("alternating turns", "no chance", "hexagonal cells", "adding", "line", "draws"),
    ),
    options=(Option("size", 5, range(3, 6), "Cells along an edge of the board"),),
    rules=RULES,
    kernel=KERNEL,
    notation=RULES,
)
