"""Hex: link your two edges with a chain, before your opponent links theirs."""

from ludarium.authoring import Facts, GameDefinition

from hex import notation, rules
from hex.kernel import KERNEL
from hex.options import OPTIONS

DEFINITION = GameDefinition(
    package=__name__,
    title="Hex",
    tagline="Link your two edges of the board with a chain of stones, before your opponent links the other two.",
    facts=Facts(
        designer="Piet Hein, and again John Nash",
        year=1942,
        publisher="Politiken, as Polygon",
        category="connection",
        similar=("orion", "throngs"),
        source="Martin Gardner, Mathematical Games, Scientific American, July 1957",
        concepts=("alternating turns", "no chance", "hexagonal cells", "adding", "swap", "connection"),
    ),
    options=OPTIONS,
    rules=rules,
    kernel=KERNEL,
    notation=notation,
)
