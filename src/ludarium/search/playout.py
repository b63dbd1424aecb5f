"""Random play: the drivers that any game's kernel takes, compiled once for all of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import types

from ludarium.core.game import Game, State
from ludarium.core.kernel import FLOATS, INTS, KERNEL_TYPES, OBSERVE_TYPE, RNG, Floats, Vector, compiled
from ludarium.core.rng import generator

FINISH = types.int64(*KERNEL_TYPES, INTS, INTS, types.int64, INTS, FLOATS, INTS, RNG, FLOATS)
"""The type of `finish`, for drivers that take it as an argument."""
_TABLE, _ROWS = types.int64[:, ::1], types.float64[:, ::1]


@compiled()
def _wander(actors, legal, chance_outcomes, apply, t, v, seats, awaited, action, ids, chances, chosen, rng, tally):
    """Play v on at random until a seat of the bit set `awaited` must act, or to its end; returns the steps taken.

    Where an awaited seat must act at once, `action` is what it does in the first step; else that is -1.
    A tally that is None costs nothing; of another one, [n] grows by the choices between n actions, [0] becomes the
    number of choices in this game, and the last word the seats that chose first, as bits like those of `actors`.
    """
    steps, choices, first = 0, 0, 0
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
        apply(t, v, chosen)
        steps += 1
        action = -1
        who = actors(t, v)
    if tally is not None:
        tally[0], tally[-1] = choices, first
    return steps


@compiled()
def _settle(results, t, v, seats, points, payoffs):
    """Fill in every seat's points and share of the win; returns the winners."""
    winners, winning = results(t, v, points), 0
    for seat in range(seats):
        winning += winners >> seat & 1
    for seat in range(seats):
        if winning == 0:
            payoffs[seat] = 1.0 / seats
        else:
            payoffs[seat] = (winners >> seat & 1) / winning
    return winners


@compiled(FINISH)
def finish(actors, legal, chance_outcomes, apply, results, t, v, seats, ids, chances, chosen, rng, payoffs):
    """Play v to its end, every choice uniform and nature's by its odds; returns the steps taken.

    Leaves every seat's share of the win in `payoffs`; `ids`, `chances` and `chosen` are scratch space.
    """
    steps = _wander(actors, legal, chance_outcomes, apply, t, v, seats, 0, -1, ids, chances, chosen, rng, None)
    _settle(results, t, v, seats, payoffs, payoffs)
    return steps


@compiled(types.int64(*KERNEL_TYPES, INTS, INTS, types.int64, types.int64, types.int64, RNG, FLOATS))
def run(actors, legal, chance_outcomes, apply, results, t, v, games, seats, num_actions, rng, total):
    """Finish that many games from v; returns the steps taken and adds every seat's share of the wins to `total`."""
    w = v.copy()
    ids = np.empty(num_actions, np.int64)
    chances = np.empty(num_actions, np.float64)
    chosen = np.empty(seats, np.int64)
    payoffs = np.empty(seats, np.float64)
    steps = 0
    for _ in range(games):
        w[:] = v
        steps += finish(actors, legal, chance_outcomes, apply, results, t, w, seats, ids, chances, chosen, rng, payoffs)
        total += payoffs
    return steps


@compiled(types.void(*KERNEL_TYPES, INTS, INTS, types.int64, types.int64, RNG, _TABLE, INTS, _ROWS, _ROWS))
def _survey(
    actors, legal, chance_outcomes, apply, results, t, v, seats, num_actions, rng, counts, offered, points, payoffs
):
    """Finish a game from v for every row of `counts`, which becomes its steps, its choices and who chose first.

    The rows of `points` and `payoffs` are every seat's; `offered[n]` grows by the choices between n actions.
    """
    w = v.copy()
    ids = np.empty(num_actions, np.int64)
    chances = np.empty(num_actions, np.float64)
    chosen = np.empty(seats, np.int64)
    tally = np.zeros(num_actions + 2, np.int64)
    for game in range(len(counts)):
        w[:] = v
        counts[game, 0] = _wander(
            actors, legal, chance_outcomes, apply, t, w, seats, 0, -1, ids, chances, chosen, rng, tally
        )
        _settle(results, t, w, seats, points[game], payoffs[game])
        counts[game, 1], counts[game, 2] = tally[0], tally[-1]
    offered[1:] += tally[1:-1]


WAIT, STEP, BEGIN = 0, 1, 2
"""What is to be done with a game in `advance`."""


