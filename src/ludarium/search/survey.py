"""The statistics of many random games, compiled: what commands that measure games ask for.

`t` and `v` are the tables and the position of a kernel (see `ludarium.core.kernel`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from ludarium.core.game import Game, State
from ludarium.core.kernel import INTS, KERNEL, RNG, Floats, Vector, compiled, named_tuple
from ludarium.core.vectors import copy
from ludarium.search.playout import new_scratch, random_play

_TABLE, _ROWS = types.int64[:, ::1], types.float64[:, ::1]


class Survey(NamedTuple):
    """Statistics of random games. A choice is what one seat does in one step.

    | field     | shape and type           | holds                                                                |
    | --------- | ------------------------ | -------------------------------------------------------------------- |
    | `counts`  | (games, 4) int64         | a game's steps, choices, seats that chose first (as bits), and turns |
    | `offered` | (num_actions + 1,) int64 | at n, the number of choices between n actions, in all games          |
    | `points`  | (games, seats) float64   | every seat's points                                                  |
    | `payoffs` | (games, seats) float64   | every seat's payoff                                                  |
    """

    counts: Vector
    offered: Vector
    points: Floats
    payoffs: Floats

    @classmethod
    def blank(cls, game: Game, games: int) -> Survey:
        """Return a survey of `games` games that is filled with zeros."""
        counts, offered = np.zeros((games, 4), np.int64), np.zeros(game.num_actions + 1, np.int64)
        return cls(counts, offered, np.zeros((games, game.seats)), np.zeros((games, game.seats)))


_SURVEY = named_tuple(Survey, _TABLE, INTS, _ROWS, _ROWS)


@compiled(types.void(KERNEL, INTS, INTS, types.int64, RNG, _SURVEY))
def _survey(kernel, t, v, num_ids, rng, made):
    """Play a random game from v for every row of a `Survey`, and fill in its arrays."""
    counts, offered, points, payoffs = made
    w, scratch = v.copy(), new_scratch(num_ids, points.shape[1])
    tally = np.zeros(len(offered) + 2, np.int64)
    for game in range(len(counts)):
        copy(v, w)
        counts[game, 0] = random_play(kernel, t, w, 0, -1, scratch, rng, tally)
        winners = kernel.results(t, w, points[game])
        copy(points[game], payoffs[game])
        kernel.payoffs(t, w, winners, payoffs[game])
        counts[game, 1], counts[game, 2], counts[game, 3] = tally[0], tally[-1], tally[-2]
    for count in range(1, len(offered)):
        offered[count] += tally[count]


def survey(state: State, games: int, rng: np.random.Generator) -> Survey:
    """Play random games from a state to the end; return the statistics of each.

    >>> import ludarium
    >>> from ludarium.core.rng import generator
    >>> made = survey(ludarium.load("orion(turn_limit=10)").initial(), 4, generator(1))
    >>> made.payoffs.sum(), made.counts[:, 1].sum() == made.offered.sum()
    (np.float64(4.0), np.True_)
    """
    game = state.game
    made = Survey.blank(game, games)
    _survey(game.kernel, game.tables, state.vector, game.num_ids, rng, made)
    return made
