"""Simultaneous turns, compiled: what every seat should play, with what probability, by the positions after one turn.

The choices of the seats that act together make a table of all combinations, each with the payoff that every seat can
expect after it. Regret matching (Hart and Mas-Colell, 2000) plays that table against itself; the mean of its
strategies tends to an equilibrium where two seats share a fixed sum, and to play without regret elsewhere.
"""

from typing import NamedTuple

import numpy as np

from ludarium.core.kernel import (
    FLOATS,
    INTS,
    KERNEL,
    Floats,
    Kernel,
    Vector,
    compiled,
    named_tuple,
    rule,
    types,
)
from ludarium.core.payoffs import fill_payoffs, scaled
from ludarium.search.network import EVALUATOR, Evaluator, expect
from ludarium.search.playout import new_scratch

MOST_COMBINATIONS = 4096
"""A step with more combinations of choices cannot be searched so."""
_ROUNDS = 100


class PayoffMatrix(NamedTuple):
    """Room for the combinations of a step.

    | field      | shape and type              | holds                                                    |
    | ---------- | --------------------------- | -------------------------------------------------------- |
    | `counts`   | (S,) int64                  | how many actions every seat has; 1 if it does not act    |
    | `ids`      | (S, num_ids) int64          | these actions                                            |
    | `payoffs`  | (combinations, S) float64   | what every seat can expect, from 0 to 1                  |
    | `regrets`  | (S, num_ids) float64        | what every action would have won more so far             |
    | `now`      | (S, num_ids) float64        | the strategies of this round                             |
    | `mean`     | (S, num_ids) float64        | the mean of the strategies                               |
    """

    counts: Vector
    ids: Vector
    payoffs: Floats
    regrets: Floats
    now: Floats
    mean: Floats


_I2, _F2 = types.int64[:, ::1], types.float64[:, ::1]
TABLE = named_tuple(PayoffMatrix, INTS, _I2, _F2, _F2, _F2, _F2)


def new_table(seats: int, num_ids: int) -> PayoffMatrix:
    """Return room for the combinations of a step."""
    floats = [np.zeros((seats, num_ids)) for _ in range(3)]
    combinations = min(num_ids**seats, MOST_COMBINATIONS)
    return PayoffMatrix(
        np.ones(seats, np.int64), np.zeros((seats, num_ids), np.int64), np.zeros((combinations, seats)), *floats
    )


@rule()
def list_choices(kernel, t, v, who, table):
    """List the actions of every seat; returns the number of combinations, 0 where they are too many."""
    combinations = 1
    for seat in range(len(table.counts)):
        table.counts[seat] = 1
        if who >> (seat + 1) & 1:
            table.counts[seat] = kernel.legal(t, v, seat, table.ids[seat])
        combinations *= table.counts[seat]
    return combinations if combinations <= len(table.payoffs) else 0


@rule()
def choose_combination(who, table, combination, chosen):
    """Write the actions of a combination, one for each seat that acts."""
    acting = 0
    for seat in range(len(table.counts)):
        if who >> (seat + 1) & 1:
            chosen[acting] = table.ids[seat, combination % table.counts[seat]]
            acting += 1
        combination //= table.counts[seat]


@rule()
def fill_table(kernel, evaluator, t, v, w, who, combinations, table, scratch):
    """Fill in the payoffs after every combination of choices."""
    for combination in range(combinations):
        for i in range(len(v)):
            w[i] = v[i]
        choose_combination(who, table, combination, scratch.chosen)
        kernel.apply(t, w, scratch.chosen)
        if kernel.actors(t, w):
            expect(evaluator, t, w, scratch.payoffs)
        else:
            fill_payoffs(kernel, t, w, scratch.payoffs)
        for seat in range(len(table.counts)):
            table.payoffs[combination, seat] = scaled(scratch.payoffs[seat], evaluator.scale)


@rule()
def _match_regrets(table):
    """Set the strategies of a round: every action in proportion to its regret, or all alike where there is none."""
    for seat in range(len(table.counts)):
        total, count = 0.0, table.counts[seat]
        for i in range(count):
            total += max(table.regrets[seat, i], 0.0)
        for i in range(count):
            table.now[seat, i] = max(table.regrets[seat, i], 0.0) / total if total > 0.0 else 1.0 / count


