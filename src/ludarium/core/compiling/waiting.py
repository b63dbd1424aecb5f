"""Whether this process compiles what it needs, or leaves that to other processes."""

import os
from collections.abc import Callable

DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether all functions stay plain Python."""
missing: Callable[[str], object] | None = None
"""Called with the module of a function that is needed and not compiled, while other processes compile; else None."""


def wait_for_compilers(call: Callable[[str], object]) -> None:
    """Leave it to other processes to compile: until they have, rules run as plain Python and searches are `NotReady`.

    `call` is called with the module of a function that is needed, so that it can be compiled first.
    """
    global missing
    missing = call


def is_waiting() -> bool:
    """Return whether this process leaves it to others to compile."""
    return missing is not None


def compile_here() -> None:
    """Compile in this process again whatever is needed and is not in the cache."""
    global missing
    missing = None
