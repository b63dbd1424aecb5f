"""The folder of compiled functions."""

import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path


def folder() -> Path:
    """Return the folder in which compiled functions are stored."""
    chosen = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("LUDARIUM_CACHE")
    return Path(chosen or user_cache_path("ludarium", appauthor=False)) / "compiled"


def is_writable() -> bool:
    """Return whether this process may write compiled functions; creates the folder if it is missing."""
    with suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
    return folder().is_dir() and os.access(folder(), os.W_OK)


def is_empty() -> bool:
    """Return whether no function has been compiled yet."""
    return next(folder().glob("*.nbi"), None) is None
