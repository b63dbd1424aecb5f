"""The limits of a player's program, and the part of the environment that it gets."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from ludarium.core.spec import Option

MEMORY = Option("LUDARIUM_PROGRAM_MEMORY", 4096, range(16, 2**30), "megabytes that a player's program may use")
PROCESSES = Option("LUDARIUM_PROGRAM_PROCESSES", 64, range(1, 2**16), "processes that a player's program may have")
_KEPT = frozenset(
    {"HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER", "VIRTUAL_ENV"}
)
_KEPT_PREFIXES = ("CUDA_", "DYLD_", "JAVA_", "LC_", "LD_", "MKL_", "NODE_", "NUMBA_", "OMP_", "PYTHON", "XDG_")
_KEPT_SETTINGS = ("LUDARIUM_CACHE", "LUDARIUM_PLAYERS")


class ProcessLimits(NamedTuple):
    """The bytes of memory and the number of processes that a program may use with all that it starts."""

    memory: int
    processes: int

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "ProcessLimits":
        """Return the limits of an environment.

        Raises `InvalidOption`.
        """
        memory, processes = (
            int(option.parse(environment.get(option.name) or option.default)) for option in (MEMORY, PROCESSES)
        )
        return cls(memory * 1_000_000, processes)


def clean_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the part of an environment that a program needs to run; passwords and keys of others are not in it.

    >>> clean_environment({"PATH": "/bin", "LC_ALL": "C", "LUDARIUM_DATABASE": "postgresql://a:b@c", "TOKEN": "x"})
    {'PATH': '/bin', 'LC_ALL': 'C'}
    """
    return {
        name: value
        for name, value in environment.items()
        if name in _KEPT or name in _KEPT_SETTINGS or name.startswith(_KEPT_PREFIXES)
    }
