"""Numbers that take long to compute, kept between runs in the user's cache folder, or where `LUDARIUM_CACHE` says."""

import os
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from ludarium.core.kernel import Floats


def folder() -> Path:
    """Where they are kept."""
    return Path(os.environ.get("LUDARIUM_CACHE") or user_cache_path("ludarium", appauthor=False))


def keep(name: str, sizes: Mapping[str, int], compute: Callable[[], dict[str, Floats]]) -> dict[str, Floats]:
    """What was kept under a name, vectors of these sizes; what is missing, damaged or another's is computed anew.

    Where it cannot be written it is computed in every run.
    """
    path = folder() / f"{name}.npz"
    with suppress(OSError, ValueError, EOFError, zipfile.BadZipFile), path.open("rb") as kept, np.load(kept) as read:
        found = {key: read[key] for key in read.files}
        if {key: (len(sizes), vector.shape, vector.dtype) for key, vector in found.items()} == {
            key: (len(found), (size,), np.float64) for key, size in sizes.items()
        }:
            return found
    made = compute()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            try:
                np.savez(file, **made)  # type: ignore[arg-type]  # NumPy 2.0 has no flag that a name could hit
                file.close()
                Path(file.name).replace(path)  # the whole file or none, whoever else writes it
            finally:
                Path(file.name).unlink(missing_ok=True)
    return made
