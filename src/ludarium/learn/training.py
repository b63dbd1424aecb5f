"""Training, compiled: the weights of a network are fitted to what self-play has found out, by Adam (Kingma, Ba, 2015).

The loss is the cross-entropy of target and value. The player has the mean of the weights over the last part of the
training, weighted towards its end (Shamir and Zhang, 2013), which is steadier than the last weights.
"""

import math
from typing import NamedTuple

import numpy as np

from ludarium.core.elementary import exp, log, power
from ludarium.core.kernel import INTS, RNG, Singles, Vector, compiled, named_tuple, rule, types
from ludarium.learn.experience import EXPERIENCE, POSITIONS
from ludarium.search.network import FIRST, INPUTS, SECOND, SIZE, respond

_KEEP_MEAN, _KEEP_SQUARE, _TINY = 0.9, 0.999, 1e-8
_FLUSH_MEAN, _FLUSH_SQUARE = 1e-18, 1e-30
"""Moments below these are set to 0: a processor computes with denormal numbers many times more slowly."""
_AVERAGING = 8
"""The mean of the weights is over about the last one in so many parts of the training."""


class Weights(NamedTuple):
    """The weights of a network in training, and what Adam keeps of their gradients; all float32 of one length.

    | field     | holds                                              |
    | --------- | -------------------------------------------------- |
    | `now`     | the weights with which self-play plays             |
    | `average` | their mean, with which the player plays            |
    | `mean`    | the first moments                                  |
    | `square`  | the second moments                                 |
    """

    now: Singles
    average: Singles
    mean: Singles
    square: Singles


class TrainingPlan(NamedTuple):
    """The plan of training: steps to make, steps made before, positions in each, and the learning rate with its fall.

    The rate falls with the root of the steps, counted in `settled`; never, if that is 0.
    """

    steps: int
    before: int
    batch: int
    rate: float
    settled: int


_SINGLES = types.float32[::1]
WEIGHTS = named_tuple(Weights, _SINGLES, _SINGLES, _SINGLES, _SINGLES)
PLAN = named_tuple(TrainingPlan, types.int64, types.int64, types.int64, types.float64, types.int64)


@rule()
def _add_gradient(shape, weights, gradient, memory, inputs, symmetry, target, share):
    """Add the gradient of one position to the sum; returns its loss.

    Size: the way forward and back through three layers, in one memory.
    """
    n, first, second, size = shape[INPUTS], shape[FIRST], shape[SECOND], shape[SIZE]
    start = size + second + first
    sums = memory[start : start + first]
    for h in range(first):
        sums[h] = weights[n * first + h]
    for i in range(n):
        number = inputs[i]
        if number != 0.0:
            at = weights[symmetry[i] * first : (symmetry[i] + 1) * first]
            for h in range(first):
                sums[h] += number * at[h]
    found = 1.0 / (1.0 + exp(-respond(shape, weights, memory, start)))
    wrong = np.float32((found - target) * share)
    high, low = memory[size : size + second], memory[size + second : start]
    base = n * first + first
    top = base + first * second
    gradient[top + 2 * second] += wrong
    for k in range(second):
        active = high[k] > 0.0
        if active:
            gradient[top + second + k] += wrong * high[k]
        high[k] = wrong * weights[top + second + k] if active else np.float32(0.0)
        gradient[top + k] += high[k]
    zero = np.float32(0.0)
    for h in range(first):
        sums[h] = zero
    for k in range(second):
        back = high[k]
        if back != 0.0:
            at, to = weights[base + k * first : base + (k + 1) * first], gradient[base + k * first : top]
            for h in range(first):
                to[h] += low[h] * back
                sums[h] += at[h] * back
    for h in range(first):
        sums[h] = sums[h] if low[h] > zero else zero
        gradient[n * first + h] += sums[h]
    for i in range(n):
        number = inputs[i]
        if number != 0.0:
            at = gradient[symmetry[i] * first : (symmetry[i] + 1) * first]
            for h in range(first):
                at[h] += number * sums[h]
    return -(target * log(max(found, 1e-12)) + (1.0 - target) * log(max(1.0 - found, 1e-12)))


@rule()
def _adam(weights, gradient, rate, step):
    """Change the weights by Adam's rule; empties the gradient."""
    pace = np.float32(rate * math.sqrt(1.0 - power(_KEEP_SQUARE, step)) / (1.0 - power(_KEEP_MEAN, step)))
    keep_mean, keep_square = np.float32(_KEEP_MEAN), np.float32(_KEEP_SQUARE)
    one, tiny, zero = np.float32(1.0), np.float32(_TINY), np.float32(0.0)
    flush_mean, flush_square = np.float32(_FLUSH_MEAN), np.float32(_FLUSH_SQUARE)
    now, means, squares = weights.now, weights.mean, weights.square
    for i in range(len(now)):
        slope = gradient[i]
        mean = keep_mean * means[i] + (one - keep_mean) * slope
        square = keep_square * squares[i] + (one - keep_square) * slope * slope
        mean = mean if abs(mean) > flush_mean else zero
        square = square if square > flush_square else zero
        means[i], squares[i], gradient[i] = mean, square, zero
        now[i] -= pace * mean / (np.float32(math.sqrt(square)) + tiny)


@rule()
def _add_to_average(weights, before, steps):
    """Bring the mean of the weights up to date after some steps.

    Once a round: the part of a single step is so small, after millions, that single precision would lose it.
    """
    part = np.float32(1.0 - power(before / (before + steps), _AVERAGING + 1))
    for i in range(len(weights.now)):
        weights.average[i] += part * (weights.now[i] - weights.average[i])


@compiled(types.float64(INTS, WEIGHTS, _SINGLES, EXPERIENCE, types.int64[:, ::1], PLAN, RNG))
def train(shape, weights, memory, experience, symmetries, plan, rng):
    """Train on positions drawn from the experience, each as it is or moved by a symmetry; returns the mean loss.

    `symmetries` has a row for each symmetry, with the input that every input becomes; the first changes nothing.
    """
    filled = min(experience.counters[POSITIONS], len(experience.targets))
    gradient, loss = np.zeros(len(weights.now), np.float32), 0.0
    for step in range(plan.steps):
        for _ in range(plan.batch):
            i = int(rng.random() * filled)
            symmetry = symmetries[int(rng.random() * len(symmetries))]
            loss += _add_gradient(
                shape, weights.now, gradient, memory, experience.inputs[i], symmetry, experience.targets[i],
                1.0 / plan.batch,
            )  # fmt: skip
        done = plan.before + step
        fallen = math.sqrt(1.0 + done / plan.settled) if plan.settled else 1.0
        _adam(weights, gradient, plan.rate / fallen, done + 1)
    if plan.steps:
        _add_to_average(weights, plan.before, plan.steps)
    return loss / max(1, plan.steps * plan.batch)


def initial_weights(shape: Vector, energy: float, rng: np.random.Generator) -> Singles:
    """Return random weights; `energy` is the mean sum of the squares of the inputs."""
    n, first, second, _ = shape.tolist()
    parts = (
        rng.normal(size=n * first) * math.sqrt(1 / max(energy, 1e-3)),
        np.zeros(first),
        rng.normal(size=first * second) * math.sqrt(2 / first),
        np.zeros(second),
        rng.normal(size=second) * 0.3 / math.sqrt(second),
        np.zeros(1),
    )
    return np.concatenate(parts).astype(np.float32)
