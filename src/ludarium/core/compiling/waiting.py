"""Whether this process compiles what it needs, or leaves that to other processes."""

import os
import time
from collections.abc import Callable

DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether all functions stay plain Python."""
missing: Callable[[str], object] | None = None
"""Called with the module of a function that is needed and not compiled, while other processes compile; else None."""
LOOK = 1.0
"""Seconds between two looks for the machine code of a function, or two calls for that of a module."""
_called_at: dict[str, float] = {}


def wait_for_compilers(call: Callable[[str], object]) -> None:
    """Leave it to other processes to compile: until they have, rules run as plain Python and searches are `NotReady`.

    `call` is called with the module of a function that is needed, so that it can be compiled first.
    """
    global missing
    missing = call


def is_waiting() -> bool:
    """Return whether this process leaves it to others to compile."""
    return missing is not None


def call_for(module: str) -> bool:
    """Return whether this process waits for others; if so, have the module compiled first, at most once a second."""
    call = missing
    if call and _called_at.get(module, 0.0) + LOOK <= time.monotonic():
        _called_at[module] = time.monotonic()
        call(module)
    return call is not None


def compile_here() -> None:
    """Compile in this process again whatever is needed and is not in the cache."""
    global missing
    missing = None
