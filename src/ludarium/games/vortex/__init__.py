"""Vortex: race your tokens down the spiral, bump your rivals, and count what you risk."""

from ludarium.core.kit import Facts, Kit
from ludarium.games.vortex import notation, rules
from ludarium.games.vortex.kernel import KERNEL
from ludarium.games.vortex.options import OPTIONS

KIT = Kit(
    package=__name__,
    title="Vortex",
    tagline="Race your tokens down the spiral to the centre, and bump your rivals back to their start.",
    facts=Facts(
        designer="the author of Vortex95, whom the source does not name",
        year=1995,
        category="race",
        similar=("ludo",),
        source="VoRTeX Mechanics, an abridged help file of Vortex95",
    ),
    options=OPTIONS,
    rules=rules,
    kernel=KERNEL,
    notation=notation,
)
