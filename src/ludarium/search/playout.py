"""Random play, compiled: drivers that take any game's kernel.

`t` and `v` are the tables and the position of a kernel (see `ludarium.core.kernel`). Scratch arrays that callers pass:

| array     | shape and type         | holds                                         |
| --------- | ---------------------- | --------------------------------------------- |
| `ids`     | (num_ids,) int64   | the legal actions of one actor                |
| `chances` | (num_ids,) float64 | the probabilities of the outcomes of chance   |
| `chosen`  | (seats,) int64         | the actions of one step                       |
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import types

from ludarium.core.game import Game, State
from ludarium.core.kernel import FLOATS, INTS, KERNEL_TYPES, RNG, Floats, Vector, compiled
from ludarium.core.payoffs import fill_payoffs
from ludarium.core.rng import generator

ROLLOUT = types.int64(*KERNEL_TYPES, INTS, INTS, types.int64, INTS, FLOATS, INTS, RNG, FLOATS)
"""The type of `rollout`, for drivers that take it as an argument."""
_TABLE, _ROWS = types.int64[:, ::1], types.float64[:, ::1]


@compiled()
def random_play(
    actors, legal, chance_outcomes, apply, t, v, seats, awaited, action, ids, chances, chosen, rng, tally
):  # fmt: skip
    """Play v at random until a seat of the bit set `awaited` must act, or to the end; returns the number of steps.

    If an awaited seat must act at once, `action` is its action in the first step; otherwise `action` is -1.
    `tally` is None or an int64 vector of length num_actions + 3, which counts choices and turns:

    | index         | meaning                                                                  |
    | ------------- | ------------------------------------------------------------------------ |
    | 0             | set to the number of choices in this game                                |
    | n             | increased by the number of choices between n actions                     |
    | -2            | set to the number of turns in this game                                  |
    | -1            | set to the seats that chose first, as bits like those of `actors`        |

    The steps of one seat that follow each other are one turn; every other step is a turn of its own.

    Size: one loop, on which the speed of all random play depends.
    """
    steps, turns, choices, first, last = 0, 0, 0, 0, 0
    who = actors(t, v)
    while who and (action >= 0 or who & awaited == 0):
        if who == 1:
            count = legal(t, v, -1, ids)
            chance_outcomes(t, v, chances)
            left, pick = rng.random(), 0
            while pick < count - 1 and left >= chances[pick]:
                left -= chances[pick]
                pick += 1
            chosen[0] = ids[pick]
        else:
            deciding = 0
            for seat in range(seats):
                if who >> (seat + 1) & 1:
                    if awaited >> (seat + 1) & 1:
                        chosen[deciding] = action
                    else:
                        count = legal(t, v, seat, ids)
                        chosen[deciding] = ids[int(rng.random() * count)]
                        if tally is not None:
                            tally[count] += 1
                    deciding += 1
            if tally is not None:
                if choices == 0:
                    first = who
                choices += deciding
        if tally is not None:
            turns += who != last or who == 1 or who & (who - 1) != 0
            last = who
        apply(t, v, chosen)
        steps += 1
        action = -1
        who = actors(t, v)
    if tally is not None:
        tally[0], tally[-2], tally[-1] = choices, turns, first
    return steps


@compiled(ROLLOUT)
def rollout(actors, legal, chance_outcomes, apply, results, payoffs, t, v, seats, ids, chances, chosen, rng, out):
    """Play v to its end at random and fill `out` with the payoff of every seat; returns the number of steps.

    Seats choose uniformly, chance by its probabilities. `ids`, `chances` and `chosen` are scratch arrays.
    """
    steps = random_play(actors, legal, chance_outcomes, apply, t, v, seats, 0, -1, ids, chances, chosen, rng, None)
    fill_payoffs(results, payoffs, t, v, out)
    return steps


@compiled(types.int64(*KERNEL_TYPES, INTS, INTS, types.int64, types.int64, types.int64, RNG, FLOATS))
def _rollouts(actors, legal, chance_outcomes, apply, results, payoffs, t, v, games, seats, num_ids, rng, total):
    """Play `games` random games from v and add every seat's payoffs to `total`; returns the number of steps."""
    w = v.copy()
    ids = np.empty(num_ids, np.int64)
    chances = np.empty(num_ids, np.float64)
    chosen = np.empty(seats, np.int64)
    out = np.empty(seats, np.float64)
    steps = 0
    for _ in range(games):
        w[:] = v
        steps += rollout(
            actors, legal, chance_outcomes, apply, results, payoffs, t, w, seats, ids, chances, chosen, rng, out
        )  # fmt: skip
        total += out
    return steps


@compiled(types.void(*KERNEL_TYPES, INTS, INTS, types.int64, types.int64, RNG, _TABLE, INTS, _ROWS, _ROWS))
def _survey(
    actors, legal, chance_outcomes, apply, results, payoffs, t, v, seats, num_ids, rng, counts, offered, points, paid
):
    """Play a random game from v for every row of the arrays of a `Survey`, and fill them in."""
    w = v.copy()
    ids = np.empty(num_ids, np.int64)
    chances = np.empty(num_ids, np.float64)
    chosen = np.empty(seats, np.int64)
    tally = np.zeros(len(offered) + 2, np.int64)
    for game in range(len(counts)):
        w[:] = v
        counts[game, 0] = random_play(
            actors, legal, chance_outcomes, apply, t, w, seats, 0, -1, ids, chances, chosen, rng, tally
        )
        winners = results(t, w, points[game])
        paid[game] = points[game]
        payoffs(t, w, winners, paid[game])
        counts[game, 1], counts[game, 2], counts[game, 3] = tally[0], tally[-1], tally[-2]
    offered[1:] += tally[1:-2]


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


def random_outcome(state: State, rng: np.random.Generator) -> int:
    """Return an outcome of chance, drawn with the same random number as in compiled play."""
    outcomes, left = state.chance_outcomes(), rng.random()
    *others, last = outcomes
    for outcome in others:
        if left < outcomes[outcome]:
            return outcome
        left -= outcomes[outcome]
    return last


def random_action(state: State, seat: int, rng: np.random.Generator) -> int:
    """Return a seat's random legal action, drawn with the same random number as in compiled play."""
    legal = state.legal(seat)
    return legal[int(rng.random() * len(legal))]


def survey(state: State, games: int, rng: np.random.Generator) -> Survey:
    """Play random games from a state to the end; return the statistics of each.

    >>> import ludarium
    >>> made = survey(ludarium.load("orion(turn_limit=10)").initial(), 4, generator(1))
    >>> made.payoffs.sum(), made.counts[:, 1].sum() == made.offered.sum()
    (np.float64(4.0), np.True_)
    """
    game = state.game
    made = Survey.blank(game, games)
    sizes = game.seats, game.num_ids
    _survey(*game.kernel, game.tables, state.vector, *sizes, rng, made.counts, made.offered, made.points, made.payoffs)
    return made


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
    """
    game = state.game

    def work(thread: int) -> tuple[int, Floats]:
        total = np.zeros(game.seats)
        share = games // threads + (thread < games % threads)
        rng = generator(seed, thread)
        steps = _rollouts(*game.kernel, game.tables, state.vector, share, game.seats, game.num_ids, rng, total)
        return steps, total

    with ThreadPoolExecutor(threads) as pool:
        made = list(pool.map(work, range(threads)))
    payoffs = np.sum([total for _, total in made], axis=0)
    return Playouts(games, sum(steps for steps, _ in made), tuple(payoffs.tolist()))
