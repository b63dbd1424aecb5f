"""The positions from which games of self-play begin."""

import numpy as np
import numpy.typing as npt

from ludarium.core.kernel import Vector, rule, types
from ludarium.core.vectors import copy

Starts = npt.NDArray[np.int64]
STARTS = types.int64[:, ::1]
"""At least one position, a row each."""


@rule()
def draw_start(starts: Starts, v: Vector, rng: np.random.Generator) -> None:
    """Copy a start into `v`; one start takes no random number."""
    chosen = int(rng.random() * len(starts)) if len(starts) > 1 else 0
    copy(starts[chosen], v)
