"""What Multiplication Ludo offers to a solver: the canonical form of its positions."""

from ludarium.core.kernel import Vector, rule
from ludarium.games.ludo.kernel import MARKERS, PLACES, SEATS, TURN
from ludarium.solve.canonical import CANONICAL

LEFT_OUT = "the limit of turns"


@rule(CANONICAL)
def canonical(t: Vector, v: Vector) -> None:
    """Sort the markers of each seat, and forget the number of turns."""
    v[TURN] = 0
    each = t[MARKERS]
    for seat in range(t[SEATS]):
        first = PLACES + seat * each
        for last in range(first + 1, first + each):
            place, to = v[last], last
            while to > first and v[to - 1] > place:
                v[to] = v[to - 1]
                to -= 1
            v[to] = place
