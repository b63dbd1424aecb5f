"""Plans, compiled: sequences of actions of every seat, which are played against each other and improved by variation.

Where everybody decides at once and a game is long, one turn ahead shows nothing. So each seat has a few plans for the
coming steps. All combinations of the seats' plans are played to their end, which is valued on the way and there; regret
matching finds how likely each plan should be, and variations of the best plans replace the worst. This is rolling
horizon evolution (Perez and others, 2013) with an equilibrium between the populations in place of one opponent.

A plan holds a number for every step. It stands for the action of that number, and where this is not legal for one of
the legal actions. No game is known here: variations hold an action for a time, repeat a few, or come early or late.

Size: compiled functions, with the arrays that they share described at the top.
"""

from typing import NamedTuple

import numpy as np

from ludarium.core.elementary import exp, log
from ludarium.core.kernel import INTS, KERNEL, RNG, Floats, Vector, compiled, named_tuple, rule, types
from ludarium.core.payoffs import fill_payoffs, scaled
from ludarium.search.matrix import TABLE, PayoffMatrix, match_regrets, weigh
from ludarium.search.network import EVALUATOR, expect
from ludarium.search.playout import SCRATCH, play_chance

_LOOKS = 4
"""How often a plan is valued on its way; the last time is at its end."""
_NOTES, _LONGEST_HOLD = 3, log(32.0)
"""A motif has up to so many actions, each held for up to e to this power steps."""


class Plans(NamedTuple):
    """Plans of S seats, up to K each, for H steps.

    | field    | shape and type  | holds                                                                    |
    | -------- | --------------- | ------------------------------------------------------------------------ |
    | `lines`  | (S, K, H) int64 | the numbers of every plan                                                |
    | `values` | (S, K) float64  | what every plan can expect against the strategies of the others          |
    | `order`  | (K,) int64      | room to sort plans                                                       |
    | `motif`  | (2, 3) int64    | room for the actions of a motif, and how long each is held               |
    """

    lines: Vector
    values: Floats
    order: Vector
    motif: Vector


class Effort(NamedTuple):
    """The effort for improving plans.

    | field         | meaning                                                                              |
    | ------------- | ------------------------------------------------------------------------------------ |
    | `rounds`      | rounds of new plans                                                                  |
    | `num_actions` | that of the game                                                                     |
    | `fixed`       | 1 + the seat that expects the others to follow their first plans; 0 if none does     |
    | `trust`       | the probability with which it expects that                                           |
    """

    rounds: int
    num_actions: int
    fixed: int = 0
    trust: float = 0.0


PLANS = named_tuple(Plans, types.int64[:, :, ::1], types.float64[:, ::1], INTS, types.int64[:, ::1])
EFFORT = named_tuple(Effort, types.int64, types.int64, types.int64, types.float64)


def new_plans(counts: list[int], steps: int) -> tuple[Plans, PayoffMatrix]:
    """Return room for so many plans of every seat, and for the payoffs of their combinations."""
    seats, most, combinations = len(counts), max(counts), int(np.prod(counts))
    plans = Plans(
        np.zeros((seats, most, steps), np.int64), np.zeros((seats, most)), np.zeros(most, np.int64),
        np.zeros((2, _NOTES), np.int64),
    )  # fmt: skip
    floats = [np.zeros((seats, most)) for _ in range(3)]
    table = PayoffMatrix(
        np.array(counts, np.int64), np.zeros((seats, most), np.int64), np.zeros((combinations, seats)), *floats
    )
    return plans, table


@rule()
def legal_action(kernel, t, v, seat, number, ids):
    """Return the action that a number of a plan stands for."""
    count = kernel.legal(t, v, seat, ids)
    for i in range(count):
        if ids[i] == number:
            return number
    return ids[number % count]


@rule()
def follow(kernel, t, v, lines, table, first, steps, scratch, rng):
    """Play some steps of every seat's plan, whose indices are in the first column of the table's ids.

    Returns who must act then. Steps of chance are not counted.
    """
    step, who = first, kernel.actors(t, v)
    while who:
        if who == 1:
            play_chance(kernel, t, v, scratch, rng)
        else:
            if step == first + steps:
                break
            acting = 0
            for seat in range(len(table.counts)):
                if who >> (seat + 1) & 1:
                    number = lines[seat, table.ids[seat, 0], step]
                    scratch.chosen[acting] = legal_action(kernel, t, v, seat, number, scratch.ids)
                    acting += 1
            kernel.apply(t, v, scratch.chosen)
            step += 1
        who = kernel.actors(t, v)
    return who


@rule()
def _value_combinations(kernel, evaluator, t, v, w, plans, table, scratch, rng):
    """Play every combination of plans, and fill in the mean of what every seat could expect on the way."""
    seats, steps = len(table.counts), plans.lines.shape[2]
    for combination in range(len(table.payoffs)):
        for i in range(len(v)):
            w[i] = v[i]
        rest = combination
        for seat in range(seats):
            table.ids[seat, 0] = rest % table.counts[seat]
            rest //= table.counts[seat]
            table.payoffs[combination, seat] = 0.0
        for look in range(_LOOKS):
            first, end = steps * look // _LOOKS, steps * (look + 1) // _LOOKS
            if follow(kernel, t, w, plans.lines, table, first, end - first, scratch, rng):
                expect(evaluator, t, w, scratch.payoffs)
            else:
                fill_payoffs(kernel, t, w, scratch.payoffs)
            for seat in range(seats):
                table.payoffs[combination, seat] += scaled(scratch.payoffs[seat], evaluator.scale) / _LOOKS


