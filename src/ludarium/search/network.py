"""A small network that values positions, compiled: what a search asks at its leaves instead of a written evaluation.

The network reads what a seat observes, and gives that seat's payoff as a part of the payoff range. It has two hidden
layers of rectified linear units. The sums of the first are carried from one position to the next and changed only where
the inputs differ, since the positions of a search differ little.

Weights, for n inputs and layers of H and K units, one after another in one float32 vector:

| count | are                                                      |
| ----- | -------------------------------------------------------- |
| n * H | of each input to the first layer, a row an input         |
| H     | biases of the first layer                                |
| K * H | to each unit of the second layer from all of the first   |
| K     | biases of the second layer                               |
| K     | of each unit of the second layer to the output           |
| 1     | bias of the output, whose logistic function is the value |

Memory, for observations of S numbers, a float32 vector that belongs to one thread:

| count | holds                                                                            |
| ----- | -------------------------------------------------------------------------------- |
| S     | the observation                                                                  |
| K     | the second layer                                                                 |
| H     | the rectified first layer                                                        |
| rows of n + H + 1 | for every seat the inputs last seen, before they are scaled, the sums of the |
|       | first layer, and how often these have been changed since they were computed whole |

Size: one memory layout, which observing, changing sums and answering share.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ludarium.core.elementary import exp
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
    type_named_tuple,
    types,
)
from ludarium.core.payoffs import GREATEST_SUM, LEAST, LEAST_SUM, SPAN
from ludarium.core.products import multiply

KIND, ARGUMENT = range(2)
"""The columns of `Evaluator.parts`: what of a number is the input."""
NUMBER, EQUAL, BIT = range(3)
"""The kinds of inputs: the number itself; 1 if it is the argument, else 0; one of its bits."""
INPUTS, FIRST, SECOND, SIZE = range(4)
"""The indices of `Evaluator.shape`: inputs, units of both layers, numbers of an observation."""
_REFRESH = 5000
"""Changes of a seat's sums after which they are computed whole again, so that rounding errors do not add up."""


class Evaluator(NamedTuple):
    """The evaluator of the leaves of a search: a compiled evaluation, or a network if there are weights.

    | field      | shape and type | holds                                                                  |
    | ---------- | -------------- | ---------------------------------------------------------------------- |
    | `evaluate` |                | the evaluation, of the type `EVALUATE`                                 |
    | `observe`  |                | the game's observation, of the type `OBSERVE`                          |
    | `shape`    | (4,) int64     | INPUTS, FIRST, SECOND, SIZE; empty if every position counts as a draw  |
    | `places`   | (n,) int64     | the place of every input in the observation                            |
    | `parts`    | (n, 2) int64   | its KIND and ARGUMENT; empty where all inputs are numbers              |
    | `scales`   | (n,) float32   | the factor of every input                                              |
    | `weights`  | float32        | see above; empty if there is no network                                |
    | `scale`    | (4,) float64   | that of the game's `PayoffRange`                                       |
    | `memory`   | float32        | see above                                                              |
    | `changed`  | (n + 1,) int64 | room for the numbers of the inputs that differ; of one thread as well  |
    """

    evaluate: Callable[[Vector, Vector, Floats], int]
    observe: Callable[[Vector, Vector, int, Singles], None]
    shape: Vector
    places: Vector
    parts: Vector
    scales: Singles
    weights: Singles
    scale: Floats
    memory: Singles
    changed: Vector

    def renewed(self, seats: int) -> Evaluator:
        """Return the evaluator with a memory of its own in which nothing has been seen yet: a thread needs one."""
        if not len(self.weights):
            return self
        return self._replace(memory=fresh_memory(self.shape, seats), changed=np.zeros(self.shape[INPUTS] + 1, np.int64))


_SINGLES = types.float32[::1]
EVALUATOR = named_tuple(
    Evaluator, EVALUATE_TYPE, OBSERVE_TYPE, INTS, INTS, types.int64[:, ::1], _SINGLES, _SINGLES, FLOATS, _SINGLES, INTS
)
"""The type of an evaluator as an argument of drivers."""

type_named_tuple(Evaluator, EVALUATOR, (EVALUATE_TYPE, OBSERVE_TYPE))


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


@rule()
def row_of(shape, seat):
    """Return where a seat's row of the memory begins."""
    return shape[SIZE] + shape[SECOND] + shape[FIRST] + seat * (shape[INPUTS] + shape[FIRST] + 1)


@rule()
def _input(seen, places, parts, i):
    """Return an input before it is scaled."""
    number = seen[np.uint64(places[i])]  # an index without a sign: Numba then does not ask whether it is negative
    if len(parts):
        if parts[i, KIND] == EQUAL:
            return np.float32(int(number) == parts[i, ARGUMENT])
        if parts[i, KIND] == BIT:
            return np.float32(int(number) >> parts[i, ARGUMENT] & 1)
    return number


