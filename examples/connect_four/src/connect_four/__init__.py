"""Connect Four: let stones fall into the columns, and be the first to have four in a row."""

from ludarium.authoring import Facts, GameDefinition

from connect_four import notation, rules
from connect_four.kernel import KERNEL
from connect_four.options import OPTIONS

DEFINITION = GameDefinition(
    package=__name__,
    title="Connect Four",
    tagline="Let your stones fall into the columns of an upright board, and be the first with four in a row.",
    facts=Facts(
        designer="Howard Wexler and Ned Strongin",
        year=1974,
        publisher="Milton Bradley",
        category="line",
        similar=("hex",),
        source="James D. Allen, The Complete Book of Connect 4, 2010",
        concepts=("alternating turns", "no chance", "square cells", "adding", "line", "draws"),
    ),
    options=OPTIONS,
    rules=rules,
    kernel=KERNEL,
    notation=notation,
)
