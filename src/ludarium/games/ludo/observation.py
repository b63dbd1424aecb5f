"""What a learner sees of Multiplication Ludo: markers and the roll, those of the seat first."""

from ludarium.core.kernel import OBSERVE, Singles, Vector, rule
from ludarium.core.observation import Observation, Part
from ludarium.games.ludo.kernel import (
    DIE,
    EFFORT,
    GOAL,
    LIMIT,
    MARKERS,
    MOVER,
    NOBODY,
    PLACES,
    ROLL,
    SEATS,
    TURN,
)


def describe(t: Vector) -> Observation:
    """The numbers, of which there are more with more players, markers or faces of the die."""
    seats, markers = int(t[SEATS]), int(t[MARKERS])
    furthest = float(t[EFFORT:].max()) / 1000
    parts = (
        Part("own markers", "where each stands, as a part of the goal", markers),
        Part("others' markers", "the same of the player who is next, and so on around", (seats - 1) * markers),
        Part("own rolls", "the rolls that each needs to the goal, if it may wait for good ones", markers, 0, furthest),
        Part("others' rolls", "the same of the others' markers", (seats - 1) * markers, 0, furthest),
        Part("roll", "2, 3, ... to the faces of the die; nothing before the roll", int(t[DIE]) - 1, whole=True),
        Part("turn", "whose it is: the seat's, the next one's, and so on; nobody's before the draw", seats, whole=True),
        Part("turns", "those that were played, as a part of the most that there may be"),
    )
    return Observation(observe, parts)


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """The numbers in the order in which they are described."""
    seats, each = t[SEATS], t[MARKERS]
    everybody = seats * each
    for i in range(everybody):
        place = v[PLACES + (seat * each + i) % everybody]
        out[i] = place / t[GOAL]
        out[everybody + i] = t[EFFORT + place] / 1000
    at = 2 * everybody
    for face in range(2, t[DIE] + 1):
        out[at + face - 2] = v[ROLL] == face
    at += t[DIE] - 1
    for ahead in range(seats):
        out[at + ahead] = v[MOVER] != NOBODY and v[MOVER] == (seat + ahead) % seats
    out[at + seats] = v[TURN] / t[LIMIT]
