"""A small network that values positions, compiled: what a search asks at its leaves instead of a written evaluation.

The network reads what a seat observes, and gives that seat's payoff as a part of the payoff range. It has two hidden
layers of rectified linear units. The sums of the first are kept from one position to the next and changed only where
the inputs differ, since the positions of a search differ little.

Weights, for n inputs and layers of H and K units, one after another in one float32 vector:

| count | are                                                      |
| ----- | -------------------------------------------------------- |
| n * H | of each input to the first layer, a row an input         |
| H     | biases of the first layer                                |
| H * K | of each unit of the first layer to the second            |
| K     | biases of the second layer                               |
| K     | of each unit of the second layer to the output           |
| 1     | bias of the output, whose logistic function is the value |

Memory, for observations of S numbers, a float32 vector that belongs to one thread:

| count | holds                                                                            |
| ----- | -------------------------------------------------------------------------------- |
| S     | the observation                                                                  |
| K     | the second layer                                                                 |
| H     | the rectified first layer                                                        |
| rows of n + H + 1 | for every seat the inputs last seen, the sums of the first layer, and how    |
|       | often these have been changed since they were last computed whole                |
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import types
from numba.extending import typeof_impl

from ludarium.core.function_type import require_functions
from ludarium.core.kernel import (
    EVALUATE_TYPE,
    FLOATS,
    INTS,
    OBSERVE_TYPE,
    Floats,
    Singles,
    Vector,
    compiled,
    named_tuple,
    rule,
)
from ludarium.core.payoffs import GREATEST_SUM, LEAST, LEAST_SUM, SPAN

PLACE, KIND, ARGUMENT = range(3)
"""The columns of `Evaluator.inputs`: the place in the observation, and what of the number there is the input."""
NUMBER, EQUAL, BIT = range(3)
"""The kinds of inputs: the number itself; 1 if it is the argument, else 0; one of its bits."""
INPUTS, FIRST, SECOND, SIZE = range(4)
"""The indices of `Evaluator.shape`: inputs, units of both layers, numbers of an observation."""
_REFRESH = 5000
"""Changes of a seat's sums after which they are computed whole again, so that rounding errors do not add up."""


class Evaluator(NamedTuple):
    """What values the leaves of a search: a compiled evaluation, or a network if there are weights.

    | field      | shape and type | holds                                                                  |
    | ---------- | -------------- | ---------------------------------------------------------------------- |
    | `evaluate` |                | the evaluation, of the type `EVALUATE`                                 |
    | `observe`  |                | the game's observation, of the type `OBSERVE`                          |
    | `shape`    | (4,) int64     | INPUTS, FIRST, SECOND, SIZE                                            |
    | `inputs`   | (n, 3) int64   | PLACE, KIND and ARGUMENT of every input                                |
    | `scales`   | (n,) float32   | the factor of every input                                              |
    | `weights`  | float32        | see above; empty if there is no network                                |
    | `scale`    | (4,) float64   | that of the game's `PayoffRange`                                       |
    | `memory`   | float32        | see above                                                              |
    """

    evaluate: Callable[[Vector, Vector, Floats], int]
    observe: Callable[[Vector, Vector, int, Singles], None]
    shape: Vector
    inputs: Vector
    scales: Singles
    weights: Singles
    scale: Floats
    memory: Singles


_SINGLES = types.float32[::1]
EVALUATOR = named_tuple(
    Evaluator, EVALUATE_TYPE, OBSERVE_TYPE, INTS, types.int64[:, ::1], _SINGLES, _SINGLES, FLOATS, _SINGLES
)
"""The type of an evaluator as an argument of drivers."""


@typeof_impl.register(Evaluator)
def _type_of_evaluator(evaluator: Evaluator, context: object) -> types.Type:
    """Return the type of an evaluator; Numba would give every function a type of its own, which no driver takes.

    Raises `TypeError` where a function has another signature.
    """
    require_functions(evaluator, (EVALUATE_TYPE, OBSERVE_TYPE))
    return EVALUATOR


def weight_count(inputs: int, first: int, second: int) -> int:
    """Return how many weights a network of this shape has.

    >>> weight_count(10, 4, 2)
    57
    """
    return inputs * first + first + first * second + 2 * second + 1


def memory_size(shape: Vector, seats: int) -> int:
    """Return how many numbers the memory of a network has."""
    inputs, first, second, size = shape.tolist()
    return int(size + second + first + seats * (inputs + first + 1))


