"""Self-play, compiled: one driver plays any game against itself and stores the positions for training.

Each seat takes the action after which the network expects the most for it, now and then another one. When a game is
over, or the room for its steps is used up, every position after an action gets a target for every seat (a λ-return):
the payoff at the end, mixed with what the network expected on the way, more of it the further away the end is. A
position before an action that was taken to explore is worth what the best action promised instead.

Where chance has few outcomes, a position before it is worth what the best actions after all of them promise on average,
and of what came later only what surprised the network counts. So luck teaches nothing: a target is wrong by the
network's errors, and no longer by the dice.
"""

from typing import NamedTuple

import numpy as np

from ludarium.core.bits import single_actor
from ludarium.core.kernel import FLOATS, INTS, KERNEL, RNG, Floats, Singles, Vector, compiled, named_tuple, rule, types
from ludarium.core.payoffs import GREATEST_SUM, LEAST_SUM, fill_payoffs, scaled
from ludarium.core.vectors import copy
from ludarium.learn.experience import EXPERIENCE, GAMES, MOVES, STARTS, draw_start, store
from ludarium.search.matrix import TABLE, choose_together
from ludarium.search.network import EVALUATOR, INPUTS, row_of, value
from ludarium.search.playout import new_scratch, play_chance


class Exploration(NamedTuple):
    """The parameters of exploration in self-play.

    | field     | meaning                                                                          |
    | --------- | -------------------------------------------------------------------------------- |
    | `games`   | games to play                                                                    |
    | `epsilon` | how often a random action is taken                                               |
    | `opening` | at most so many actions at the beginning of a game are random                    |
    | `trace`   | λ: how much of a target comes from later positions than the next one             |
    | `outcomes` | chance is averaged over its outcomes, or over so many that are drawn; 0: never  |
    | `num_ids` | that of the game                                                                 |

    In a simultaneous step every seat draws from an equilibrium one turn ahead, and explores for itself.
    """

    games: int
    epsilon: float
    opening: int
    trace: float
    outcomes: int
    num_ids: int


class Episode(NamedTuple):
    """Room for a game of up to T moves, with n inputs.

    | field      | shape and type       | holds                                                          |
    | ---------- | -------------------- | -------------------------------------------------------------- |
    | `inputs`   | (T, S, n) float32    | what every seat saw after the move                             |
    | `expected` | (T, S) float64       | what the network expected then for every seat, from 0 to 1     |
    | `movers`   | (T,) int64           | who moved                                                      |
    | `promised` | (T,) float64         | what the best action promised; -1 if it was taken              |
    | `averages` | (T, S) float64       | what the best actions after all outcomes of chance promise     |
    | `averaged` | (T,) int64           | 1 where this is known, else 0                                  |

    Chance that acts twice in a row leaves a position between, which is learnt like one after a move.
    """

    inputs: Singles
    expected: Floats
    movers: Vector
    promised: Floats
    averages: Floats
    averaged: Vector


EXPLORATION = named_tuple(Exploration, types.int64, types.float64, types.int64, types.float64, types.int64, types.int64)
EPISODE = named_tuple(
    Episode, types.float32[:, :, ::1], types.float64[:, ::1], INTS, FLOATS, types.float64[:, ::1], INTS
)


@rule()
def best(kernel, evaluator, t, v, w, seat, count, scratch):
    """Return the place of the action after which the seat expects the most, and how much that is."""
    best, most = 0, -1.0
    for k in range(count):
        for i in range(len(v)):
            w[i] = v[i]
        scratch.chosen[0] = scratch.ids[k]
        kernel.apply(t, w, scratch.chosen)
        if kernel.actors(t, w) == 0:
            fill_payoffs(kernel, t, w, scratch.payoffs)
            found = scaled(scratch.payoffs[seat], evaluator.scale)
        else:
            found = value(evaluator, t, w, seat)
        if found > most:
            best, most = k, found
    return best, most


@rule()
def draw_evenly(chances, count, draws, rng):
    """Draw outcomes with one random number, and replace their probabilities by how often they were drawn."""
    at, total = rng.random(), 0.0
    for outcome in range(count):
        total += chances[outcome] * draws
        hits = 0
        while at < total and hits < draws:
            at += 1.0
            hits += 1
        chances[outcome] = hits / draws


# 11 arguments: three positions, room for two steps, and what is found
@rule()
def _average(kernel, evaluator, t, v, w, x, most_outcomes, scratch, ahead, out, rng):
    """Fill in what every seat can expect before chance acts, if the seat to move then does its best; returns whether.

    Of more than `most_outcomes` so many are drawn, evenly spread over their probabilities, which gives the same mean
    in the long run. It is not known where several seats act at once.
    """
    out[:] = 0.0
    count = kernel.legal(t, v, -1, scratch.ids)
    kernel.chance_outcomes(t, v, scratch.chances)
    if count > most_outcomes:
        draw_evenly(scratch.chances, count, most_outcomes, rng)
    for outcome in range(count):
        if scratch.chances[outcome] == 0.0:
            continue
        copy(v, w)
        scratch.chosen[0] = scratch.ids[outcome]
        kernel.apply(t, w, scratch.chosen)
        who = kernel.actors(t, w)
        if who & (who - 1):
            return False
        mover = single_actor(who)
        if who > 1:
            choices = kernel.legal(t, w, mover, ahead.ids)
            pick, most = best(kernel, evaluator, t, w, x, mover, choices, ahead)
            ahead.chosen[0] = ahead.ids[pick]
            kernel.apply(t, w, ahead.chosen)
            out[mover] += scratch.chances[outcome] * most
        over = kernel.actors(t, w) == 0
        if over:
            fill_payoffs(kernel, t, w, scratch.payoffs)
        for seat in range(len(out)):
            if seat != mover:
                found = scaled(scratch.payoffs[seat], evaluator.scale) if over else value(evaluator, t, w, seat)
                out[seat] += scratch.chances[outcome] * found
    return True


