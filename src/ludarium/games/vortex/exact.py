"""Vortex for solvers: the canonical form of its positions, and its race."""

from itertools import permutations

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import Vector, rule
from ludarium.games.vortex.kernel import (
    AHEAD,
    DIE,
    EACH,
    FIRST,
    LAST,
    SEATS,
    SEEN,
    SHELTER,
    TOKENS,
    TURNS,
    WIDTH,
)
from ludarium.solve.canonical import CANONICAL
from ludarium.solve.race.race import Race, RaceLayout

LEFT_OUT = "the limit of turns"


@rule(CANONICAL)
def canonical(t: Vector, v: Vector) -> None:
    """Forget the number of turns, but for those in a round."""
    if v[FIRST] >= 0:
        v[TURNS] %= t[SEATS]


def race(game: Game) -> RaceLayout:
    """Describe the game as a dice race, whose places are the cells of a path from the start to the centre."""
    t, seats = game.tables, game.seats
    cells = np.arange(t[LAST] + 1)
    steps = (cells[:, None] + np.arange(1, t[DIE] + 1)).astype(np.int32)
    steps[(steps > t[LAST]) | (cells[:, None] == t[LAST])] = -1
    meets = np.full((seats, seats, len(cells)), -1, np.int32)
    for seat, rival in permutations(range(seats), 2):
        seen = SEEN + WIDTH * t[AHEAD + 4 * seat + rival]
        meets[seat, rival] = np.where(t[SHELTER + cells], -1, t[seen + cells])
    race = Race(int(t[EACH]), steps, meets, alone=True, even=True, order=-1)
    return RaceLayout(race, TOKENS, FIRST, TURNS, cells)
