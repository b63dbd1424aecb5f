"""Cached arrays: numbers that take long to compute, stored in the user's cache folder between runs.

The environment variable `LUDARIUM_CACHE` names another folder.
"""

import os
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from ludarium.core.files import replacing
from ludarium.core.kernel import Floats


def cache_folder() -> Path:
    """Return the folder of the cache; it may not exist yet."""
    return Path(os.environ.get("LUDARIUM_CACHE") or user_cache_path("ludarium", appauthor=False))


def cached_arrays(name: str, sizes: Mapping[str, int], compute: Callable[[], dict[str, Floats]]) -> dict[str, Floats]:
    """Return the cached arrays; recompute them if the file is missing or corrupt.

    The file holds float64 vectors with the names and the lengths that `sizes` gives, and nothing else. If it cannot be
    written, the arrays are computed in every run.
    """
    path = cache_folder() / f"{name}.npz"
    with suppress(OSError, ValueError, EOFError, zipfile.BadZipFile), path.open("rb") as file, np.load(file) as stored:
        found = {key: stored[key] for key in stored.files}
        if {key: (len(sizes), vector.shape, vector.dtype) for key, vector in found.items()} == {
            key: (len(found), (size,), np.float64) for key, size in sizes.items()
        }:
            return found
    computed = compute()
    with suppress(OSError), replacing(path) as new:
        np.savez(new, **computed)  # type: ignore[arg-type]  # a name might be that of a flag of NumPy's
    return computed
