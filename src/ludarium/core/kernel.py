"""The five compiled functions that are a game's rules, and the types that let one driver serve every game.

`t` holds a game's constants and `v` its position, both flat int64 vectors.
`actors(t, v)`               who must act: bit 0 is nature, bit s+1 is seat s, 0 is the end
`legal(t, v, seat, out)`     the legal action ids, ascending; returns how many (seat -1 asks for nature's)
`chance_outcomes(t, v, out)`            the probability of each of nature's legal ids; returns how many
`apply(t, v, actions)`       plays one action for each actor, in place, unchecked
`scores(t, v, out)`          the points of every seat; returns the winners as seat bits (bit s is seat s)
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import typeof, types

from ludarium.core.compiler import compiled as compiled
from ludarium.core.compiler import rule as rule

Vector = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

CHANCE = -1
"""The seat that rolls the dice."""

_INTS = types.int64[::1]
_FLOATS = types.float64[::1]
_SINGLES = types.float32[::1]

ACTORS = types.int64(_INTS, _INTS)
LEGAL = types.int64(_INTS, _INTS, types.int64, _INTS)
CHANCE_OUTCOMES = types.int64(_INTS, _INTS, _FLOATS)
APPLY = types.void(_INTS, _INTS, _INTS)
RESULTS = types.int64(_INTS, _INTS, _FLOATS)
EVALUATE = RESULTS
"""An evaluation fills every seat's expected share of the win; what it returns means nothing."""
OBSERVE = types.void(_INTS, _INTS, types.int64, _SINGLES)
"""`observe(t, v, seat, out)` fills the whole of `out` with what a seat sees; see `core/observation.py`."""

KERNEL_TYPES = tuple(types.FunctionType(s) for s in (ACTORS, LEGAL, CHANCE_OUTCOMES, APPLY, RESULTS))
"""What a driver's signature begins with, in the order of `Kernel`."""
EVALUATE_TYPE = types.FunctionType(EVALUATE)
OBSERVE_TYPE = types.FunctionType(OBSERVE)
INTS, FLOATS = _INTS, _FLOATS
RNG = typeof(np.random.default_rng(0))  # type: ignore[no-untyped-call]  # Numba does not type it
"""The type of a NumPy generator: drivers draw from one, so every run has a seed."""


class Kernel(NamedTuple):
    """A game's rules, compiled; the order of the fields is the order of every driver's first arguments."""

    actors: Callable[[Vector, Vector], int]
    legal: Callable[[Vector, Vector, int, Vector], int]
    chance_outcomes: Callable[[Vector, Vector, Floats], int]
    apply: Callable[[Vector, Vector, Vector], None]
    results: Callable[[Vector, Vector, Floats], int]