@rule()
def _trust(table, seat, trust):
    """Mix what a seat expects with what it would expect if the others followed their first plans."""
    size, stride = table.counts[seat], 1
    for other in range(seat):
        stride *= table.counts[other]
    for combination in range(len(table.payoffs)):
        own = combination // stride % size
        if combination != own * stride:  # the combinations that are mixed in come first, and stay as they are
            table.payoffs[combination, seat] += trust * (
                table.payoffs[own * stride, seat] - table.payoffs[combination, seat]
            )


@rule()
def _value_plans(plans, table):
    """Fill in what every plan can expect against the mean strategies of the others."""
    seats = len(table.counts)
    plans.values[:] = 0.0
    for combination in range(len(table.payoffs)):
        for seat in range(seats):
            own, likely = weigh(table, table.mean, combination, seat)
            plans.values[seat, own] += likely * table.payoffs[combination, seat]


@rule()
def _sort(values, count, order):
    """Leave the indices of the first values in order, the greatest value first."""
    for i in range(count):
        at = i
        while at > 0 and values[order[at - 1]] < values[i]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = i


@rule()
def _write_motif(line, start, end, motif, num_actions, rng):
    """Write into a part of a plan one to three actions over and over, each held for some time."""
    notes = 1 + int(rng.random() * _NOTES)
    for note in range(notes):
        motif[0, note] = int(rng.random() * num_actions)
        motif[1, note] = int(exp(rng.random() * _LONGEST_HOLD))
    at, note = start, 0
    while at < end:
        until = min(end, at + motif[1, note])
        while at < until:
            line[at] = motif[0, note]
            at += 1
        note = (note + 1) % notes


@rule()
def _vary(line, other, motif, num_actions, rng):
    """Change a plan in one of four ways; `other` is another good plan."""
    steps = len(line)
    way, at = rng.random(), int(rng.random() * steps)
    if way < 0.5:
        _write_motif(line, at, min(steps, at + int(exp(rng.random() * log(steps)))), motif, num_actions, rng)
    elif way < 0.7:
        _write_motif(line, at, steps, motif, num_actions, rng)
    elif way < 0.85:
        for i in range(at, steps):
            line[i] = other[i]
    else:
        late = 1 + int(rng.random() * 4)
        for i in range(steps - 1, late - 1, -1):
            line[i] = line[i - late]


@rule()
def _renew(plans, table, fixed, num_actions, rng):
    """Replace the worse half of every seat's plans: by variations of the better half, and one by a new plan.

    With `fixed`, the first plan of every other seat than `fixed` - 1 is left as it is.
    """
    for seat in range(len(table.counts)):
        lines, count = plans.lines[seat], table.counts[seat]
        _sort(plans.values[seat], count, plans.order)
        kept = (count + 1) // 2
        for place in range(kept, count):
            k = plans.order[place]
            if fixed and seat != fixed - 1 and k == 0:
                continue
            if place == count - 1:
                _write_motif(lines[k], 0, lines.shape[1], plans.motif, num_actions, rng)
                continue
            parent = plans.order[int(rng.random() * rng.random() * kept)]
            for i in range(lines.shape[1]):
                lines[k, i] = lines[parent, i]
            _vary(lines[k], lines[plans.order[int(rng.random() * kept)]], plans.motif, num_actions, rng)


@compiled(types.void(PLANS, TABLE, types.int64, RNG))
def begin_plans(plans, table, num_actions, rng):
    """Write new plans for every seat."""
    for seat in range(len(table.counts)):
        for k in range(table.counts[seat]):
            _write_motif(plans.lines[seat, k], 0, plans.lines.shape[2], plans.motif, num_actions, rng)
            plans.values[seat, k] = 0.0


@compiled(types.void(PLANS, TABLE, types.int64, types.int64, RNG))
def shift_plans(plans, table, steps, num_actions, rng):
    """Drop the first steps of every plan, and go on at its end with a new motif."""
    length = plans.lines.shape[2]
    for seat in range(len(table.counts)):
        for k in range(table.counts[seat]):
            line = plans.lines[seat, k]
            for i in range(length - steps):
                line[i] = line[i + steps]
            _write_motif(line, length - steps, length, plans.motif, num_actions, rng)


# 10 arguments: two positions and the arrays of a search, which have no other users in common
@rule()
def improve_plans(kernel, evaluator, t, v, w, plans, table, effort, scratch, rng):
    """Improve the plans in some rounds; leaves the strategies in the table, and the values in the plans."""
    fixed = effort.fixed
    for _ in range(effort.rounds):
        _renew(plans, table, fixed, effort.num_actions, rng)
        _value_combinations(kernel, evaluator, t, v, w, plans, table, scratch, rng)
        if fixed:
            _trust(table, fixed - 1, effort.trust)
        match_regrets(len(table.payoffs), table)
        _value_plans(plans, table)


@rule()
def draw_plans(table, epsilon, rng):
    """Draw a plan of every seat by its strategy, or with probability epsilon any; into the first column of the ids."""
    for seat in range(len(table.counts)):
        count, pick, left = table.counts[seat], 0, rng.random()
        if rng.random() < epsilon:
            pick = int(left * count)
        else:
            while pick < count - 1 and left >= table.mean[seat, pick]:
                left -= table.mean[seat, pick]
                pick += 1
        table.ids[seat, 0] = pick


@compiled(types.void(KERNEL, EVALUATOR, INTS, INTS, PLANS, TABLE, EFFORT, SCRATCH, RNG))
def search_plans(kernel, evaluator, t, v, plans, table, effort, scratch, rng):
    """Improve the plans, as `improve_plans` does, for a caller in Python."""
    improve_plans(kernel, evaluator, t, v, v.copy(), plans, table, effort, scratch, rng)
