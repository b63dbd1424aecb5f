"""Functions of Python files that a person names on the command line."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from ludarium.core.text import nearest
from ludarium.players.player import BotFailed, describe_failure


def load_function(path: Path, name: str) -> Callable[..., object]:
    """Return the function of this name in a file.

    Raises `BotFailed`.
    """
    if not path.is_file():
        raise BotFailed("cannot be read: the file does not exist")
    module_name = f"_player_{path.stem}"
    spec = spec_from_file_location(module_name, path)
    assert spec
    assert spec.loader, "a file that ends in .py has one"
    module = module_from_spec(spec)
    sys.modules[module_name] = module  # where dataclasses and pickle look for the classes of a file
    try:
        with _beside(path):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BotFailed(f"cannot be imported: it {describe_failure(error)}{error_line(error, path)}") from error
    found = getattr(module, name, None)
    if not callable(found):
        known = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        what = "the file does not define it" if found is None else "the file defines it as something else"
        raise BotFailed(f"is not a function: {what}{nearest(name, known)}")
    call: Callable[..., object] = found
    return call


@contextmanager
def _beside(path: Path) -> Iterator[None]:
    """Let a file import the modules in its folder, as if Python were run on the file."""
    folder = str(path.parent.resolve())
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def error_line(error: BaseException, path: Path) -> str:
    """Return the last line of the file in an error's traceback, as ` (line 3)`; empty if there is none."""
    file = str(path.absolute())
    if isinstance(error, SyntaxError) and error.filename == file:
        return f" (line {error.lineno})"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f" (line {lines[-1]})" if lines else ""


def read_start(path: Path, most: int) -> bytes:
    """Return the content of a file; of one that is larger than it may be, a byte more than that.

    Raises `BotFailed`.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: the path holds a character that no path may hold
        raise BotFailed(f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
