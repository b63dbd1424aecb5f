"""Seeds: every random thing takes one, and a seed gives as many independent ones as are asked for."""

import numpy as np


def generator(seed: int | None, *path: int) -> np.random.Generator:
    """A source of dice; `path` names a branch (game 3, seat 1), so branches never share a roll.

    >>> generator(7, 0).integers(6) == generator(7, 0).integers(6)
    np.True_
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=path))


def derive(seed: int, *path: int) -> int:
    """The seed of a branch, as a number that can be written down.

    >>> derive(7, 3) != derive(7, 4)
    True
    """
    return int(np.random.SeedSequence(seed, spawn_key=path).generate_state(1, np.uint64)[0] >> 1)
