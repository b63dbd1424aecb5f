"""The type of functions that are arguments of compiled functions: the address of their machine code, and nothing else.

Numba has such a type, too. A call of a driver looks up all its functions by their signatures, which takes a fifth of a
millisecond for a kernel; and every call of one of them is compiled three times, for functions that have no machine code
or only that for C as well. Here a function has its machine code, or is no argument.
"""

from __future__ import annotations

import hashlib
from typing import Any, cast

from numba import extending
from numba.core import cgutils, types
from numba.core.imputils import lower_constant as _lower_constant
from numba.core.typeconv.castgraph import Conversion
from numba.core.typing.templates import Signature
from numba.experimental.function_type import lower_constant_dispatcher as _numbas_constant

from ludarium.core.compiling.dispatchers import LazyDispatcher
from ludarium.core.compiling.lazy import Compiled
from ludarium.core.compiling.symbols import resolve

_code: Any = cgutils  # Numba gives what writes code no types
_extend: Any = extending
_ANYTHING = cast(Any, types).VarArg(types.Any)


class FunctionType(types.Callable):
    """The type of a compiled function with a declared signature, as an argument of another compiled function."""

    def __init__(self, declared: Signature) -> None:
        self.signature = declared = resolve(declared)
        digest = hashlib.sha256(repr(declared).encode()).hexdigest()
        super().__init__(f"function {digest[:12]}")  # it is part of the names of all functions that take it

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Signature | None:
        """Return the type of a call, None if the arguments do not fit."""
        declared = self.signature.args
        fits = len(args) == len(declared) and not kws
        if not fits or any(context.can_convert(*pair) is None for pair in zip(args, declared, strict=True)):
            return None
        return cast(Any, Signature)(self.signature.return_type, declared, self)  # type: ignore[no-any-return]  # untyped

    def get_call_signatures(self) -> tuple[list[Signature], bool]:
        """Return the signatures of calls, for messages."""
        return [self.signature], False

    def get_impl_key(self, sig: Signature) -> type[FunctionType]:
        """Return the key under which the code of a call is found."""
        return FunctionType

    def can_convert_from(self, context: Any, other: Any) -> Conversion | None:
        """Return whether a function may be an argument of this type."""
        function = getattr(other, "dispatcher", None)
        return Conversion.safe if isinstance(function, LazyDispatcher) and self.covers(function) else None

    def covers(self, function: object) -> bool:
        """Return whether a function has this type."""
        declared = getattr(function, "signature", None)
        return declared is self.signature or declared == self.signature


def require_functions(given: tuple[object, ...], kinds: tuple[FunctionType, ...]) -> None:
    """Raise `TypeError` unless the first fields of a named tuple are functions of these types."""
    for name, function, kind in zip(cast(Any, given)._fields, given, kinds, strict=False):
        if not kind.covers(function):
            arguments = ", ".join(map(str, kind.signature.args))
            raise TypeError(f"{name} of a {type(given).__name__}: expected a function compiled for {arguments}")


_extend.register_model(FunctionType)(_extend.models.OpaqueModel)


@_extend.unbox(FunctionType)  # type: ignore[untyped-decorator]  # see above
def _unbox(kind: FunctionType, function: Any, call: Any) -> Any:
    """Write the code that reads the address of a function that Python passes."""
    address = call.pyapi.object_getattr_string(function, "address")
    failed = _code.is_null(call.builder, address)
    pointer = _code.alloca_once_value(call.builder, call.context.get_constant_null(types.voidptr))
    with _code.if_likely(call.builder, call.builder.not_(failed)):
        call.builder.store(call.pyapi.long_as_voidptr(address), pointer)
        call.pyapi.decref(address)
    return _extend.NativeValue(call.builder.load(pointer), is_error=failed)


@_extend.lower_builtin(FunctionType, FunctionType, _ANYTHING)  # type: ignore[untyped-decorator]  # see above
def _call(context: Any, builder: Any, sig: Signature, args: Any) -> Any:
    """Write the code of a call; an exception is passed on to the caller."""
    pointer, *arguments = args
    kinds, convention = sig.args[1:], context.call_conv
    function = builder.bitcast(pointer, convention.get_function_type(sig.return_type, kinds).as_pointer())
    status, result = convention.call_function(builder, function, sig.return_type, kinds, arguments)
    with _code.if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    return result


@cast(Any, _lower_constant)(cast(Any, types).Dispatcher)  # type: ignore[untyped-decorator]  # see above
def _helper_as_argument(context: Any, builder: Any, kind: Any, function: Any) -> Any:
    """Write the value of a compiled function that one helper passes to another.

    Its type says what is called, so its value is never read. Numba writes the address of the Python object, and code
    with an address of one process is not stored on disk.
    """
    if isinstance(function, Compiled | LazyDispatcher):
        return context.get_constant_null(kind)
    return _numbas_constant(context, builder, kind, function)
