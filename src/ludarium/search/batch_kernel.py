"""Many games side by side, compiled: the driver of `ludarium.search.batch`."""

import numpy as np
from numba import types

from ludarium.core.kernel import FLOATS, INTS, KERNEL_TYPES, OBSERVE_TYPE, RNG, compiled
from ludarium.core.payoffs import DIVISOR, FACTOR, SHIFT, fill_payoffs
from ludarium.search.playout import random_play

_ROWS = types.int64[:, ::1]
WAIT, STEP, RESET = 0, 1, 2
"""What `advance` does with a game: nothing, play the learner's action, begin a new game."""


@compiled(types.int64(*KERNEL_TYPES, OBSERVE_TYPE, INTS, INTS, types.int64, types.int64, types.int64, FLOATS, _ROWS,
                      INTS, INTS, INTS, RNG, types.float32[:, ::1], types.int8[:, ::1], FLOATS,
                      types.boolean[::1]))  # fmt: skip
def advance(
    actors, legal, chance_outcomes, apply, results, payoffs, observe, t, start, seats, num_ids, learner, reward,
    positions, learners, commands, actions, rng, observations, masks, rewards, terminated,
):  # fmt: skip
    """Advance many games until their learners must act again; returns -1.

    If a learner's action is not legal, nothing changes and the number of the first such game is returned. All other
    seats play at random. `learner` is the learner's seat in new games; -1 draws one for each. `reward` is what
    `reward_scale` returns. Arrays, a row a game:

    | array          | shape and type               | holds                                           |
    | -------------- | ---------------------------- | ----------------------------------------------- |
    | `positions`    | (games, len(start)) int64    | the positions; changed in place                 |
    | `learners`     | (games,) int64               | the learner's seat; set when a game begins      |
    | `commands`     | (games,) int64               | WAIT, STEP or RESET                             |
    | `actions`      | (games,) int64               | the learner's action, for STEP                  |
    | `observations` | (games, size) float32        | filled: what the learner sees                   |
    | `masks`        | (games, num_actions) int8    | filled: 1 for every legal action                |
    | `rewards`      | (games,) float64             | filled: the learner's reward at the end, else 0 |
    | `terminated`   | (games,) bool                | filled: whether the game is over                |

    Size: half of it is the table of its arrays.
    """
    games, num_actions = masks.shape
    for i in range(games):
        if commands[i] == STEP and not (0 <= actions[i] < num_actions and masks[i, actions[i]]):
            return i
    ids, chances = np.empty(num_ids, np.int64), np.empty(num_ids, np.float64)
    chosen, paid = np.empty(seats, np.int64), np.empty(seats, np.float64)
    for i in range(games):
        if commands[i] == WAIT:
            continue
        v, action = positions[i], actions[i]
        if commands[i] == RESET:
            v[:], action = start, -1
            learners[i] = learner if learner >= 0 else int(rng.random() * seats)
        seat = learners[i]
        random_play(
            actors, legal, chance_outcomes, apply, t, v, seats, 2 << seat, action, ids, chances, chosen, rng, None
        )  # fmt: skip
        terminated[i], rewards[i], masks[i] = actors(t, v) == 0, 0.0, 0
        observe(t, v, seat, observations[i])
        if terminated[i]:
            fill_payoffs(results, payoffs, t, v, paid)
            rewards[i] = (reward[FACTOR] * paid[seat] - reward[SHIFT]) / reward[DIVISOR]
            continue
        for k in range(legal(t, v, seat, ids)):
            masks[i, ids[k]] = 1
    return -1
