"""The observation of Multiplication Ludo: the markers, one by one and counted, those of the seat first, and the roll.

The counts are for learning: neighbours such as 9 and 10 differ much in value, which a network hardly learns from one
number for the position.
"""

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


@rule()
def is_position(t: Vector, place: int) -> bool:
    """Return whether a marker can be on this number."""
    return bool(t[EFFORT + place] > 0 or place == t[GOAL])


def describe(t: Vector) -> Observation:
    """Describe the numbers; there are more with more players, markers or faces of the die."""
    seats, markers = int(t[SEATS]), int(t[MARKERS])
    furthest = float(t[EFFORT:].max()) / 1000
    on_board = sum(is_position(t, place) for place in range(1, int(t[GOAL]) + 1))
    parts = (
        Part("own markers", "position of each marker, divided by the goal", markers),
        Part("others' markers", "the same for the other seats, from the next one on", (seats - 1) * markers),
        Part(
            "own rolls", "expected rolls from each marker to the goal, if it waits for good ones", markers, 0, furthest
        ),
        Part("others' rolls", "the same for the other seats", (seats - 1) * markers, 0, furthest),
        Part("own positions", "markers on each position of the board, ascending, divided by `markers`", on_board),
        Part("others' positions", "the same for the other seats", (seats - 1) * on_board),
        Part("roll", "one-hot from 2 to the faces of the die; all 0 before the roll", int(t[DIE]) - 1, whole=True),
        Part("turn", "one-hot: whose turn it is, the seat first; all 0 before the draw", seats, whole=True),
        Part("turns", "turns played, divided by the turn limit"),
    )
    return Observation(observe, parts, version=1)


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Fill the numbers in the order of `describe`."""
    seats, each = t[SEATS], t[MARKERS]
    everybody = seats * each
    for i in range(everybody):
        place = v[PLACES + (seat * each + i) % everybody]
        out[i] = place / t[GOAL]
        out[everybody + i] = t[EFFORT + place] / 1000
    at, on_board = 2 * everybody, 0
    for place in range(1, t[GOAL] + 1):
        on_board += is_position(t, place)
    out[at : at + seats * on_board] = 0.0
    for i in range(everybody):
        counted = at + i // each * on_board
        for place in range(1, v[PLACES + (seat * each + i) % everybody]):
            counted += is_position(t, place)
        out[counted] += 1.0 / each
    at += seats * on_board
    for face in range(2, t[DIE] + 1):
        out[at + face - 2] = v[ROLL] == face
    at += t[DIE] - 1
    for ahead in range(seats):
        out[at + ahead] = v[MOVER] != NOBODY and v[MOVER] == (seat + ahead) % seats
    out[at + seats] = v[TURN] / t[LIMIT]
