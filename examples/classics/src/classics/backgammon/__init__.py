"""Backgammon: bring all checkers home and off the board, by two dice."""

from ludarium.authoring import Facts, GameDefinition, Option

from classics.backgammon import notation, rules
from classics.backgammon.kernel import KERNEL

DEFINITION = GameDefinition(
    package=__name__,
    title="Backgammon",
    tagline="Bring all your checkers home and off the board, by two dice.",
    facts=Facts(
        "unknown",
        1743,
        "race",
        "The rules as E. Hoyle described them in 1743 and the World Backgammon Federation plays them, without the cube",
        concepts=(
            "alternating turns", "several actions a turn", "chance", "dice", "track", "moving", "bumping", "race",
            "draws", "turn limit",
        ),
    ),
    options=(
        Option("gammons", "on", ("on", "off"), "Whether gammons count twice and backgammons three times"),
        Option("turn_limit", 1000, range(50, 2001), "Turns after which the game is a draw"),
    ),
    rules=rules,
    kernel=KERNEL,
    notation=notation,
)  # fmt: skip
