"""The compiled functions as Numba sees them; this module loads Numba."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable
from threading import RLock
from typing import Any, cast

from numba import njit, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.registry import CPUDispatcher
from numba.core.types.abstract import _TypeMetaclass
from numba.extending import typeof_impl

from ludarium.core.cached import cached_property
from ludarium.core.compiling import cache as compile_cache
from ludarium.core.compiling import waiting
from ludarium.core.compiling.cache import FingerprintCache
from ludarium.core.compiling.helper_code import HelperPipeline
from ludarium.core.compiling.lazy import Compiled, has_loaded
from ludarium.core.compiling.symbols import resolve
from ludarium.core.errors import NotReady

_log = logging.getLogger(__name__)


def _intern_one_by_one() -> None:
    """Have one thread at a time make a type, or two threads that first meet a type may give it two numbers.

    Numba 0.68 looks whether it knows an equal type, numbers the new one and stores it, without a lock. A function that
    was declared with one of the two refuses arguments of the other for as long as the process runs, by an
    `AssertionError` without words.
    """
    intern, lock = cast(Any, _TypeMetaclass)._intern, RLock()

    def intern_alone(cls: type, made: object) -> object:
        with lock:
            return intern(cls, made)

    cast(Any, _TypeMetaclass)._intern = intern_alone


_intern_one_by_one()


class LazyDispatcher(CPUDispatcher):
    """A compiled function; one with a declared signature is compiled or loaded when it is first needed.

    It is needed when Python calls it, when a function that calls it is compiled, and when it is passed to a driver.
    One of three methods is asked in each of these cases; all of them compile the declared signature first.
    """

    _declared: Any = None
    _looked_at: float = 0.0
    signature: Any = None

    def declare(self, signature: Any) -> None:
        """Set the only signature that this function will have."""
        self._declared = self.signature = signature

    @property
    def is_compiled(self) -> bool:
        """Whether the declared signature is compiled or loaded from disk."""
        return self._declared is None

    def is_cached(self) -> bool:
        """Return whether the machine code for the declared signature is on disk, or never will be."""
        cache = cast(Any, self)._cache  # Numba gives it no type
        return not isinstance(cache, FingerprintCache) or cache.has(self._declared, self.targetctx)

    def ensure_compiled(self) -> None:
        """Compile the declared signature or load it from disk, unless that has been done already.

        Raises `NotReady` while other processes compile and have not compiled it yet.
        """
        if self._declared is None:  # the lock below costs more than a short call
            return
        if waiting.missing and not self._is_ready():
            raise NotReady(f"{self.py_func.__module__}.{self.py_func.__name__} is being compiled")
        with global_compiler_lock:
            if self._declared is None:
                return
            with warnings.catch_warnings():  # functions as arguments are called experimental; drivers consist of them
                warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
                self.compile(self._declared)
            self.disable_compile()
            self._declared = None
        if self.stats.cache_misses:
            _log.info("%s.%s was compiled", self.py_func.__module__, self.py_func.__name__)

    def _is_ready(self) -> bool:
        """Return whether the machine code is on disk; looks once in a while, and says which module is needed."""
        if self._looked_at + waiting.LOOK > time.monotonic():
            return False
        if self.is_cached():
            return True
        self._looked_at = time.monotonic()
        if waiting.missing:
            waiting.missing(self.py_func.__module__)
        return False

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the type of a call in a function that is being compiled.

        Numba would compile a version for every literal argument; here all integers share one.
        """
        self.ensure_compiled()
        return super().get_call_template([cast(Any, types).unliteral(arg) for arg in args], kws)

    @cached_property
    def address(self) -> int:
        """The address of the machine code, for compiled functions that take this one as an argument."""
        return self._address("llvm_func_name")

    @cached_property
    def wrapper_address(self) -> int:
        """The address that Numba asks of a function which it takes as an argument of its own function types."""
        return self._address("llvm_cfunc_wrapper_name")

    def _address(self, name: str) -> int:
        """Return the address of the function to which the compiler has given a name under this one."""
        self.ensure_compiled()
        (result,) = cast(Any, self).overloads.values()
        return int(result.library.get_pointer_to_function(getattr(result.fndesc, name)))


class Helper(LazyDispatcher):
    """A function without a declared signature: it is compiled into the functions that call it, and nowhere else.

    Called from Python a rule runs as plain Python; any other helper is then compiled for itself, once for each
    combination of argument types.
    """

    _alone: Any = None

    def add_overload(self, cres: Any) -> None:
        """Keep the code for callers that are being compiled, out of sight of calls from Python."""
        cres = cres._replace(entry_point=object())  # the key under which Numba's callers find the code
        cast(Any, self).targetctx.insert_user_function(cres.entry_point, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_for_args(self, *args: Any, **kwargs: Any) -> Any:
        """Return the function that a call from Python runs: plain Python for a rule, else one compiled for itself."""
        if not self.targetoptions.get("_nrt", True):
            return self.py_func
        if self._alone is None:
            self._alone = cast(Any, njit(nogil=True)(self.py_func))
            compile_cache.enable(self._alone)
        return self._alone

    @property
    def address(self) -> int:
        """Raise `TypeError`, because a helper has no machine code of its own."""
        name = f"{self.py_func.__module__}.{self.py_func.__name__}"
        raise TypeError(f"{name} is passed to a compiled function: expected one with a declared signature")


def dispatcher(function: Callable[..., object], signature: Any, *, cache: bool, **flags: Any) -> LazyDispatcher:
    """Return the dispatcher of a function: a helper if it has no signature."""
    if signature is None:
        flags["pipeline_class"] = HelperPipeline
    made = cast(Any, njit)(**{"nogil": True} | flags)(function)
    made.__class__ = Helper if signature is None else LazyDispatcher
    if signature is not None:
        if cache:
            compile_cache.enable(made)
        made.declare(resolve(signature))
    return cast(LazyDispatcher, made)


@typeof_impl.register(Compiled)
def _type_of_compiled(function: Compiled, context: object) -> types.Type:
    """Return the type of a compiled function that another one calls or is passed."""
    return cast(types.Type, cast(Any, types).Dispatcher(function.dispatcher))


has_loaded()