@rule()
def _change(seen, places, parts, scales, weights, last, sums, i, j):
    """Bring the sums up to date with two inputs; the second counts only if it is another one."""
    first, number, other = len(sums), _input(seen, places, parts, i), _input(seen, places, parts, j)
    one = (number - last[i]) * scales[i]
    last[i] = number
    two = (other - last[j]) * scales[j]  # 0 if it is the same input
    last[j] = other
    at, to = weights[i * first : (i + 1) * first], weights[j * first : (j + 1) * first]
    for h in range(first):
        sums[h] += one * at[h] + two * to[h]


@rule()
def look(evaluator, t, v, seat):
    """Bring a seat's row of the memory up to date with a position; returns where its sums begin.

    The inputs that differ are listed before anything is done with them, without a branch for each of them: a processor
    guesses such branches wrongly, and that costs more than all the rest.
    """
    shape, places, parts, weights, memory, changed = (
        evaluator.shape, evaluator.places, evaluator.parts, evaluator.weights, evaluator.memory, evaluator.changed,
    )  # fmt: skip
    n, first = shape[INPUTS], shape[FIRST]
    seen, row = memory[: shape[SIZE]], row_of(shape, seat)
    evaluator.observe(t, v, seat, seen)
    last, sums = memory[row : row + n], memory[row + n : row + n + first]
    changes = memory[row + n + first : row + n + first + 1]
    if changes[0] >= _REFRESH:
        changes[0] = 0.0
        for i in range(n):
            last[i] = 0.0
        for h in range(first):
            sums[h] = weights[n * first + h]
    count = np.uint64(0)
    for i in range(np.uint64(n)):
        changed[count] = i
        count += np.uint64(_input(seen, places, parts, i) != last[i])
    changed[count] = changed[count - np.uint64(count > 0)]  # an odd one is changed with itself
    for k in range(0, int(count), 2):
        _change(seen, places, parts, evaluator.scales, weights, last, sums, changed[k], changed[k + 1])
    changes[0] += np.float32(count > 0)
    return row + n


@rule()
def respond(shape, weights, memory, start):
    """Return the network's output before the logistic function, from the sums of the first layer in the memory.

    Leaves the second layer before it is rectified, and the first after, in the memory.
    """
    n, first, second, size = shape[INPUTS], shape[FIRST], shape[SECOND], shape[SIZE]
    sums, high, low = (
        memory[start : start + first],
        memory[size : size + second],
        memory[size + second : size + second + first],
    )
    base = n * first + first
    top = base + first * second
    biases, zero = weights[top : top + 2 * second + 1], np.float32(0.0)
    for h in range(first):
        low[h] = max(sums[h], zero)
    output = biases[2 * second]
    multiply(low, weights[base:top], high)
    for k in range(second):
        high[k] += biases[k]
        output += max(high[k], zero) * biases[second + k]
    return output


@rule()
def value(evaluator, t, v, seat):
    """Return a seat's expected payoff by the network, from 0 to 1."""
    start = look(evaluator, t, v, seat)
    output = respond(evaluator.shape, evaluator.weights, evaluator.memory, start)
    return 1.0 / (1.0 + exp(-output))


@rule()
def expect(evaluator, t, v, out):
    """Fill in the payoff that every seat can expect in a position.

    A network is asked for every seat, and the payoffs are brought to their sum; two seats that share a fixed sum
    need one question.
    """
    scale, seats, total = evaluator.scale, len(out), 0.0
    if len(evaluator.shape) == 0:
        out[:] = (scale[LEAST_SUM] + scale[GREATEST_SUM]) / 2 / seats * scale[SPAN] + scale[LEAST]
        return
    if len(evaluator.weights) == 0:
        evaluator.evaluate(t, v, out)
        return
    fixed = scale[LEAST_SUM] == scale[GREATEST_SUM]
    asked = 1 if fixed and seats == 2 else seats
    for seat in range(asked):  # asked for in one place, as the network becomes part of every search that is compiled
        out[seat] = value(evaluator, t, v, seat)
        total += out[seat]
    if asked < seats:
        out[1] = scale[LEAST_SUM] - out[0]
    elif fixed and total > 0.0:
        for seat in range(seats):
            out[seat] = min(1.0, out[seat] * scale[LEAST_SUM] / total)
    for seat in range(seats):
        out[seat] = out[seat] * scale[SPAN] + scale[LEAST]


@compiled(types.void(EVALUATOR, INTS, INTS, FLOATS))
def values_of(evaluator: Evaluator, t: Vector, v: Vector, out: Floats) -> None:
    """Fill in the payoff that every seat can expect in one position, for callers in Python."""
    expect(evaluator, t, v, out)
