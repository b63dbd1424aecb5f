"""A profile of a game's tree from random games, compiled: the branching by choice, the size, sampled positions."""

import math
from typing import NamedTuple

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import FLOATS, INTS, KERNEL, RNG, Floats, Vector, compiled, named_tuple, types
from ludarium.core.vectors import copy
from ludarium.search.playout import new_scratch

_TABLE = types.int64[:, ::1]
_BLOCK = 100
"""Games that are played before an interruption is noticed."""


class Profile(NamedTuple):
    """Measurements of the tree of a game by random games.

    | field       | shape and type              | holds                                                           |
    | ----------- | --------------------------- | --------------------------------------------------------------- |
    | `offered`   | (choices, 2) int64          | for the first, second, ... choice of a game: the number of games |
    |             |                             | that came so far, and the sum of their legal actions            |
    | `choices`   | (games, 3) int64            | each game's choices, their legal actions, and those with only one |
    | `surprise`  | (games,) float64            | minus the natural logarithm of the probability of each game     |
    | `positions` | (games, len(start)) int64   | one position of each game, all its steps equally likely         |
    """

    offered: Vector
    choices: Vector
    surprise: Floats
    positions: Vector


_PROFILE = named_tuple(Profile, _TABLE, _TABLE, FLOATS, _TABLE)


@compiled(types.void(KERNEL, INTS, INTS, types.int64, types.int64, RNG, _PROFILE))
def _fill(kernel, t, start, num_ids, seats, rng, made):
    """Play a random game for every row of a `Profile`, and fill in its arrays."""
    ids, chances, chosen, _ = new_scratch(num_ids, seats)
    v = start.copy()
    for game in range(len(made.surprise)):
        copy(start, v)
        surprise, steps, choices = 0.0, 0, made.choices[game]
        who = kernel.actors(t, v)
        while who:
            steps += 1
            if rng.random() * steps < 1.0:  # so that every position of the game is chosen with the same probability
                copy(v, made.positions[game])
            deciding = 0
            for seat in range(-1, seats):
                if not who >> (seat + 1) & 1:
                    continue
                count = kernel.legal(t, v, seat, ids)
                pick = int(rng.random() * count)
                chance = 1.0 / count
                if seat < 0:
                    kernel.chance_outcomes(t, v, chances)
                    left, pick = rng.random(), 0
                    while pick < count - 1 and left >= chances[pick]:
                        left -= chances[pick]
                        pick += 1
                    chance = chances[pick]
                else:
                    if choices[0] < len(made.offered):
                        made.offered[choices[0], 0] += 1
                        made.offered[choices[0], 1] += count
                    choices[0] += 1
                    choices[1] += count
                    choices[2] += count == 1
                surprise -= math.log(chance)
                chosen[deciding] = ids[pick]
                deciding += 1
            kernel.apply(t, v, chosen)
            who = kernel.actors(t, v)
        made.surprise[game] = surprise


def profile(game: Game, games: int, rng: np.random.Generator, choices: int = 1000) -> Profile:
    """Play random games and return their profile; `choices` is the number of choices of a game that are distinguished.

    >>> import ludarium
    >>> from ludarium.core.rng import generator
    >>> made = profile(ludarium.load("orion(turn_limit=10)"), 20, generator(1))
    >>> made.offered[0].tolist(), bool((made.surprise > 10).all())
    ([20, 420], True)
    """
    start = game.setup.start
    tables = np.zeros((choices, 2), np.int64), np.zeros((games, 3), np.int64)
    made = Profile(*tables, np.zeros(games), np.zeros((games, len(start)), np.int64))
    for first in range(0, games, _BLOCK):
        now = slice(first, first + _BLOCK)
        block = Profile(made.offered, made.choices[now], made.surprise[now], made.positions[now])
        _fill(game.kernel, game.tables, start, game.num_ids, game.seats, rng, block)
    return made