@rule()
def remember(evaluator, t, v, episode, step):
    """Note what every seat sees after a move, and what it can expect."""
    seats, n = episode.expected.shape[1], evaluator.shape[INPUTS]
    for seat in range(seats):
        episode.expected[step, seat] = value(evaluator, t, v, seat)
        row = row_of(evaluator.shape, seat)
        for i in range(n):
            episode.inputs[step, seat, i] = evaluator.memory[row + i] * evaluator.scales[i]


@rule()
def _learn_from(scale, episode, steps, moves, returns, trace, experience):
    """Write the positions of an episode with their targets; `returns` are what every seat has at its end.

    There are as many moves as positions, or one more, which has ended the game.
    """
    seats = len(returns)
    fixed = scale[LEAST_SUM] == scale[GREATEST_SUM]
    for step in range(steps - 1, -1, -1):
        if episode.averaged[step]:
            goes_on = step + 1 < steps and episode.promised[step + 1] < 0.0
            for seat in range(seats):
                surprise = returns[seat] - episode.expected[step + 1, seat] if goes_on else 0.0
                returns[seat] = episode.averages[step, seat] + trace * surprise
        elif step + 1 < moves and episode.promised[step + 1] >= 0.0:
            mover = episode.movers[step + 1]
            for seat in range(seats):
                returns[seat] = episode.expected[step, seat]
            returns[mover] = episode.promised[step + 1]
            if fixed and seats == 2:
                returns[1 - mover] = scale[LEAST_SUM] - returns[mover]
        elif step + 1 < steps:
            for seat in range(seats):
                returns[seat] = (1.0 - trace) * episode.expected[step + 1, seat] + trace * returns[seat]
        for seat in range(seats):
            store(experience, episode.inputs[step, seat], returns[seat])


@compiled(types.void(KERNEL, EVALUATOR, INTS, STARTS, EXPLORATION, EPISODE, EXPERIENCE, TABLE, RNG))
def play_games(kernel, evaluator, t, starts, exploration, episode, experience, table, rng):
    """Play games from a start, drawn where there are several, to the end, and store the positions to learn from.

    Size: one loop over the steps of a game.
    """
    v, w, x = starts[0].copy(), starts[0].copy(), starts[0].copy()
    room, seats = episode.expected.shape
    scratch, ahead = new_scratch(exploration.num_ids, seats), new_scratch(exploration.num_ids, seats)
    counters, returns = experience.counters, np.empty(seats)
    for _ in range(exploration.games):
        draw_start(starts, v, rng)
        step, moves, decisions, opening = 0, 0, 0, int(rng.random() * (exploration.opening + 1))
        who = kernel.actors(t, v)
        while who:
            seat, promised = 0, -1.0
            epsilon = 1.0 if decisions < opening else exploration.epsilon
            if who == 1:
                averages = exploration.outcomes > 0
                if averages and step:
                    episode.averaged[step - 1] = _average(
                        kernel, evaluator, t, v, w, x, exploration.outcomes, scratch, ahead,
                        episode.averages[step - 1], rng,
                    )  # fmt: skip
                play_chance(kernel, t, v, scratch, rng)
                who = kernel.actors(t, v)
                if who != 1 or not averages:
                    continue
            else:
                if who & (who - 1):
                    choose_together(kernel, evaluator, t, v, w, who, epsilon, table, scratch, rng)
                else:
                    seat = single_actor(who)
                    count = kernel.legal(t, v, seat, scratch.ids)
                    pick, most = best(kernel, evaluator, t, v, w, seat, count, scratch)
                    if rng.random() < epsilon:
                        other = int(rng.random() * count)
                        promised = -1.0 if other == pick else most
                        pick = other
                    scratch.chosen[0] = scratch.ids[pick]
                decisions += 1
                kernel.apply(t, v, scratch.chosen)
                who = kernel.actors(t, v)
            if step == room - 1:
                returns[:] = episode.expected[step - 1]
                _learn_from(evaluator.scale, episode, step, step, returns, exploration.trace, experience)
                step = 0
            episode.movers[step], episode.promised[step], episode.averaged[step] = seat, promised, 0
            moves = step + 1
            if who:
                remember(evaluator, t, v, episode, step)
                step += 1
        counters[GAMES] += 1
        counters[MOVES] += decisions
        fill_payoffs(kernel, t, v, returns)
        for seat in range(seats):
            returns[seat] = scaled(returns[seat], evaluator.scale)
        _learn_from(evaluator.scale, episode, step, moves, returns, exploration.trace, experience)
