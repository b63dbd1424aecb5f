"""The kernel: the six compiled functions that are a game's rules, and the types through which every driver calls them.

`t` is the vector of a game's constants, `v` the vector of a position; both are flat int64 arrays.

| function                     | writes                                         | returns                            |
|------------------------------|------------------------------------------------|------------------------------------|
| `actors(t, v)`               | nothing                                        | who must act, as bits (see below)  |
| `legal(t, v, seat, out)`     | the legal action ids of the seat, ascending    | how many                           |
| `chance_outcomes(t, v, out)` | the probability of each legal action of chance | how many                           |
| `apply(t, v, actions)`       | `v`, after one action for each actor           | nothing                            |
| `results(t, v, out)`         | the points of every seat                       | the winners: bit s is seat s       |
| `payoffs(t, v, winners, out)`| the payoff of every seat over its points       | nothing                            |

In the bits of `actors`, bit 0 is chance and bit s + 1 is seat s; 0 means that the game is over.
`legal` is asked for chance with seat -1. `out` has room for `Game.num_ids` values, in `results` and `payoffs` for one
value a seat. `payoffs` is asked at the end of a game, and finds the points in `out` and the winners as bits.
`apply` does not check its actions. Nothing but `apply` changes `v`, and nothing changes `t`.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from ludarium.core.compiling.compiler import compiled as compiled
from ludarium.core.compiling.compiler import rule as rule
from ludarium.core.compiling.lazy import extension
from ludarium.core.compiling.symbols import resolve, symbol

if TYPE_CHECKING:
    from numba import types as types

    from ludarium.core.compiling.function_type import FunctionType as FunctionType
else:  # written down without Numba, which takes half a second to load
    types = symbol("numba", "types")
    FunctionType = symbol("ludarium.core.compiling.function_type", "FunctionType")

Vector = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]


class ChanceActor(int):
    """The actor that rolls dice and draws cards, where the others are seats: the number -1.

    `state.actors` is `(CHANCE,)` where an outcome comes next, `state.legal(CHANCE)` has the outcomes as actions, and
    `state.chance_outcomes()` has them with their probabilities. It is a number with this description, so that
    `help(CHANCE)` says what it is; compiled code sees -1.
    """

    __slots__ = ()


CHANCE = ChanceActor(-1)
"""The actor that rolls dice and draws cards, where the others are seats: the number -1."""

_INTS = types.int64[::1]
_FLOATS = types.float64[::1]
_SINGLES = types.float32[::1]

ACTORS = types.int64(_INTS, _INTS)
LEGAL = types.int64(_INTS, _INTS, types.int64, _INTS)
CHANCE_OUTCOMES = types.int64(_INTS, _INTS, _FLOATS)
APPLY = types.void(_INTS, _INTS, _INTS)
RESULTS = types.int64(_INTS, _INTS, _FLOATS)
PAYOFFS = types.void(_INTS, _INTS, types.int64, _FLOATS)
EVALUATE = RESULTS
"""An evaluation writes the expected payoff of every seat; its return value is ignored."""
OBSERVE = types.void(_INTS, _INTS, types.int64, _SINGLES)
"""`observe(t, v, seat, out)` fills the whole of `out` with a seat's observation; see `core/observation.py`."""

KERNEL_TYPES = tuple(map(FunctionType, (ACTORS, LEGAL, CHANCE_OUTCOMES, APPLY, RESULTS, PAYOFFS)))
"""The types of the functions of a `Kernel`, in their order."""
EVALUATE_TYPE = FunctionType(EVALUATE)
OBSERVE_TYPE = FunctionType(OBSERVE)
INTS, FLOATS = _INTS, _FLOATS
RNG = symbol("numba", "typeof")(np.random.default_rng(0))
"""The type of a NumPy generator, from which drivers draw."""


@rule(PAYOFFS)
def share_equally(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    """Share a payoff of 1 equally among the winners, or among all in a draw; a seat alone gets 1 only if it has won."""
    seats, winning = len(out), 0
    for seat in range(seats):
        winning += winners >> seat & 1
    for seat in range(seats):
        if winning:
            out[seat] = (winners >> seat & 1) / winning
        else:
            out[seat] = 1.0 / seats if seats > 1 else 0.0


@rule(PAYOFFS)
def pay_points(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    """Leave the points in `out`: every seat plays for its points."""


class Kernel(NamedTuple):
    """The compiled rules of a game; every driver takes them as its first argument."""

    actors: Callable[[Vector, Vector], int]
    legal: Callable[[Vector, Vector, int, Vector], int]
    chance_outcomes: Callable[[Vector, Vector, Floats], int]
    apply: Callable[[Vector, Vector, Vector], None]
    results: Callable[[Vector, Vector, Floats], int]
    payoffs: Callable[[Vector, Vector, int, Floats], None] = share_equally


def named_tuple(kind: type[tuple[object, ...]], *fields: types.Type) -> types.Type:
    """Return the type of a named tuple as an argument of a driver."""
    return cast("types.Type", types.BaseTuple.from_types(fields, kind))  # type: ignore[no-untyped-call]  # no types


KERNEL = named_tuple(Kernel, *KERNEL_TYPES)
"""The type of a kernel as an argument of drivers; any compiled functions of the right types fit."""


def type_named_tuple(kind: type[tuple[Any, ...]], of_type: types.Type, functions: tuple[Any, ...]) -> None:
    """Give the values of a named tuple one type, where Numba gives every function a type that no driver takes.

    Its first fields are functions of these types; others raise `TypeError` when they are passed to a driver.
    """

    @extension
    def extend() -> None:
        from numba.extending import typeof_impl

        from ludarium.core.compiling import function_type  # which may be what is being loaded

        @cache
        def resolved() -> tuple[Any, tuple[Any, ...]]:
            return resolve(of_type), resolve(functions)

        @typeof_impl.register(kind)
        def type_of(given: tuple[Any, ...], context: object) -> Any:
            found, kinds = resolved()
            function_type.require_functions(given, kinds)
            return found


type_named_tuple(Kernel, KERNEL, KERNEL_TYPES)