def fresh_memory(shape: Vector, seats: int) -> Singles:
    """Return a memory in which nothing has been seen yet."""
    memory = np.zeros(memory_size(shape, seats), np.float32)
    inputs, first, second, size = shape.tolist()
    rows = memory[size + second + first :].reshape(seats, inputs + first + 1)
    rows[:, -1] = _REFRESH
    return memory


@compiled(_nrt=False, fastmath=True)
def look(evaluator, t, v, seat):
    """Bring a seat's row of the memory up to date with a position; returns where the row begins."""
    observe, shape, inputs, scales, weights, memory = (
        evaluator.observe, evaluator.shape, evaluator.inputs, evaluator.scales, evaluator.weights, evaluator.memory,
    )  # fmt: skip
    n, first = shape[INPUTS], shape[FIRST]
    seen = memory[: shape[SIZE]]
    observe(t, v, seat, seen)
    row = shape[SIZE] + shape[SECOND] + first + seat * (n + first + 1)
    last, sums = memory[row : row + n], memory[row + n : row + n + first]
    if memory[row + n + first] >= _REFRESH:
        memory[row + n + first] = 0.0
        for i in range(n):
            last[i] = 0.0
        for h in range(first):
            sums[h] = weights[n * first + h]
    changed = 0
    for i in range(n):
        number = seen[inputs[i, PLACE]]
        if inputs[i, KIND] != NUMBER:
            if inputs[i, KIND] == EQUAL:
                number = np.float32(int(number) == inputs[i, ARGUMENT])
            else:
                number = np.float32(int(number) >> inputs[i, ARGUMENT] & 1)
        number *= scales[i]
        difference = number - last[i]
        if difference != 0.0:
            last[i] = number
            changed = 1
            at = weights[i * first : (i + 1) * first]
            for h in range(first):
                sums[h] += difference * at[h]
    memory[row + n + first] += np.float32(changed)
    return row


@compiled(_nrt=False, fastmath=True)
def respond(shape, weights, memory, row):
    """Return the network's output before the logistic function, from the sums of a row of the memory.

    Leaves the second layer before it is rectified, and the first after, in the memory.
    """
    n, first, second, size = shape[INPUTS], shape[FIRST], shape[SECOND], shape[SIZE]
    sums, high, low = (
        memory[row + n : row + n + first],
        memory[size : size + second],
        memory[size + second : size + second + first],
    )
    base = n * first + first
    biases = weights[base + first * second : base + first * second + 2 * second + 1]
    for k in range(second):
        high[k] = biases[k]
    for h in range(first):
        unit = max(sums[h], np.float32(0.0))
        low[h] = unit
        if unit > 0.0:
            at = weights[base + h * second : base + (h + 1) * second]
            for k in range(second):
                high[k] += unit * at[k]
    output = biases[2 * second]
    for k in range(second):
        output += max(high[k], np.float32(0.0)) * biases[second + k]
    return output


@rule()
def value(evaluator, t, v, seat):
    """Return a seat's expected payoff by the network, from 0 to 1."""
    row = look(evaluator, t, v, seat)
    return 1.0 / (1.0 + math.exp(-respond(evaluator.shape, evaluator.weights, evaluator.memory, row)))


@rule()
def expect(evaluator, t, v, out):
    """Fill in the payoff that every seat can expect in a position.

    A network is asked for every seat, and the payoffs are brought to their sum; two seats that share a fixed sum
    need one question.
    """
    if len(evaluator.weights) == 0:
        evaluator.evaluate(t, v, out)
        return
    scale, seats, total = evaluator.scale, len(out), 0.0
    fixed = scale[LEAST_SUM] == scale[GREATEST_SUM]
    if fixed and seats == 2:
        out[0] = value(evaluator, t, v, 0)
        out[1] = scale[LEAST_SUM] - out[0]
    else:
        for seat in range(seats):
            out[seat] = value(evaluator, t, v, seat)
            total += out[seat]
        if fixed and total > 0.0:
            for seat in range(seats):
                out[seat] = min(1.0, out[seat] * scale[LEAST_SUM] / total)
    for seat in range(seats):
        out[seat] = out[seat] * scale[SPAN] + scale[LEAST]


@compiled(types.void(EVALUATOR, INTS, INTS, FLOATS))
def values_of(evaluator: Evaluator, t: Vector, v: Vector, out: Floats) -> None:
    """Fill in the payoff that every seat can expect in one position, for callers in Python."""
    expect(evaluator, t, v, out)
