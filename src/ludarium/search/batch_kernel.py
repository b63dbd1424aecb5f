"""Many games side by side, compiled: the driver of `ludarium.search.batch`."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.core.kernel import (
    EVALUATE_TYPE,
    FLOATS,
    INTS,
    KERNEL,
    OBSERVE_TYPE,
    RNG,
    Floats,
    Singles,
    Vector,
    compiled,
    named_tuple,
    rule,
    type_named_tuple,
    types,
)
from ludarium.core.payoffs import DIVISOR, FACTOR, SHIFT, fill_payoffs
from ludarium.core.vectors import copy, fill
from ludarium.search.batch_opponents import OPPONENTS, play_greedily
from ludarium.search.playout import new_scratch, random_play

WAIT, STEP, RESET = 0, 1, 2
"""What `advance` does with a game: nothing, play the learner's action, begin a new game."""
RANDOM, ALL = -1, -2
"""Instead of the learner's seat: a seat that is drawn for every game, and all seats."""

_GUESSES = 4
"""How often a legal action is guessed before all are counted."""

Words = npt.NDArray[np.uint64]
Masks = npt.NDArray[np.int8]
Bools = npt.NDArray[np.bool_]
_TABLE = types.int64[:, ::1]


class Feedback(NamedTuple):
    """The functions by which a learner gets observations and rewards.

    | field     | holds                                                              |
    | --------- | ------------------------------------------------------------------ |
    | `observe` | the observation                                                    |
    | `earned`  | what seats have been paid so far, where the game pays on the way   |
    | `pays`    | 1 if it does, 0 if all is paid at the end                          |
    """

    observe: Callable[[Vector, Vector, int, Singles], None]
    earned: Callable[[Vector, Vector, Floats], int]
    pays: int


FEEDBACK = named_tuple(Feedback, OBSERVE_TYPE, EVALUATE_TYPE, types.int64)
"""The type of the feedback as an argument of drivers."""

type_named_tuple(Feedback, FEEDBACK, (OBSERVE_TYPE, EVALUATE_TYPE))


class Games(NamedTuple):
    """The arrays of many games, a row a game.

    | field          | shape                   | holds                                                            |
    | -------------- | ----------------------- | ---------------------------------------------------------------- |
    | `positions`    | (games, len(start))     | the positions                                                    |
    | `streams`      | (games, 4)              | the state of the game's random generator, by `rng.state_words`   |
    | `learners`     | (games,)                | the learner's seat; if it plays all, the seat that acts          |
    | `sealed`       | (games, seats)          | the actions chosen so far in a simultaneous turn, by seat        |
    | `commands`     | (games,)                | WAIT, STEP or RESET                                              |
    | `actions`      | (games,)                | the learner's action, for STEP                                   |
    | `observations` | (games, size)           | what the learner sees                                            |
    | `masks`        | (games, num_actions)    | 1 for every legal action; of width num_ids if chance is chosen   |
    | `at_chance`    | (games,)                | whether the action that is awaited is an outcome of chance       |
    | `chances`      | (games, num_ids)        | the probabilities of these outcomes; of width 0 if they are drawn |
    | `rewards`      | (games, seats)          | the reward of every seat in the last step                        |
    | `earned`       | (games, seats)          | what every seat had been paid before, where games pay on the way |
    | `terminated`   | (games,)                | whether the game is over                                         |
    """

    positions: Vector
    streams: Words
    learners: Vector
    sealed: Vector
    commands: Vector
    actions: Vector
    observations: Singles
    masks: Masks
    at_chance: Bools
    chances: Floats
    rewards: Floats
    earned: Floats
    terminated: Bools


_GAMES = named_tuple(
    Games, _TABLE, types.uint64[:, ::1], INTS, _TABLE, INTS, INTS, types.float32[:, ::1], types.int8[:, ::1],
    types.boolean[::1], types.float64[:, ::1], types.float64[:, ::1], types.float64[:, ::1], types.boolean[::1],
)  # fmt: skip


# 11 arguments: the rules, the opponents, and numbers that environments change between two steps
@compiled(types.int64(KERNEL, FEEDBACK, OPPONENTS, INTS, _TABLE, types.int64, types.int64, FLOATS, RNG,
                      types.uint64[::1], _GAMES))  # fmt: skip
def advance(kernel, feedback, opponents, t, starts, num_ids, learner, reward, rng, words, games):
    """Advance many games until their learners must act again; returns -1.

    If a learner's action is not legal, nothing changes and the number of the first such game is returned. All other
    seats play as `opponents` says. `learner` is the learner's seat in new games, RANDOM or ALL; `reward` is what
    `reward_scale` returns. Each game draws from `rng`, whose state is `words`, in the state of its own generator. New
    games begin in the only row of `starts`, or each in its own.
    """
    for i in range(len(games.commands)):
        action = games.actions[i]
        if games.commands[i] == STEP and not (0 <= action < games.masks.shape[1] and games.masks[i, action]):
            return i
    scratch = new_scratch(num_ids, games.rewards.shape[1])
    for i in range(len(games.commands)):
        if games.commands[i] != WAIT:
            start = starts[i if len(starts) > 1 else 0]
            advance_game(kernel, feedback, opponents, t, start, learner, reward, rng, words, scratch, i, games)
    return -1


