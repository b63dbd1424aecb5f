"""Throngs: two moves a turn, stones that travel as far as their friends outnumber their enemies, most of the board."""

from ludarium.core.definition import Facts, GameDefinition
from ludarium.games.throngs import notation, rules
from ludarium.games.throngs.kernel import KERNEL
from ludarium.games.throngs.options import OPTIONS

DEFINITION = GameDefinition(
    package=__name__,
    title="Throngs",
    tagline="Where your stones outnumber the enemy's they leap; two moves a turn, and most of the board wins.",
    facts=Facts(
        designer="Dale W. Walton",
        year=2019,
        category="territory",
        source="The game's page at the Ludii portal, entry of 18 November 2019",
        concepts=(
            "alternating turns",
            "several actions a turn",
            "passing",
            "no chance",
            "hexagonal cells",
            "adding",
            "moving",
            "hopping",
            "capturing",
            "territory",
            "points",
            "draws",
            "turn limit",
        ),
    ),
    options=OPTIONS,
    rules=rules,
    kernel=KERNEL,
    notation=notation,
    palette="jade",
    hints="influence (your stones at a space and beside it, less the opponent's), and how far stones may travel",
    overlay="territory as the points count it",
)
