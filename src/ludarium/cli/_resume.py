"""The message of a command that was stopped and can continue."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from contextlib import contextmanager
from pathlib import Path

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import counted


@contextmanager
def resumable(folder: Path, games: Sized) -> Iterator[None]:
    """Add to an error which games the folder holds and how to continue, unless the command itself is wrong."""
    try:
        yield
    except ParseError:
        raise
    except (LudariumError, KeyboardInterrupt) as error:
        kind, what = (type(error), f"{error}") if isinstance(error, LudariumError) else (LudariumError, "stopped")
        saved = f"{folder} holds {counted(len(games), 'game')}, and the same command continues from there"
        raise kind(f"{what}; {saved}") from None
