"""A canonical form that sends the first seat back to its start, which changes what can be expected."""

from ludarium.core.kernel import Vector, rule
from ludarium.solve.canonical import CANONICAL


@rule(CANONICAL)
def canonical(t: Vector, v: Vector) -> None:
    v[2] = 0
