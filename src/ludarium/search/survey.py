"""Totals and statistics of many random games, compiled: what commands that measure games ask for.

`t` and `v` are the tables and the position of a kernel (see `ludarium.core.kernel`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ludarium.core.arguments import MOST_THREADS, check_games, check_seed, check_whole
from ludarium.core.game import Game, State
from ludarium.core.kernel import FLOATS, INTS, KERNEL, RNG, Floats, Vector, compiled, named_tuple, types
from ludarium.core.rng import generator
from ludarium.core.vectors import copy
from ludarium.search.playout import new_scratch, random_play, rollout

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
    tally, kept = np.zeros(len(offered) + 2, np.int64), np.empty((2, len(v)), np.int64)
    for game in range(len(counts)):
        copy(v, w)
        counts[game, 0] = random_play(kernel, t, w, 0, -1, scratch, rng, (kept, tally))
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


@compiled(types.int64(KERNEL, INTS, INTS, types.int64, types.int64, RNG, FLOATS))
def _rollouts(kernel, t, v, games, num_ids, rng, total):
    """Play `games` random games from v and add every seat's payoffs to `total`; returns the number of steps."""
    w, scratch, steps = v.copy(), new_scratch(num_ids, len(total)), 0
    for _ in range(games):
        copy(v, w)
        steps += rollout(kernel, t, w, scratch, rng)
        for seat in range(len(total)):
            total[seat] += scratch.payoffs[seat]
    return steps


@dataclass(frozen=True, slots=True)
class Playouts:
    """The totals of random games: their number, their steps, and the sum of every seat's payoffs."""

    games: int
    steps: int
    payoffs: tuple[float, ...]


def playouts(state: State, games: int, seed: int, threads: int = 1) -> Playouts:
    """Play random games from a state to the end; return the totals.

    The games are divided among the threads, each with its own seed, so that the totals depend on `threads` as well.

    >>> import ludarium
    >>> made = playouts(ludarium.load("orion(turn_limit=10)").initial(), games=4, seed=1)
    >>> made.games, sum(made.payoffs)
    (4, 4.0)

    Raises `InvalidOption` for a number out of range.
    """
    check_games(games)
    check_seed(seed)
    check_whole("threads", threads, 1, MOST_THREADS)
    game = state.game

    def work(thread: int) -> tuple[int, Floats]:
        total = np.zeros(game.seats)
        share = games // threads + (thread < games % threads)
        rng = generator(seed, thread)
        steps = _rollouts(game.kernel, game.tables, state.vector, share, game.num_ids, rng, total)
        return steps, total

    with ThreadPoolExecutor(threads) as pool:
        made = list(pool.map(work, range(threads)))
    payoffs = np.sum([total for _, total in made], axis=0)
    return Playouts(games, sum(steps for steps, _ in made), tuple(payoffs.tolist()))