@compiled(types.int64(*KERNEL_TYPES, OBSERVE_TYPE, INTS, INTS, types.int64, types.int64, _TABLE, INTS, INTS, INTS, RNG,
                      types.float32[:, ::1], types.int8[:, ::1], FLOATS, types.boolean[::1]))  # fmt: skip
def advance(
    actors, legal, chance_outcomes, apply, results, observe, t, start, seats, learner, positions, learners, doing,
    actions, rng, seen, masks, rewards, over,
):  # fmt: skip
    """Take many games on until their learners must act again: a step, or a new game, as `doing` says of each.

    All other seats play at random. `learner` is the seat of a new game's learner, -1 any of them.
    Returns the first game whose action is not legal, and nothing has changed; or else -1.
    """
    games, num_actions = masks.shape
    for i in range(games):
        if doing[i] == STEP and not (0 <= actions[i] < num_actions and masks[i, actions[i]]):
            return i
    ids, chances = np.empty(num_actions, np.int64), np.empty(num_actions, np.float64)
    chosen, payoffs = np.empty(seats, np.int64), np.empty(seats, np.float64)
    for i in range(games):
        if doing[i] == WAIT:
            continue
        v, action = positions[i], actions[i]
        if doing[i] == BEGIN:
            v[:], action = start, -1
            learners[i] = learner if learner >= 0 else int(rng.random() * seats)
        seat = learners[i]
        _wander(actors, legal, chance_outcomes, apply, t, v, seats, 2 << seat, action, ids, chances, chosen, rng, None)
        over[i], rewards[i], masks[i] = actors(t, v) == 0, 0.0, 0
        observe(t, v, seat, seen[i])
        if over[i]:
            winners = _settle(results, t, v, seats, payoffs, payoffs)
            rewards[i] = (seats * payoffs[seat] - 1) / (seats - 1) if seats > 1 else 1.0 if winners else -1.0
            continue
        for k in range(legal(t, v, seat, ids)):
            masks[i, ids[k]] = 1
    return -1


class Survey(NamedTuple):
    """Games in numbers, a row each: steps, choices and the bits of who chose first; points and shares by seat.

    A choice is what one seat does in one step; `offered[n]` is how many of them were between n actions.
    """

    counts: Vector
    offered: Vector
    points: Floats
    payoffs: Floats

    @classmethod
    def blank(cls, game: Game, games: int) -> Survey:
        """Room for so many games."""
        counts, offered = np.zeros((games, 3), np.int64), np.zeros(game.num_actions + 1, np.int64)
        return cls(counts, offered, np.zeros((games, game.seats)), np.zeros((games, game.seats)))


def survey(state: State, games: int, dice: np.random.Generator) -> Survey:
    """Play random games from a state to the end, and keep the numbers of each.

    >>> import ludarium
    >>> made = survey(ludarium.load("orion(turn_limit=10)").initial(), 4, generator(1))
    >>> made.payoffs.sum(), made.counts[:, 1].sum() == made.offered.sum()
    (np.float64(4.0), np.True_)
    """
    game = state.game
    made = Survey.blank(game, games)
    sizes = game.seats, game.num_actions
    _survey(*game.kernel, game.tables, state.vector, *sizes, dice, made.counts, made.offered, made.points, made.payoffs)
    return made


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of random games: how many, their steps in all, and every seat's share of the wins."""

    games: int
    steps: int
    payoffs: tuple[float, ...]


def playouts(state: State, games: int, seed: int, threads: int = 1) -> Playouts:
    """Play random games from a state to the end.

    The games are dealt out to the threads, each with a seed of its own, so the totals depend on `threads` too.

    >>> import ludarium
    >>> made = playouts(ludarium.load("orion(turn_limit=10)").initial(), games=4, seed=1)
    >>> made.games, sum(made.payoffs)
    (4, 4.0)
    """
    game = state.game

    def work(thread: int) -> tuple[int, Floats]:
        total = np.zeros(game.seats)
        mine = games // threads + (thread < games % threads)
        dice = generator(seed, thread)
        steps = run(*game.kernel, game.tables, state.vector, mine, game.seats, game.num_actions, dice, total)
        return steps, total

    with ThreadPoolExecutor(threads) as pool:
        made = list(pool.map(work, range(threads)))
    payoffs = np.sum([total for _, total in made], axis=0)
    return Playouts(games, sum(steps for steps, _ in made), tuple(payoffs.tolist()))
