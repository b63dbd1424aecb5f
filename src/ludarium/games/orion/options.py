"""The options of Orion."""

from ludarium.core.spec import Option

OPTIONS = (
    Option("game", "hydra", ("hydra",), "Game played on the rotors"),
    Option("rows", 5, range(3, 6), "Rows of rotors"),
    Option("columns", 5, range(3, 6), "Rotors in a row"),
    Option("clicks", 3, range(1, 7), "Clicks in a turn, after the opening turns of 1, 2, ... clicks"),
    Option(
        "reversal",
        "forbidden",
        ("forbidden", "allowed"),
        "Turns that restore the position before the opponent's",
        words=("no turn undoes the opponent's", "a turn may undo the opponent's"),
    ),
    Option("turn_limit", 500, range(10, 2001), "Turns after which the game is a draw"),
)
