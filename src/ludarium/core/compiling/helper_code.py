"""The code of helpers: functions that are linked into their callers and have no machine code of their own."""

from typing import Any, cast

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _HelperLibrary(JITCodeLibrary):
    """The code of a helper, as its callers link it; they optimise it and make machine code of it.

    Numba would do both for the helper alone, too, which doubles the time to compile.
    """

    def _optimize_final_module(self) -> None:
        """Leave the optimisation to the callers, who know the arguments."""

    def _finalize_final_module(self) -> None:
        """Make the code ready for linking."""
        cast(Any, self)._finalize_dynamic_globals()
        self._finalized = True


class HelperPipeline(Compiler):
    """Numba's compiler, for helpers."""

    def __init__(self, typing: Any, target: Any, library: Any, args: Any, result: Any, flags: Any, names: Any) -> None:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        code = cast(Any, _HelperLibrary)(target.codegen(), "helper")  # Numba gives nothing here a type
        cast(Any, super()).__init__(typing, target, code, args, result, flags, names)
