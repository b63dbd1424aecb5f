"""Grid Game: steer a whole army by one word a turn, let it gather into cities, and outlast the others."""

from ludarium.core.definition import Facts, GameDefinition
from ludarium.games.grid import notation, rules
from ludarium.games.grid.kernel import KERNEL
from ludarium.games.grid.options import OPTIONS

DEFINITION = GameDefinition(
    package=__name__,
    title="Grid Game",
    tagline="One word a turn steers your whole army: gather it into cities, and outlast the others.",
    facts=Facts(
        designer="Andrew Faraday",
        year=2019,
        category="simultaneous territory",
        source="Andrew Faraday, Extra game details (tournament conditions), October 2019",
        concepts=(
            "simultaneous turns",
            "sealed orders",
            "no chance",
            "square cells",
            "adding",
            "moving",
            "capturing",
            "combining",
            "elimination",
            "draws",
            "turn limit",
        ),
    ),
    options=OPTIONS,
    rules=rules,
    kernel=KERNEL,
    notation=notation,
    palette="armies",
    hints="what fights cost",
    keys=(("KeyW", "KeyD", "KeyS", "KeyA"), ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")),
)
