"""The types of compiled functions, written down without Numba, which takes half a second to load."""

from typing import TYPE_CHECKING

from ludarium.core.compiling.symbols import symbol

if TYPE_CHECKING:
    from numba import types as types

    from ludarium.core.compiling.function_type import FunctionType as FunctionType
else:
    types = symbol("numba", "types")
    FunctionType = symbol("ludarium.core.compiling.function_type", "FunctionType")