# 12 arguments: those of `advance`, where one game begins, and which it is
@rule(forceinline=True)
def advance_game(kernel, feedback, opponents, t, start, learner, reward, rng, words, scratch, i, games):
    """Advance a game as `advance` does; a rule, so that no references to its arrays are counted."""
    seats, chosen = games.rewards.shape[1], scratch.chosen
    v, action = games.positions[i], games.actions[i]
    if games.commands[i] == RESET:
        copy(start, v)
        games.at_chance[i] = False
        if feedback.pays:
            feedback.earned(t, v, games.earned[i])
        action = -1
        games.learners[i] = max(learner, 0)
        if learner == RANDOM:
            copy(games.streams[i], words)
            games.learners[i] = int(rng.random() * seats)
            copy(words, games.streams[i])
    awaited = 2 << games.learners[i]
    if games.at_chance[i]:
        chosen[0] = action
        kernel.apply(t, v, chosen)
        action = -1
    if learner == ALL:
        awaited = (2 << seats) - 2
        if action >= 0:
            who = kernel.actors(t, v)
            if seal(who, seats, i, games, chosen):
                show(kernel, feedback, t, v, who, reward, scratch, i, games)
                return
            kernel.apply(t, v, chosen)
            action = -1
    if games.chances.shape[1]:
        awaited |= 1
    who = kernel.actors(t, v)
    if action >= 0 or (who and who & awaited == 0):  # else nobody plays before the learner
        copy(games.streams[i], words)
        if opponents.greedy:
            play_greedily(kernel, opponents, t, v, awaited, action, scratch, rng)
        else:
            random_play(kernel, t, v, awaited, action, scratch, rng, None)
        copy(words, games.streams[i])
        who = kernel.actors(t, v)
    if learner == ALL:
        select(who, seats, 0, i, games)
    show(kernel, feedback, t, v, who, reward, scratch, i, games)
    if feedback.pays and games.commands[i] == RESET and not games.terminated[i]:  # the first step pays it
        fill(games.rewards[i], 0.0)
        feedback.earned(t, start, games.earned[i])


@compiled(types.void(RNG, types.uint64[::1], _GAMES, INTS))
def draw(rng, words, games, out):
    """Draw a legal action for every game, each as likely, from the game's own generator; 0 where it is over."""
    for i in range(len(out)):
        out[i] = 0
        if not games.terminated[i]:
            copy(games.streams[i], words)
            out[i] = draw_bit(games.masks[i], rng)
            copy(words, games.streams[i])


@rule()
def draw_bit(mask, rng):
    """Draw the place of a 1 in a mask, each as likely: by guesses, and where 1s are rare by counting them."""
    for _ in range(_GUESSES):
        place = int(rng.random() * len(mask))
        if mask[place]:
            return place
    count = 0
    for place in range(len(mask)):
        count += mask[place]
    left = int(rng.random() * count)
    for place in range(len(mask)):
        left -= mask[place]
        if left < 0:
            return place
    return 0


@rule()
def seal(who, seats, i, games, chosen):
    """Keep the action of the seat that acts, and let the next one act; returns whether there is one.

    If all have chosen, `chosen` is filled with the actions of the step.
    """
    games.sealed[i, games.learners[i]] = games.actions[i]
    if select(who, seats, games.learners[i] + 1, i, games):
        return True
    count = 0
    for seat in range(seats):
        if who >> (seat + 1) & 1:
            chosen[count] = games.sealed[i, seat]
            count += 1
    return False


@rule()
def select(who, seats, first, i, games):
    """Let the next seat act that must, from seat `first` on; returns whether there is one."""
    for seat in range(first, seats):
        if who >> (seat + 1) & 1:
            games.learners[i] = seat
            return True
    return False


@rule()
def show(kernel, feedback, t, v, who, reward, scratch, i, games):
    """Fill in what the learner of a game observes and may do, whether the game is over, and the rewards."""
    seat, rewards = games.learners[i], games.rewards[i]
    games.terminated[i] = who == 0
    games.at_chance[i] = who == 1
    fill(games.masks[i], 0)
    fill(rewards, 0.0)
    fill(games.chances[i], 0.0)
    if games.terminated[i]:
        fill_payoffs(kernel, t, v, rewards)
        for other in range(len(rewards)):
            rewards[other] = (reward[FACTOR] * rewards[other] - reward[SHIFT]) / reward[DIVISOR]
    elif feedback.pays:
        feedback.earned(t, v, rewards)
    if feedback.pays:
        for other in range(len(rewards)):
            now = rewards[other]
            rewards[other] = now - games.earned[i, other]
            games.earned[i, other] = now
    feedback.observe(t, v, seat, games.observations[i])  # after the rewards: a step then takes a third less time
    if games.terminated[i]:
        return
    count = kernel.legal(t, v, -1 if who == 1 else seat, scratch.ids)
    for k in range(count):
        games.masks[i, scratch.ids[k]] = 1
    if who == 1:
        kernel.chance_outcomes(t, v, scratch.chances)
        for k in range(count):
            games.chances[i, scratch.ids[k]] = scratch.chances[k]
