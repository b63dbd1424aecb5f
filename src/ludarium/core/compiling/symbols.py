"""Expressions of Numba's types, which is loaded when they are evaluated."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

_UNKNOWN = object()


class Symbol:
    """An expression of Numba's types, such as `types.void(types.int64[::1])`; `resolve` evaluates it.

    Attributes, items and calls of a symbol are symbols, and symbols may be arguments.
    """

    __slots__ = ("_evaluate", "_value")

    def __init__(self, evaluate: Callable[[], Any]) -> None:
        self._evaluate, self._value = evaluate, _UNKNOWN

    def __getattr__(self, name: str) -> Symbol:
        if name.startswith("__"):
            raise AttributeError(name)
        return Symbol(lambda: getattr(resolve(self), name))

    def __getitem__(self, item: object) -> Symbol:
        return Symbol(lambda: resolve(self)[item])

    def __call__(self, *args: object) -> Symbol:
        """Return the symbol of a call."""
        return Symbol(lambda: resolve(self)(*resolve(args)))


def resolve(value: Any) -> Any:
    """Return the value of a symbol, of the symbols in a tuple or list, or the value itself if it is none.

    >>> resolve(symbol("numba", "types").int64[::1])
    Array(int64, 1, 'C', False, aligned=True)
    """
    if isinstance(value, Symbol):
        if value._value is _UNKNOWN:
            value._value = value._evaluate()
        return value._value
    return type(value)(map(resolve, value)) if type(value) in (tuple, list) else value


def symbol(module: str, name: str) -> Any:
    """Return a name of a module that is imported when the symbol is resolved."""
    return Symbol(lambda: getattr(import_module(module), name))
