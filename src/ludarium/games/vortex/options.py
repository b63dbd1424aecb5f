"""The options of Vortex."""

from ludarium.boards.spirals import Round, Spiral, Square
from ludarium.core.spec import Option

SIDES, RINGS = (3, 5, 7, 9), (2, 3, 4)
BOARDS: dict[str, Spiral] = {
    **{f"square{side}": Square(side) for side in SIDES},
    **{f"round{rings}": Round(rings) for rings in RINGS},
}
"""The boards by name: squares with the length of a side, round boards with the number of rings."""

OBJECTIVES = ("win", "points")
"""What a player can play for; the kernel has their numbers."""

OPTIONS = (
    Option("players", 2, range(1, 5), "Number of players"),
    Option(
        "board",
        "square5",
        tuple(BOARDS),
        "Square board with cells per side, or round board with rings",
        words=(*(f"{side} by {side} cells" for side in SIDES), *(f"round, {rings} rings" for rings in RINGS)),
    ),
    Option("die", 6, range(2, 13), "Sides of the die"),
    Option("tokens", 4, range(1, 5), "Tokens of each player"),
    Option(
        "objective",
        "win",
        OBJECTIVES,
        "What is played for: to win, or the winner's score, ten times the lead in points",
        words=("for the win", "for the score"),
    ),
    Option("turn_limit", 2000, range(10, 10_001), "Turns of each player after which the game ends without a winner"),
)
