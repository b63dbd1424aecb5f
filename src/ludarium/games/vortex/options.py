"""What can be chosen before a game of Vortex begins."""

from ludarium.boards.spirals import Round, Spiral, Square
from ludarium.core.spec import Option

BOARDS: dict[str, Spiral] = {
    **{f"square{side}": Square(side) for side in (3, 5, 7, 9)},
    **{f"round{rings}": Round(rings) for rings in (2, 3, 4)},
}
"""The boards by name: squares by their side, round ones by their rings."""

OPTIONS = (
    Option("players", 2, range(1, 5), "how many play"),
    Option(
        "board", "square5", tuple(BOARDS), "a square with so many cells to a side, or a round board of so many rings"
    ),
    Option("die", 6, range(2, 13), "how many sides the die has"),
    Option("tokens", 4, range(1, 5), "how many tokens each player has"),
    Option("turn_limit", 2000, range(10, 10_001), "the game ends without a winner after so many turns of each player"),
)