@rule()
def weigh(table, strategies, combination, seat):
    """Return which of its actions a seat chooses in a combination, and how likely the others choose theirs."""
    rest, likely, own = combination, 1.0, 0
    for other in range(len(table.counts)):
        i = rest % table.counts[other]
        rest //= table.counts[other]
        if other == seat:
            own = i
        else:
            likely *= strategies[other, i]
    return own, likely


@rule()
def _add_regrets(combinations, table):
    """Add what every action would have won more than the strategies of this round."""
    seats = len(table.counts)
    for combination in range(combinations):
        for seat in range(seats):
            own, likely = weigh(table, table.now, combination, seat)
            gain = likely * table.payoffs[combination, seat]
            table.regrets[seat, own] += gain
            for i in range(table.counts[seat]):
                table.regrets[seat, i] -= table.now[seat, own] * gain


@rule()
def match_regrets(combinations, table):
    """Fill in the mean strategies of every seat, from the table of payoffs; later rounds count more."""
    seats = len(table.counts)
    for seat in range(seats):
        for i in range(table.counts[seat]):
            table.regrets[seat, i] = table.mean[seat, i] = 0.0
    for turn in range(_ROUNDS):
        _match_regrets(table)
        _add_regrets(combinations, table)
        for seat in range(seats):
            for i in range(table.counts[seat]):
                table.mean[seat, i] += table.now[seat, i] * (turn + 1)
    for seat in range(seats):
        for i in range(table.counts[seat]):
            table.mean[seat, i] /= _ROUNDS * (_ROUNDS + 1) / 2


@rule()
def draw(who, table, epsilon, chosen, rng):
    """Draw an action for each seat that acts: from its mean strategy, or with probability epsilon any."""
    acting = 0
    for seat in range(len(table.counts)):
        if who >> (seat + 1) & 1:
            count, pick, left = table.counts[seat], 0, rng.random()
            if rng.random() < epsilon:
                pick = int(left * count)
            else:
                while pick < count - 1 and left >= table.mean[seat, pick]:
                    left -= table.mean[seat, pick]
                    pick += 1
            chosen[acting] = table.ids[seat, pick]
            acting += 1


# 10 arguments: two positions and the arrays of a search, which have no other users in common
@rule()
def choose_together(kernel, evaluator, t, v, w, who, epsilon, table, scratch, rng):
    """Draw an action for each seat that acts, from an equilibrium one turn ahead; at random if the table is too big."""
    combinations = list_choices(kernel, t, v, who, table)
    if combinations:
        fill_table(kernel, evaluator, t, v, w, who, combinations, table, scratch)
        match_regrets(combinations, table)
    draw(who, table, epsilon if combinations else 1.0, scratch.chosen, rng)


@compiled(types.float64(KERNEL, EVALUATOR, INTS, INTS, types.int64, TABLE, types.int64, FLOATS))
def find_strategy(
    kernel: Kernel,
    evaluator: Evaluator,
    t: Vector,
    v: Vector,
    seat: int,
    table: PayoffMatrix,
    num_ids: int,
    out: Floats,
) -> float:
    """Fill in how likely a seat should play each of its actions in a simultaneous step; returns what it can expect.

    Returns -1 if there are too many combinations; then all actions are alike.
    """
    who, scratch, w = kernel.actors(t, v), new_scratch(num_ids, len(table.counts)), v.copy()
    combinations = list_choices(kernel, t, v, who, table)
    if combinations == 0:
        for i in range(table.counts[seat]):
            out[i] = 1.0 / table.counts[seat]
        return -1.0
    fill_table(kernel, evaluator, t, v, w, who, combinations, table, scratch)
    match_regrets(combinations, table)
    expected = 0.0
    for combination in range(combinations):
        own, likely = weigh(table, table.mean, combination, seat)
        expected += likely * table.mean[seat, own] * table.payoffs[combination, seat]
    for i in range(table.counts[seat]):
        out[i] = table.mean[seat, i]
    return expected
