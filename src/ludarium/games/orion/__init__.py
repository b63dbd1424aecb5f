"""Orion and its game Hydra: turn the rotors until your pieces chain the top of the board to the bottom."""

from ludarium.core.definition import Facts, GameDefinition
from ludarium.games.orion import notation, rules
from ludarium.games.orion.kernel import KERNEL
from ludarium.games.orion.options import OPTIONS

DEFINITION = GameDefinition(
    package=__name__,
    title="Orion: Hydra",
    tagline="Turn the wheels, carry a piece from one to the next, and chain the top of the board to the bottom.",
    facts=Facts(
        designer="Parker Brothers (Orion); Hydra as played on Cameron Browne's server",
        year=1971,
        publisher="Parker Brothers",
        category="connection",
        similar=("hex",),
        source="Cameron Browne, help page of the network Orion server, December 2003",
        links=("http://www.hasbro.com/common/instruct/Orion.PDF", "http://www.ludism.org/orion/"),
        concepts=(
            "alternating turns",
            "several actions a turn",
            "passing",
            "no chance",
            "rotors",
            "moving",
            "turning the board",
            "connection",
            "draws",
            "repetition",
            "turn limit",
        ),
    ),
    options=OPTIONS,
    rules=rules,
    kernel=KERNEL,
    notation=notation,
)
