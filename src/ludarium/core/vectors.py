"""Helpers for vectors, compiled into the functions that call them.

They are loops, because the code of an assignment of slices or a comparison of arrays is long, and takes long to
compile: Numba prepares it for arrays that overlap or have other shapes.
"""

from typing import Any

import numpy.typing as npt

from ludarium.core.compiling.compiler import rule
from ludarium.core.kernel import Vector


@rule()
def copy(source: npt.NDArray[Any], target: npt.NDArray[Any]) -> None:
    """Copy a vector into one that is at least as long.

    >>> import numpy as np
    >>> target = np.zeros(3, np.int64)
    >>> copy(np.array([7, 8]), target)
    >>> target.tolist()
    [7, 8, 0]
    """
    for i in range(len(source)):
        target[i] = source[i]


@rule()
def fill(target: npt.NDArray[Any], value: float) -> None:
    """Write a value to all places of a vector."""
    for i in range(len(target)):
        target[i] = value


@rule()
def equal(one: Vector, other: Vector) -> bool:
    """Return whether two vectors of the same length are equal.

    >>> import numpy as np
    >>> equal(np.array([7, 8]), np.array([7, 9]))
    False
    """
    for i in range(len(one)):  # noqa: SIM110  Numba compiles no generators
        if one[i] != other[i]:
            return False
    return True
