"""Random play, compiled: drivers that take any game's kernel.

`t` and `v` are the tables and the position of a kernel (see `ludarium.core.kernel`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE, FLOATS, INTS, KERNEL, RNG, Floats, Vector, compiled, named_tuple, rule, types
from ludarium.core.payoffs import fill_payoffs
from ludarium.core.vectors import copy


class Scratch(NamedTuple):
    """Arrays that a driver allocates once, for what the functions of a kernel write.

    | field     | shape and type     | holds                                         |
    | --------- | ------------------ | --------------------------------------------- |
    | `ids`     | (num_ids,) int64   | the legal actions of one actor                |
    | `chances` | (num_ids,) float64 | the probabilities of the outcomes of chance   |
    | `chosen`  | (seats,) int64     | the actions of one step                       |
    | `payoffs` | (seats,) float64   | the payoff of every seat                      |
    """

    ids: Vector
    chances: Floats
    chosen: Vector
    payoffs: Floats


SCRATCH = named_tuple(Scratch, INTS, FLOATS, INTS, FLOATS)
ROLLOUT = types.int64(KERNEL, INTS, INTS, SCRATCH, RNG)
"""The type of `rollout`, for drivers that take it as an argument."""


@compiled()
def new_scratch(num_ids, seats):
    """Return scratch arrays for a game."""
    ids, chances = np.empty(num_ids, np.int64), np.empty(num_ids, np.float64)
    return Scratch(ids, chances, np.empty(seats, np.int64), np.empty(seats, np.float64))


@rule()
def play_chance(kernel, t, v, scratch, rng):
    """Play one step of chance; returns the place of its outcome in the ids and the chances of the scratch."""
    count = kernel.legal(t, v, -1, scratch.ids)
    kernel.chance_outcomes(t, v, scratch.chances)
    left, pick = rng.random(), 0
    while pick < count - 1 and left >= scratch.chances[pick]:
        left -= scratch.chances[pick]
        pick += 1
    scratch.chosen[0] = scratch.ids[pick]
    kernel.apply(t, v, scratch.chosen)
    return pick


@rule()
def lets_choose(kernel, t, before, after, ids, chosen):
    """Return whether a seat may act after some outcome of the chance step at `before`; `after` is overwritten."""
    for place in range(kernel.legal(t, before, -1, ids)):
        copy(before, after)
        chosen[0] = ids[place]
        kernel.apply(t, after, chosen)
        if kernel.actors(t, after) > 1:
            return True
    return False


@rule()
def random_play(kernel, t, v, awaited, action, scratch, rng, tally):
    """Play v at random until a seat of the bit set `awaited` must act, or to the end; returns the number of steps.

    If an awaited seat must act at once, `action` is its action in the first step; otherwise `action` is -1.
    `tally` is None or a pair: two vectors for positions, and an int64 vector of length num_actions + 3, which counts
    choices and turns:

    | index         | meaning                                                                  |
    | ------------- | ------------------------------------------------------------------------ |
    | 0             | set to the number of choices in this game                                |
    | n             | increased by the number of choices between n actions                     |
    | -2            | set to the number of turns in this game                                  |
    | -1            | set to the seats that chose first, as bits like those of `actors`        |

    Turns are counted as `core.rolls` numbers them: the steps of one seat that follow each other, with the roll before
    them, are one turn, and so is a roll that leaves its seat nothing to choose; draws that are for no seat are none.

    Size: one loop, on which the speed of all random play depends.
    """
    ids, chances, chosen, _ = scratch
    steps, turns, choices, first, last = 0, 0, 0, 0, 0
    who = kernel.actors(t, v)
    if tally is not None:
        kept, counts = tally
    while who and (action >= 0 or who & awaited == 0):
        if tally is not None:
            turns += who != 1 and (who != last or who & (who - 1) != 0)
            last = who
        if who == 1:
            if tally is not None:
                copy(v, kept[0])
            count = kernel.legal(t, v, -1, ids)
            kernel.chance_outcomes(t, v, chances)
            left, pick = rng.random(), 0
            while pick < count - 1 and left >= chances[pick]:
                left -= chances[pick]
                pick += 1
            chosen[0] = ids[pick]
        else:
            deciding = 0
            for seat in range(len(chosen)):
                if who >> (seat + 1) & 1:
                    if awaited >> (seat + 1) & 1:
                        chosen[deciding] = action
                    else:
                        count = kernel.legal(t, v, seat, ids)
                        chosen[deciding] = ids[int(rng.random() * count)]
                        if tally is not None:
                            counts[count] += 1
                    deciding += 1
            if tally is not None:
                if choices == 0:
                    first = who
                choices += deciding
        kernel.apply(t, v, chosen)
        steps += 1
        action = -1
        who = kernel.actors(t, v)
        if tally is not None and last == 1 and who <= 1:
            turns += lets_choose(kernel, t, kept[0], kept[1], ids, chosen)
    if tally is not None:
        counts[0], counts[-2], counts[-1] = choices, turns, first
    return steps


@compiled(ROLLOUT)
def rollout(kernel, t, v, scratch, rng):
    """Play v to its end at random, and leave the payoffs of all seats in the scratch; returns the number of steps.

    Seats choose uniformly, chance by its probabilities.
    """
    steps = random_play(kernel, t, v, 0, -1, scratch, rng, None)
    fill_payoffs(kernel, t, v, scratch.payoffs)
    return steps


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


def random_step(state: State, rng: np.random.Generator) -> State:
    """Return the state after a random outcome of chance, or after random actions of all seats that must act.

    >>> import ludarium
    >>> from ludarium.core.rng import generator
    >>> str(random_step(ludarium.load("ludo").initial(), generator(1)))  # the draw of who begins
    '1,1,1,1/1,1,1,1 B - 1'
    """
    if state.actors == (CHANCE,):
        return state.play_unchecked(random_outcome(state, rng))
    return state.play_unchecked(*(random_action(state, seat, rng) for seat in state.actors))
