"""Random play: the drivers that any game's kernel takes, compiled once for all of them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numba import types

from ludarium.core.kernel import FLOATS, INTS, KERNEL_TYPES, OBSERVE_TYPE, RNG, Floats, compiled
from ludarium.core.rng import generator
from ludarium.core.state import State

FINISH = types.int64(*KERNEL_TYPES, INTS, INTS, types.int64, INTS, FLOATS, INTS, RNG, FLOATS)
"""The type of `finish`, for drivers that take it as an argument."""


@compiled()
def wander(actors, legal, odds, apply, t, v, seats, awaited, action, ids, chances, chosen, rng):
    """Play v on at random until a seat of the bit set `awaited` must act, or to its end; returns the steps taken.

    Where an awaited seat must act at once, `action` is what it does in the first step; else that is -1.
    """
    steps = 0
    who = actors(t, v)
    while who and (action >= 0 or who & awaited == 0):
        if who == 1:
            count = legal(t, v, -1, ids)
            odds(t, v, chances)
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
                        chosen[deciding] = ids[int(rng.random() * legal(t, v, seat, ids))]
                    deciding += 1
        apply(t, v, chosen)
        steps += 1
        action = -1
        who = actors(t, v)
    return steps


@compiled()
def settle(scores, t, v, seats, shares):
    """Fill `shares` with every seat's share of the win; returns the winners."""
    winners, winning = scores(t, v, shares), 0
    for seat in range(seats):
        winning += winners >> seat & 1
    for seat in range(seats):
        if winning == 0:
            shares[seat] = 1.0 / seats
        else:
            shares[seat] = (winners >> seat & 1) / winning
    return winners


@compiled(FINISH)
def finish(actors, legal, odds, apply, scores, t, v, seats, ids, chances, chosen, rng, shares):
    """Play v to its end, every choice uniform and nature's by its odds; returns the steps taken.

    Leaves every seat's share of the win in `shares`; `ids`, `chances` and `chosen` are scratch space.
    """
    steps = wander(actors, legal, odds, apply, t, v, seats, 0, -1, ids, chances, chosen, rng)
    settle(scores, t, v, seats, shares)
    return steps


@compiled(types.int64(*KERNEL_TYPES, INTS, INTS, types.int64, types.int64, types.int64, RNG, FLOATS))
def run(actors, legal, odds, apply, scores, t, v, games, seats, num_actions, rng, total):
    """Finish that many games from v; returns the steps taken and adds every seat's share of the wins to `total`."""
    w = v.copy()
    ids = np.empty(num_actions, np.int64)
    chances = np.empty(num_actions, np.float64)
    chosen = np.empty(seats, np.int64)
    shares = np.empty(seats, np.float64)
    steps = 0
    for _ in range(games):
        w[:] = v
        steps += finish(actors, legal, odds, apply, scores, t, w, seats, ids, chances, chosen, rng, shares)
        total += shares
    return steps


ROWS = (types.float32[:, ::1], types.int8[:, ::1], FLOATS, types.boolean[::1])
WAIT, STEP, BEGIN = 0, 1, 2
"""What is to be done with a game in `advance`."""


@compiled(types.int64(*KERNEL_TYPES, OBSERVE_TYPE, INTS, INTS, types.int64, types.int64, types.int64[:, ::1],
                      INTS, INTS, INTS, RNG, *ROWS))  # fmt: skip
def advance(
    actors, legal, odds, apply, scores, observe, t, start, seats, learner, positions, learners, doing,
    actions, rng, seen, masks, rewards, over,
):  # fmt: skip
    """Take many games on until their learners must act again: a step, or a new game, as `doing` says of each.

    All other seats play at random. `learner` is the seat of a new game's learner, -1 one of all.
    Returns the first game whose action is not legal, and nothing has changed; or else -1.
    """
    games, num_actions = masks.shape
    for i in range(games):
        if doing[i] == STEP and not (0 <= actions[i] < num_actions and masks[i, actions[i]]):
            return i
    ids, chances = np.empty(num_actions, np.int64), np.empty(num_actions, np.float64)
    chosen, shares = np.empty(seats, np.int64), np.empty(seats, np.float64)
    for i in range(games):
        if doing[i] == WAIT:
            continue
        v, action = positions[i], actions[i]
        if doing[i] == BEGIN:
            v[:], action = start, -1
            learners[i] = learner if learner >= 0 else int(rng.random() * seats)
        seat = learners[i]
        wander(actors, legal, odds, apply, t, v, seats, 2 << seat, action, ids, chances, chosen, rng)
        over[i], rewards[i], masks[i] = actors(t, v) == 0, 0.0, 0
        observe(t, v, seat, seen[i])
        if over[i]:
            winners = settle(scores, t, v, seats, shares)
            rewards[i] = (seats * shares[seat] - 1) / (seats - 1) if seats > 1 else 1.0 if winners else -1.0
            continue
        for k in range(legal(t, v, seat, ids)):
            masks[i, ids[k]] = 1
    return -1


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of random games: how many, their steps in all, and every seat's share of the wins."""

    games: int
    steps: int
    shares: tuple[float, ...]


def playouts(state: State, games: int, seed: int, threads: int = 1) -> Playouts:
    """Play random games from a state to the end.

    The games are dealt out to the threads, each with a seed of its own, so the totals depend on `threads` too.

    >>> import ludarium
    >>> made = playouts(ludarium.load("orion(turn_limit=10)").initial(), games=4, seed=1)
    >>> made.games, sum(made.shares)
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
    shares = np.sum([total for _, total in made], axis=0)
    return Playouts(games, sum(steps for steps, _ in made), tuple(shares.tolist()))
