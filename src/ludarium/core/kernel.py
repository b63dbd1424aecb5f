"""The kernel: the five compiled functions that are a game's rules, and the types through which every driver calls them.

`t` is the vector of a game's constants, `v` the vector of a position; both are flat int64 arrays.

| function                     | writes                                         | returns                            |
|------------------------------|------------------------------------------------|------------------------------------|
| `actors(t, v)`               | nothing                                        | who must act, as bits (see below)  |
| `legal(t, v, seat, out)`     | the legal action ids of the seat, ascending    | how many                           |
| `chance_outcomes(t, v, out)` | the probability of each legal action of chance | how many                           |
| `apply(t, v, actions)`       | `v`, after one action for each actor           | nothing                            |
| `results(t, v, out)`         | the points of every seat                       | the winners: bit s is seat s       |

In the bits of `actors`, bit 0 is chance and bit s + 1 is seat s; 0 means that the game is over.
`legal` is asked for chance with seat -1. `out` has room for `num_actions` values, in `results` for one value a seat.
`apply` does not check its actions. Nothing but `apply` changes `v`, and nothing changes `t`.

A kernel calls only functions of its own file: Numba's cache on disk does not notice a change in another file.
"""

import logging
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import njit, typeof, types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaExperimentalFeatureWarning

from ludarium.core import compile_cache

Vector = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

_log = logging.getLogger(__name__)

CHANCE = -1
"""The actor that rolls dice and draws cards, where the others are seats."""

_INTS = types.int64[::1]
_FLOATS = types.float64[::1]
_SINGLES = types.float32[::1]

ACTORS = types.int64(_INTS, _INTS)
LEGAL = types.int64(_INTS, _INTS, types.int64, _INTS)
CHANCE_OUTCOMES = types.int64(_INTS, _INTS, _FLOATS)
APPLY = types.void(_INTS, _INTS, _INTS)
RESULTS = types.int64(_INTS, _INTS, _FLOATS)
EVALUATE = RESULTS
"""An evaluation writes the expected payoff of every seat; its return value is ignored."""
OBSERVE = types.void(_INTS, _INTS, types.int64, _SINGLES)
"""`observe(t, v, seat, out)` fills the whole of `out` with a seat's observation; see `core/observation.py`."""

KERNEL_TYPES = tuple(types.FunctionType(s) for s in (ACTORS, LEGAL, CHANCE_OUTCOMES, APPLY, RESULTS))
"""The types of a driver's first arguments, in the order of `Kernel`."""
EVALUATE_TYPE = types.FunctionType(EVALUATE)
OBSERVE_TYPE = types.FunctionType(OBSERVE)
INTS, FLOATS = _INTS, _FLOATS
RNG = typeof(np.random.default_rng(0))  # type: ignore[no-untyped-call]  # Numba does not type it
"""The type of a NumPy generator, from which drivers draw."""

F = TypeVar("F", bound=Callable[..., object])


class Kernel(NamedTuple):
    """The compiled rules of a game; every driver takes them as its first arguments, in this order."""

    actors: Callable[[Vector, Vector], int]
    legal: Callable[[Vector, Vector, int, Vector], int]
    chance_outcomes: Callable[[Vector, Vector, Floats], int]
    apply: Callable[[Vector, Vector, Vector], None]
    results: Callable[[Vector, Vector, Floats], int]


def compiled(signature: Any = None, **flags: Any) -> Callable[[F], F]:
    """Compile a function with Numba, cache the machine code on disk, and run it without the interpreter's lock.

    With a signature it is compiled when its file is imported, without one on its first call.
    `NUMBA_DISABLE_JIT=1` leaves it as plain Python.
    """

    def decorate(function: F) -> F:
        with warnings.catch_warnings():  # Numba calls functions as arguments experimental; every driver takes them
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            made = njit(nogil=True, **flags)(function)
            if isinstance(made, Dispatcher):  # with NUMBA_DISABLE_JIT=1 it is the plain function
                compile_cache.enable(made)
                if signature is not None:
                    made.compile(signature)
                    made.disable_compile()
                    if made.stats.cache_misses:
                        _log.info("%s.%s was compiled", function.__module__, function.__name__)
        return cast(F, made)

    return decorate


def rule(signature: Any = None) -> Callable[[F], F]:
    """Compile a function of a kernel as `compiled` does, but faster, without memory management.

    Numba counts the references to an array in every function that takes it, by atomic additions that cost more than
    most rules. `_nrt=False` leaves this out; a function that allocates memory is then refused.
    """
    return compiled(signature, _nrt=False)
