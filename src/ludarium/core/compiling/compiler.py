"""The decorators that compile: nothing is compiled before it is used, and what was compiled is cached on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ludarium.core.compiling.lazy import Compiled
from ludarium.core.compiling.symbols import Symbol
from ludarium.core.compiling.waiting import DISABLED

if TYPE_CHECKING:
    from ludarium.core.compiling.dispatchers import LazyDispatcher

F = TypeVar("F", bound=Callable[..., object])


def compiled(signature: Any = None, *, cache: bool = True, **flags: Any) -> Callable[[F], F]:
    """Compile a function when it is first used, keep the machine code on disk, and run it without Python's lock.

    With a signature there is one version of it. Without one it is a helper: compiled into the functions that call it,
    and for itself where Python calls it (a `rule` is then plain Python). With `cache=False` nothing is cached on disk.
    `NUMBA_DISABLE_JIT=1` leaves plain Python.
    """

    def decorate(function: F) -> F:
        if DISABLED:
            return function
        if not isinstance(signature, Symbol) and any(isinstance(one, Symbol) for one in getattr(signature, "args", ())):
            raise TypeError(
                f"the signature of {function.__qualname__} mixes Numba's types with those of ludarium.core.kernel: "
                "expected `from ludarium.core.kernel import types`"
            )

        def make() -> LazyDispatcher:
            from ludarium.core.compiling.dispatchers import dispatcher  # loads Numba

            return dispatcher(function, signature, cache=cache, **flags)

        is_rule, is_declared = not flags.get("_nrt", True), signature is not None
        return cast(F, Compiled(function, make, is_rule=is_rule, is_declared=is_declared))

    return decorate


def rule(signature: Any = None, **flags: Any) -> Callable[[F], F]:
    """Compile a function of a kernel, as `compiled` does; it cannot allocate memory, and so is faster by half.

    Numba counts the references to an array in every function that it is passed to, with atomic additions that cost
    more than most rules do; `_nrt=False` leaves memory management out, and refuses code that would need it.
    With `forceinline=True` a helper becomes part of its callers, who need not pass all words of its arrays.
    """
    return compiled(signature, _nrt=False, **flags)


def unchecked(function: F) -> F:
    """Return a compiled function with a signature for arguments that have its types for certain.

    Numba looks up the type of every array of every tuple at each call, which takes longer than a short function does.
    It compiles the function, or loads it.
    """
    if not isinstance(function, Compiled):
        return function  # plain Python, with NUMBA_DISABLE_JIT=1
    return cast(F, function.entry_point)


def load_numba() -> None:
    """Load Numba now: rules are compiled when they are next called."""
    from ludarium.core.compiling import dispatchers  # noqa: F401  # which loads it
