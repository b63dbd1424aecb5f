"""The product as it is loaded once, before processes are forked, and faults in functions that are loaded already."""

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

from tests.planted.faults import Fault

COMPILED = re.compile(r"^\s*@(compiled|rule|named_tuple)\b", re.MULTILINE)
"""What marks a function of which there is machine code."""
_SOURCE = Path("src")
_NOT_LOADED = {"migrations", "_new", "__main__.py", "stable_baselines3.py"}


def load() -> None:
    """Import all modules of the product that can be imported."""
    for path in sorted((_SOURCE / "ludarium").rglob("*.py")):
        if not _NOT_LOADED & set(path.parts):
            try:
                importlib.import_module(_module(path.relative_to(_SOURCE)))
            except Exception as error:  # noqa: BLE001  it is imported again by the tests, which say so
                print(f"{path} is not loaded: {error}", file=sys.stderr)  # noqa: T201  a command


def exchange(fault: Fault, source: str) -> None:
    """Plant a fault in the loaded function; where that cannot be done, let the product be loaded again.

    `source` is the text of its file with the fault.
    """
    if not _exchanged(fault, source):
        for name in [name for name in sys.modules if name.partition(".")[0] == "ludarium"]:
            del sys.modules[name]


def _exchanged(fault: Fault, source: str) -> bool:
    """Exchange the code of a function that is neither compiled nor wrapped in what cannot be seen through."""
    if not fault.function or COMPILED.search(source):
        return False
    codes = [code for code in _codes(compile(source, fault.file, "exec")) if code.co_qualname == fault.function]
    found: object = sys.modules.get(_module(Path(fault.file).relative_to(_SOURCE)))
    for name in fault.function.split("."):
        found = getattr(found, "__dict__", {}).get(name)
    found = found.fget if isinstance(found, property) else getattr(found, "__func__", found)
    function = inspect.unwrap(found) if callable(found) else None
    if len(codes) != 1 or not isinstance(function, FunctionType) or function.__closure__:
        return False
    if function.__code__.co_qualname != fault.function:
        return False
    function.__code__ = codes[0]
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _module(path: Path) -> str:
    """Return the name of the module of a file.

    >>> _module(Path("ludarium/core/__init__.py"))
    'ludarium.core'
    """
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")
