"""Positions of self-play, compiled: those from which games begin, and the latest, from which a network learns."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.core.kernel import INTS, Singles, Vector, named_tuple, rule, types
from ludarium.core.vectors import copy

Starts = npt.NDArray[np.int64]
STARTS = types.int64[:, ::1]
"""At least one position, a row each."""


@rule()
def draw_start(starts: Starts, v: Vector, rng: np.random.Generator) -> None:
    """Copy a start into `v`; one start takes no random number."""
    chosen = int(rng.random() * len(starts)) if len(starts) > 1 else 0
    copy(starts[chosen], v)


GAMES, MOVES, POSITIONS = range(3)
"""The indices of `Experience.counters`."""


class Experience(NamedTuple):
    """The latest B positions, one seat's view a row, in a ring.

    | field      | shape and type | holds                                                                        |
    | ---------- | -------------- | ---------------------------------------------------------------------------- |
    | `inputs`   | (B, n) float32 | what the seat saw                                                            |
    | `targets`  | (B,) float32   | what the network should expect, from 0 to 1                                  |
    | `counters` | (3,) int64     | games played, moves made, positions written                                  |
    """

    inputs: Singles
    targets: Singles
    counters: Vector


EXPERIENCE = named_tuple(Experience, types.float32[:, ::1], types.float32[::1], INTS)


@rule()
def next_row(experience):
    """Return the row of the oldest position, which the caller overwrites with a new one."""
    row = experience.counters[POSITIONS] % len(experience.targets)
    experience.counters[POSITIONS] += 1
    return row


@rule()
def store(experience, inputs, target):
    """Write a position over the oldest one."""
    row = next_row(experience)
    for i in range(experience.inputs.shape[1]):
        experience.inputs[row, i] = inputs[i]
    experience.targets[row] = target
