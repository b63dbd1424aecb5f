"""What a learner sees of Grid Game: the board as planes, the seat's army first, then the others' in order."""

from ludarium.core.kernel import OBSERVE, Singles, Vector, rule
from ludarium.core.observation import Observation, Part
from ludarium.games.grid.kernel import (
    BOARD,
    CITY,
    DIRECTION,
    HEIGHT,
    INTERVAL,
    LIMIT,
    OWN,
    ROCK,
    SEATS,
    SETS,
    TURN,
    WIDTH,
)


def describe(t: Vector) -> Observation:
    """The planes, of which there are more with more players."""
    seats = int(t[SEATS])
    parts = (
        Part("walkers", "the values of the seat's, then of the next one's, and so on, as a part of 15", seats),
        Part("cities", "the same of cities", seats),
        Part("rocks", "where nothing enters", whole=True),
        Part(
            "directions",
            "north, east, south or west of each player, the seat first; none who lost",
            4 * seats,
            whole=True,
        ),
        Part("spawning", "the turns since cities sent a walker, as a part of `spawn_interval`; they send one at 0"),
        Part("turns", "those that were played, as a part of `turn_limit`"),
    )
    return Observation(observe, parts, (int(t[HEIGHT]), int(t[WIDTH])))


@rule()
def draw(t, v, seat, out):
    """The planes that show the cells."""
    seats, width, height = t[SEATS], t[WIDTH], t[HEIGHT]
    plane = width * height
    for row in range(height):
        at = BOARD + SETS * (row + 1)
        a0, a1, a2, a3, city = v[at], v[at + 1], v[at + 2], v[at + 3], v[at + CITY]
        for column in range(width):
            bit, here = column + 1, row * width + column
            value = (a0 >> bit & 1) + 2 * (a1 >> bit & 1) + 4 * (a2 >> bit & 1) + 8 * (a3 >> bit & 1)
            for after in range(seats):
                owned = value * (v[at + OWN + (seat + after) % seats] >> bit & 1)
                walks = 1 - (city >> bit & 1)
                out[after * plane + here] = owned * walks / 15
                out[(seats + after) * plane + here] = owned * (1 - walks) / 15
            out[2 * seats * plane + here] = v[at + ROCK] >> bit & 1


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """The planes in the order in which they are described."""
    seats, plane = t[SEATS], t[WIDTH] * t[HEIGHT]
    draw(t, v, seat, out)
    at = (2 * seats + 1) * plane
    for after in range(seats):
        for direction in range(4):
            out[at : at + plane] = v[DIRECTION + (seat + after) % seats] == direction
            at += plane
    out[at : at + plane] = v[TURN] % t[INTERVAL] / t[INTERVAL]
    out[at + plane :] = v[TURN] / t[LIMIT]
