"""Fingerprints of functions: a hash of everything that the compiler reads, by value.

A function is described by its byte code, its constants and defaults, and by every global that it names: a number, a
tuple or an array by its value, another function by its own description, and so on. Compiler flags and the versions of
the libraries are part of it; comments, line numbers and the order of definitions are not.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
from collections.abc import Iterator
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, cast

import llvmlite
import numba
import numpy as np
import numpy.typing as npt
from numba.core import config
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic
from numba.core.types import Type

from ludarium.core.compiling.lazy import Compiled as LazyFunction

_LIBRARIES = frozenset({"builtins", "cmath", "llvmlite", "math", "numba", "numpy", "operator"})
"""Packages whose contents are described by their names; their versions stand for the rest."""
_SETTINGS = ("BOUNDSCHECK", "DEBUGINFO_DEFAULT", "DISABLE_INTEL_SVML", "ENABLE_AVX", "LOOP_VECTORIZE", "OPT",
             "SLP_VECTORIZE")  # fmt: skip
_LOAD_GLOBAL = dis.opmap["LOAD_GLOBAL"]
_OWN_CODE = ("function_type.py", "helper_code.py")
"""The files that write code where compiled functions call others."""
_ENVIRONMENT = (
    *(hashlib.sha256(Path(__file__).with_name(name).read_bytes()).hexdigest() for name in _OWN_CODE),
    *(library.__version__ for library in (numba, llvmlite, np)),
    *(f"{name}={getattr(config, name, None)}" for name in _SETTINGS),
)


class NoFingerprint(Exception):
    """A function reads a value that has no description that is the same in every process."""


Compiled = Dispatcher | _Intrinsic | FunctionType
"""What a compiled function may call: all of them have Python source whose byte code is part of the fingerprint."""


def fingerprint(function: Compiled) -> str:
    """Return the hash of a function and of everything that it reaches.

    Raises `NoFingerprint` where it reads, for example, an object of an unknown class.
    """
    found = {function: _describe(function)}
    waiting = [function]
    while waiting:
        for callee in found[waiting.pop()][1]:
            if callee not in found:
                found[callee] = _describe(callee)
                waiting.append(callee)
    own, *others = (digest for digest, _ in found.values())
    return hashlib.sha256("".join([own, *sorted(others)]).encode()).hexdigest()


def _describe(function: Compiled) -> tuple[str, tuple[Compiled, ...]]:
    """Return the hash of one function without its callees, and the callees."""
    plain = _python_function(function)
    flags = sorted(f"{key}={value}" for key, value in getattr(function, "targetoptions", {}).items())
    lines = [plain.__module__, plain.__qualname__, *_ENVIRONMENT, *flags, *_code(plain.__code__, plain.__doc__)]
    callees: list[Compiled] = []
    for name, value in _read_values(plain):
        if callee := _callee(value):
            callees.append(callee)
            target = _python_function(callee)
            lines.append(f"{name} calls {target.__module__}.{target.__qualname__}")
        else:
            lines.append(f"{name} is {_text(value)}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest(), tuple(callees)


def _python_function(function: Compiled) -> FunctionType:
    """Return the Python function of a compiled one."""
    if isinstance(function, Dispatcher):
        return cast(FunctionType, function.py_func)
    if isinstance(function, _Intrinsic):
        return cast(FunctionType, function._defn)
    return function


def _callee(value: object) -> Compiled | None:
    """Return the value if it is a function whose source may change without a new library version; else None."""
    if isinstance(value, LazyFunction):
        return cast(Compiled, value.dispatcher)
    if isinstance(value, Dispatcher | _Intrinsic):
        return value
    return value if isinstance(value, FunctionType) and _package(value) not in _LIBRARIES else None


def _package(value: object) -> str:
    return (getattr(value, "__module__", None) or "builtins").partition(".")[0]


def _code(code: CodeType, docstring: str | None = None) -> Iterator[str]:
    """Return the parts of a code object that determine its behaviour, nested functions included."""
    yield f"{code.co_code.hex()} {code.co_flags} {code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount}"
    yield f"{code.co_names} {code.co_varnames} {code.co_freevars} {code.co_cellvars}"
    yield getattr(code, "co_exceptiontable", b"").hex()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant)
        else:
            yield "docstring" if constant is docstring and docstring else _text(constant)


def _names(code: CodeType) -> tuple[set[str], set[str]]:
    """Return the names of globals that the code may read, nested functions included, and all names, attributes' too."""
    every = set(code.co_names)
    read = set(_globals(code)) if code.co_flags & CO_OPTIMIZED else set(every)  # a class reads its names otherwise
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner_read, inner_every = _names(constant)
            read, every = read | inner_read, every | inner_every
    return read, every


def _globals(code: CodeType) -> Iterator[str]:
    """Yield the names of the globals that the instructions of a function read; `dis` takes thirty times as long."""
    extended = 0
    for operation, low in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        argument = extended | low
        extended = argument << 8 if operation == dis.EXTENDED_ARG else 0
        if operation == _LOAD_GLOBAL:
            yield code.co_names[argument >> 1]  # the last bit says whether it is called


def _read_values(function: FunctionType) -> Iterator[tuple[str, object]]:
    """Yield the values that a function reads from outside: globals, their attributes, closures, defaults."""
    read, every = map(sorted, _names(function.__code__))
    for name in read:
        if name in function.__globals__:
            yield from _resolve(name, function.__globals__[name], every)
        elif hasattr(builtins, name):
            yield name, getattr(builtins, name)
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    for name, cell in cells:
        yield f"closure {name}", cell.cell_contents
    for number, value in enumerate(function.__defaults__ or ()):
        yield f"default {number}", value
    for name, value in sorted((function.__kwdefaults__ or {}).items()):
        yield f"default {name}", value


def _resolve(name: str, value: object, names: list[str]) -> Iterator[tuple[str, object]]:
    """Return a global; for a module of this package, all attributes that the code may refer to."""
    if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in _LIBRARIES:
        for attribute in names:
            if hasattr(value, attribute):
                yield from _resolve(f"{name}.{attribute}", getattr(value, attribute), names)
    else:
        yield name, value


def _text(value: object) -> str:
    """Return a description of a value that is the same in every process.

    Raises `NoFingerprint`.
    """
    kind = type(value).__name__
    if value is None or value is Ellipsis or type(value) in (bool, int, float, complex, str, bytes, slice):
        return f"{kind} {value!r}"
    if isinstance(value, int) and type(value).__base__ is int:  # compiled code sees the number
        return f"int {int(value)!r}"
    if isinstance(value, tuple):
        return f"{type(value).__qualname__} ({', '.join(map(_text, value))})"
    if isinstance(value, frozenset):
        return f"frozenset {sorted(map(_text, value))}"
    if isinstance(value, np.ndarray | np.generic):
        return _array_text(np.asarray(value), kind)
    if isinstance(value, Type):
        return f"type {value!r}"
    if isinstance(value, ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        return f"named tuple {value.__qualname__} {value._fields}"
    if _package(value) in _LIBRARIES and isinstance(value, type | BuiltinFunctionType | FunctionType | np.ufunc):
        return f"{value.__module__ if hasattr(value, '__module__') else ''}.{getattr(value, '__qualname__', value)}"
    raise NoFingerprint(f"{kind} {value!r:.60}")


def _array_text(array: npt.NDArray[Any], kind: str) -> str:
    if array.dtype.hasobject:
        raise NoFingerprint(f"{kind} of objects")
    return f"{kind} {array.dtype.str} {array.shape} {hashlib.sha256(array.tobytes()).hexdigest()}"
