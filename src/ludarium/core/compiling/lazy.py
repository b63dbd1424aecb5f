"""Functions that are to be compiled, as they are before Numba is loaded."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from threading import RLock
from typing import Any
from weakref import WeakSet

from ludarium.core.cached import cached_property
from ludarium.core.compiling import waiting
from ludarium.core.errors import NotReady

_declared: WeakSet[Compiled] = WeakSet()
_extensions: list[Callable[[], object]] = []
_loaded = False
_lock = RLock()
_plain_calls = 0
_MOST_PLAIN_CALLS = 2_000
"""Calls of rules as plain Python, which take less time than loading Numba does."""


class Compiled:
    """A compiled function: Numba's dispatcher, which is made when it is first needed.

    It is needed when Python calls the function, when a function that calls it is compiled, and when it is passed to a
    driver. A rule without a signature is plain Python where Python calls it. Until Numba is loaded, all rules are: for
    some two thousand calls, so that a command that shows a position need not load it, and without end in a process that
    leaves it to others to compile. All else is asked of the dispatcher.
    """

    def __init__(
        self, function: Callable[..., Any], make: Callable[[], Any], *, is_rule: bool, is_declared: bool
    ) -> None:
        update_wrapper(self, function)
        self.py_func, self._make, self._is_rule = function, make, is_rule
        self._call = function if is_rule and not is_declared else None
        if is_declared:
            _declared.add(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the function: compiled, or as plain Python where it is a rule that need not be compiled yet."""
        call = self._call
        if call is None:
            if self._is_rule and not _loaded and _stay_plain(self.py_func.__module__):
                return self.py_func(*args, **kwargs)
            call = self._compile()
        return call(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        if name == "dispatcher":
            return self._make_dispatcher()
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.dispatcher, name)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__  # a pickle has the name, as that of any function has

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.py_func!r})"

    def __wrapper_address__(self) -> int:
        return int(self.dispatcher.wrapper_address)  # by which Numba takes objects that are no dispatchers

    @cached_property
    def address(self) -> int:
        """The address of the machine code, for compiled functions that take this one as an argument."""
        return int(self.dispatcher.address)

    @cached_property
    def entry_point(self) -> Callable[..., Any]:
        """What Python calls with arguments of the declared types, which are not looked at again."""
        self.dispatcher.ensure_compiled()
        (made,) = self.dispatcher.overloads.values()
        return made.entry_point  # type: ignore[no-any-return]  # Numba gives it no type

    def _compile(self) -> Callable[..., Any]:
        """Return what a call runs: the compiled function, or plain Python for a rule that others are compiling.

        It is compiled before Numba hears of the call. Numba 0.68 notes whether it may still compile, then looks at the
        arguments, and wants exact types if it might; where another thread compiles the function meanwhile, it refuses
        functions among the arguments, which are converted: "No matching definition for argument type(s)".
        """
        try:
            self.dispatcher.ensure_compiled()
        except NotReady:
            if self._is_rule:
                return self.py_func
            raise  # a search, which would take minutes
        self._call = call = self._call or self.dispatcher
        return call

    def _make_dispatcher(self) -> Any:
        """Return the dispatcher, a `LazyDispatcher`, which is an attribute from now on."""
        with _lock:
            if "dispatcher" not in vars(self):
                self.dispatcher = self._make()
                self.signature = self.dispatcher.signature  # drivers ask for it at every call, and for the address
                self._numba_type_ = self.dispatcher._numba_type_  # so does Numba, which makes it anew each time
        return self.dispatcher


def _stay_plain(module: str) -> bool:
    """Return whether a rule of a module that is called now runs as plain Python."""
    global _plain_calls
    _plain_calls += 1
    return waiting.call_for(module) or _plain_calls <= _MOST_PLAIN_CALLS


def pending(package: str) -> list[Compiled]:
    """Return the functions of a package or module that are declared and neither compiled nor loaded."""
    of_package = [each for each in list(_declared) if f"{each.py_func.__module__}.".startswith(f"{package}.")]
    return [each for each in of_package if "dispatcher" not in vars(each) or not each.dispatcher.is_compiled]


def extension(extend: Callable[[], object]) -> Callable[[], object]:
    """Call a function when Numba is loaded, or now if it is: it teaches the compiler a type or an operation."""
    if _loaded and not waiting.DISABLED:
        extend()
    else:
        _extensions.append(extend)
    return extend


def has_loaded() -> None:
    """Run the extensions, unless nothing is compiled: Numba is loaded."""
    global _loaded
    _loaded = True
    while _extensions and not waiting.DISABLED:
        _extensions.pop(0)()
