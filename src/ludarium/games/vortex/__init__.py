"""Vortex: race your tokens down the spiral, bump your rivals, and count what you risk."""

from ludarium.core.definition import Facts, GameDefinition
from ludarium.games.vortex import notation, rules
from ludarium.games.vortex.kernel import KERNEL
from ludarium.games.vortex.options import OPTIONS

DEFINITION = GameDefinition(
    package=__name__,
    title="Vortex",
    tagline="Race your tokens down the spiral to the centre, and bump your rivals back to their start.",
    facts=Facts(
        designer="the author of Vortex95, whom the source does not name",
        year=1995,
        category="race",
        similar=("ludo",),
        ages="3 and up",
        duration="less than a minute to over an hour",
        tip="two people and two bots",
        source="VoRTeX Mechanics, an abridged help file of Vortex95",
        concepts=(
            "alternating turns",
            "chance",
            "dice",
            "spiral",
            "square cells",
            "moving",
            "bumping",
            "race",
            "points",
            "draws",
            "turn limit",
        ),
    ),
    options=OPTIONS,
    rules=rules,
    kernel=KERNEL,
    notation=notation,
    palette="water",
    hints="how many rolls of rivals could bump a token",
)
