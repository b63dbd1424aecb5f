"""What Vortex offers to a solver: the canonical form of its positions."""

from ludarium.core.kernel import Vector, rule
from ludarium.games.vortex.kernel import FIRST, SEATS, TURNS
from ludarium.solve.canonical import CANONICAL

LEFT_OUT = "the limit of turns"


@rule(CANONICAL)
def canonical(t: Vector, v: Vector) -> None:
    """Forget the number of turns, but for those in a round."""
    if v[FIRST] >= 0:
        v[TURNS] %= t[SEATS]
