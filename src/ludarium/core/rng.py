"""Random generators and seeds that are derived from one seed by a path of numbers."""

from ctypes import c_uint64, c_void_p
from typing import cast

import numpy as np
import numpy.typing as npt

from ludarium.core.arguments import check_whole
from ludarium.core.errors import LudariumError


def generator(seed: int | None, *path: int) -> np.random.Generator:
    """Return a random generator for a branch of a seed, for example game 3, seat 1.

    Different paths give independent generators. Without a seed the generator differs in every run.

    >>> generator(7, 0).integers(6) == generator(7, 0).integers(6)
    np.True_
    """
    return np.random.default_rng(_sequence(seed, path))


def derive(seed: int, *path: int) -> int:
    """Return the seed of a branch as an integer below 2**63.

    >>> derive(7, 3) != derive(7, 4)
    True
    """
    return int(_sequence(seed, path).generate_state(1, np.uint64)[0] >> 1)


def _sequence(seed: int | None, path: tuple[int, ...]) -> np.random.SeedSequence:
    if seed is not None:
        check_whole("the seed", seed, 0)
    return np.random.SeedSequence(seed, spawn_key=path)


def state_words(rng: np.random.Generator) -> npt.NDArray[np.uint64]:
    """Return the memory that holds the state of a PCG64 generator; what is written to it is the generator's new state.

    So compiled code can draw from many generators in turn, of which it is given one.

    >>> one, other = generator(1), generator(2)
    >>> state_words(one)[:] = state_words(other)
    >>> one.random() == other.random()
    True

    Raises `LudariumError` for other generators, and if NumPy keeps the state elsewhere.
    """
    bits = rng.bit_generator
    if isinstance(bits, np.random.PCG64):
        words = c_void_p.from_address(int(bits.ctypes.state_address)).value  # a struct that begins with a pointer
        found = np.ctypeslib.as_array((c_uint64 * 4).from_address(words or 0))
        state = cast(dict[str, int], bits.state["state"])
        halves = {number >> shift & (1 << 64) - 1 for number in state.values() for shift in (0, 64)}
        if halves == set(found.tolist()):
            return found
    raise LudariumError(f"the state of {type(bits).__name__} cannot be read: expected a PCG64 generator of NumPy 2")
