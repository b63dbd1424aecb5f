"""Multiplication Ludo for solvers: the canonical form of its positions, and its race."""

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import Vector, rule
from ludarium.games.ludo.kernel import DIE, GOAL, MARKERS, MOVER, PLACES, SEATS, TURN
from ludarium.games.ludo.rules import board, landing
from ludarium.solve.canonical import CANONICAL
from ludarium.solve.race.race import Race, RaceLayout

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


def race(game: Game) -> RaceLayout:
    """Describe the game as a dice race, whose places are the positions of the board from 1 to the goal."""
    t = game.tables
    goal, faces = int(t[GOAL]), int(t[DIE])
    positions = board(goal, faces).positions
    numbers = np.zeros(goal + 1, np.int64)
    numbers[list(positions)] = range(len(positions))
    steps = np.full((len(positions), faces), -1, np.int32)
    for place, position in enumerate(positions[:-1]):
        steps[place, 1:] = [numbers[landing(t, position, roll)] for roll in range(2, faces + 1)]
    meets = np.arange(len(positions), dtype=np.int32)
    meets[[0, -1]] = -1
    everybody = np.tile(meets, (game.seats, game.seats, 1))
    return RaceLayout(Race(int(t[MARKERS]), steps, everybody), PLACES, MOVER, -1, numbers)
