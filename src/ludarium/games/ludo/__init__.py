"""Multiplication Ludo: multiply your way from 1 to exactly 120, four times."""

from ludarium.core.definition import Facts, GameDefinition
from ludarium.games.ludo import notation, rules
from ludarium.games.ludo.kernel import KERNEL
from ludarium.games.ludo.options import OPTIONS

DEFINITION = GameDefinition(
    package=__name__,
    title="Multiplication Ludo",
    tagline="Multiply a marker's position by the roll of the die, and bring all your markers to exactly 120.",
    facts=Facts(
        designer="James Russo",
        year=2018,
        publisher="Prime Number, The Mathematical Association of Victoria",
        category="race",
        similar=("vortex",),
        source="Alistair Lloyd, Auto120, part 1: description of the problem, 2020",
        links=("https://www.researchgate.net/publication/326571291_Get_your_game_on_Multiplication_Ludo",),
        concepts=("alternating turns", "chance", "dice", "track", "moving", "bumping", "race", "draws", "turn limit"),
    ),
    options=OPTIONS,
    rules=rules,
    kernel=KERNEL,
    notation=notation,
    palette="island",
    hints="the rolls that lead to the goal",
)
