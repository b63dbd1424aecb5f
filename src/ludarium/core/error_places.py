"""Where in a game's own files an exception comes from, for the author of the game."""

import inspect
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, FunctionType

from ludarium.core import definition
from ludarium.core.text import shorten

_LONGEST = 60
_SIGNATURE = re.compile(r"(?:\w+\.)*(\w+)\(\) (?:takes|missing|got)")
_PLAIN = (bool, int, float, str, tuple, list)
OUTSIDE = "<"
"""How the names of files begin that are none, as those of Python's own import system."""


def describe_error(error: Exception, package: str) -> str:
    """Return what an exception is, and where in the files of a package it was raised.

    Where a function of the package takes other arguments than the contract of games says, both are named.

    >>> describe_error(ValueError("no such cell"), "hex")
    'ValueError: no such cell'
    """
    place, signature = place_in(package, error), _signature(package, error)
    parts = (f"{type(error).__name__}: {error}", place and f"at {place}", signature)
    return "; ".join(filter(None, parts))


def place_in(package: str, error: BaseException) -> str:
    """Return the last line of a package's files that an exception came through, and what the function got there.

    It is empty if the exception came through none of them. An empty package stands for all files.
    """
    folder = _folder(package)
    through = inspect.getinnerframes(error.__traceback__, context=0) if error.__traceback__ else []
    frames = [(found.frame, found.lineno) for found in through if _is_in(found.frame, folder)]
    if not frames:
        return ""
    frame, line = frames[-1]
    path, name = frame.f_code.co_filename, frame.f_code.co_name
    called = "" if name.startswith("<") else f" in {name}({', '.join(_passed(frame))})"
    return f"{_short(path)}:{line}{called}"


def _is_in(frame: FrameType, folder: str) -> bool:
    path = frame.f_code.co_filename
    return path.startswith(folder) if folder else not path.startswith(OUTSIDE) and path != __file__


def _folder(package: str) -> str:
    """Return the beginning of the paths of a package's files, or that of a module which is no package."""
    module = sys.modules.get(package) if package else None
    paths = list(getattr(module, "__path__", ()))
    return f"{paths[0]}/" if paths else getattr(module, "__file__", None) or ("" if not package else OUTSIDE)


def _short(path: str) -> str:
    """Return the last two parts of a path."""
    return "/".join(Path(path).parts[-2:])


def _passed(frame: FrameType) -> list[str]:
    """Return the arguments of a function; of what is no number or text, the type, since it may be half made."""
    names, _, _, values = inspect.getargvalues(frame)
    return [f"{name}={_value(values[name])}" for name in names if name in values and name != "self"]


def _value(value: object) -> str:
    if not isinstance(value, _PLAIN):
        return type(value).__name__
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _signature(package: str, error: Exception) -> str:
    """Return how a function of a package is defined, and how the contract of games calls it, if that is the error."""
    found = _SIGNATURE.match(str(error)) if isinstance(error, TypeError) else None
    function, expected = (_function(package, found[1]), _contract(found[1])) if found else (None, "")
    if not (found and function and expected):
        return ""
    code = function.__code__
    own = f"{found[1]}({', '.join(code.co_varnames[: code.co_argcount])})"
    return f"{_short(code.co_filename)}:{code.co_firstlineno} defines {own}: expected {expected}"


def _function(package: str, name: str) -> FunctionType | None:
    for module_name, module in list(sys.modules.items()):
        if module_name == package or module_name.startswith(f"{package}."):
            found = getattr(module, name, None)
            plain: object = getattr(found, "py_func", found)  # of a compiled function the one that was written
            if isinstance(plain, FunctionType) and plain.__module__ == module_name:
                return plain
    return None


def _contract(name: str) -> str:
    """Return how the protocols of `core.definition` declare a function; empty if none does."""
    for protocol in vars(definition).values():
        declared: Callable[..., object] | None = vars(protocol).get(name) if inspect.isclass(protocol) else None
        if inspect.isfunction(declared) and getattr(protocol, "_is_protocol", False):
            names = [each for each in inspect.signature(declared).parameters if each != "self"]
            return f"{name}({', '.join(names)})"
    return ""


def import_failure(error: Exception) -> str:
    """Return why a package cannot be imported, and where.

    >>> import_failure(RuntimeError("no engine"))
    "'RuntimeError: no engine'"
    """
    place = place_in("", error)
    cause = shorten(f"{type(error).__name__}: {error}", 200)
    return f"{cause}; at {place}" if place else cause
