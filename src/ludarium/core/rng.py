"""Random generators and seeds that are derived from one seed by a path of numbers."""

import numpy as np


def generator(seed: int | None, *path: int) -> np.random.Generator:
    """Return a random generator for a branch of a seed, for example game 3, seat 1.

    Different paths give independent generators. Without a seed the generator differs in every run.

    >>> generator(7, 0).integers(6) == generator(7, 0).integers(6)
    np.True_
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=path))


def derive(seed: int, *path: int) -> int:
    """Return the seed of a branch as an integer below 2**63.

    >>> derive(7, 3) != derive(7, 4)
    True
    """
    return int(np.random.SeedSequence(seed, spawn_key=path).generate_state(1, np.uint64)[0] >> 1)
