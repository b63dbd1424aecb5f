"""The options of Multiplication Ludo."""

from ludarium.core.spec import Option

OPTIONS = (
    Option("players", 2, range(2, 5), "Number of players"),
    Option("markers", 4, range(1, 5), "Markers of each player"),
    Option(
        "goal",
        120,
        (24, 30, 36, 48, 60, 72, 80, 90, 96, 100, 120, 144, 180, 240, 360),
        "Position that every marker must land on exactly",
    ),
    Option("die", 6, (6, 8, 10, 12), "Faces of the die"),
    Option("turn_limit", 5000, range(10, 5001), "Turns of each player after which the game is a draw"),
)
