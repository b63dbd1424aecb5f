"""The observation of Grid Game: planes of the board, the seat's army first, then the others in order."""

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
    """Describe the planes; their number grows with the number of players."""
    seats = int(t[SEATS])
    parts = (
        Part("walkers", "values divided by 15: a plane for the seat, then one for each next seat in order", seats),
        Part("cities", "health divided by 15, a plane for each seat as for the walkers", seats),
        Part("rocks", "1 on rocks", whole=True),
        Part(
            "directions",
            "one-hot: north, east, south and west for each seat in the same order; all 0 for a seat that has lost",
            4 * seats,
            whole=True,
            filled=True,
        ),
        Part(
            "spawning",
            "turns since the cities last sent out walkers, divided by `spawn_interval`; 0 when they do",
            filled=True,
        ),
        Part("turns", "turns played, divided by `turn_limit`", filled=True),
    )
    return Observation(observe, parts, (int(t[HEIGHT]), int(t[WIDTH])))


@rule()
def draw(t, v, seat, out):
    """Fill the planes of walkers, cities and rocks."""
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
    """Fill the planes in the order of `describe`."""
    seats, plane = t[SEATS], t[WIDTH] * t[HEIGHT]
    draw(t, v, seat, out)
    at = (2 * seats + 1) * plane
    for after in range(seats):
        for direction in range(4):
            out[at : at + plane] = v[DIRECTION + (seat + after) % seats] == direction
            at += plane
    out[at : at + plane] = v[TURN] % t[INTERVAL] / t[INTERVAL]
    out[at + plane :] = v[TURN] / t[LIMIT]
