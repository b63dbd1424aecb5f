"""What can be chosen before a game of Orion begins."""

from ludarium.core.spec import Option

OPTIONS = (
    Option("game", "hydra", ("hydra",), "which game is played on the rotors"),
    Option("clicks", 3, range(1, 7), "the most clicks in a turn, once the opening turns of 1, 2, ... are over"),
    Option("reversal", "forbidden", ("forbidden", "allowed"), "whether a move may undo the opponent's last one"),
    Option("turn_limit", 500, range(10, 2001), "the game is a draw after so many turns"),
)
