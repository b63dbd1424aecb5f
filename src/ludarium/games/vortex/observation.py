"""The observation of Vortex: the number of each player's tokens on every cell of the seat's own path."""

from ludarium.core.kernel import OBSERVE, Singles, Vector, rule
from ludarium.core.observation import Observation, Part
from ludarium.games.vortex.kernel import (
    AHEAD,
    DIE,
    EACH,
    FIRST,
    LAST,
    LIMIT,
    ROLL,
    SEATS,
    SEEN,
    TOKENS,
    TURNS,
    WIDTH,
)


def describe(t: Vector) -> Observation:
    """Describe the numbers; there are more with more players, cells or sides of the die."""
    seats, cells = int(t[SEATS]), int(t[LAST]) + 1
    parts = (
        Part("own tokens", "tokens at the start and on every cell of the path, divided by the option `tokens`", cells),
        *(
            Part(f"{name} rival's tokens", "the same on their own start and on the cells of the seat's path", cells)
            for name in ("next", "second", "third")[: seats - 1]
        ),
        Part("roll", "one-hot from 1 to the sides of the die; all 0 before the roll", int(t[DIE]), whole=True),
        Part("turn", "one-hot: whose turn it is, the seat first; all 0 before the draw", seats, whole=True),
        Part("round", "turns taken in this round, divided by the number of players"),
        Part("turns", "turns taken, divided by the turn limit of all players together"),
    )
    return Observation(observe, parts)


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Fill the numbers in the order of `describe`; the turn passes from a seat to the one before it."""
    seats, each, cells = t[SEATS], t[EACH], t[LAST] + 1
    at = seats * cells
    out[:at] = 0
    for after in range(seats):
        player = (seat - after) % seats
        path = SEEN + WIDTH * t[AHEAD + 4 * player + seat]
        for place in range(TOKENS + player * each, TOKENS + (player + 1) * each):
            cell = v[place]
            if 0 < cell < t[LAST]:
                cell = t[path + cell]
            out[after * cells + cell] += 1
    for i in range(at):
        out[i] /= each
    for side in range(t[DIE]):
        out[at + side] = v[ROLL] == side + 1
    at += t[DIE]
    for after in range(seats):
        out[at + after] = v[FIRST] >= 0 and (v[FIRST] - v[TURNS]) % seats == (seat - after) % seats
    out[at + seats] = v[TURNS] % seats / seats
    out[at + seats + 1] = v[TURNS] / (t[LIMIT] * seats)
