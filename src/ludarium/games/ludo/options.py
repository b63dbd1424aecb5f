"""What can be chosen before a game of Multiplication Ludo begins."""

from ludarium.core.spec import Option

OPTIONS = (
    Option("players", 2, range(2, 5), "how many play"),
    Option("markers", 4, range(1, 5), "the markers of each player"),
    Option(
        "goal",
        120,
        (24, 30, 36, 48, 60, 72, 80, 90, 96, 100, 120, 144, 180, 240, 360),
        "the position that every marker must land on exactly",
    ),
    Option("die", 6, (6, 8, 10, 12), "how many faces the die has"),
    Option("turn_limit", 5000, range(10, 5001), "the game is a draw after so many turns of each player"),
)
