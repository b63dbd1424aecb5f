"""Functions as arguments of compiled functions."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Event
from typing import Any, cast

import numpy as np
import pytest
from numba import types as numba_types
from numba.core.types import abstract

from ludarium.core.kernel import KERNEL, FunctionType, Kernel, Vector, compiled, rule, types
from ludarium.games.orion.kernel import KERNEL as ORION

STEP = types.int64(types.int64)


@compiled(types.int64(FunctionType(STEP), types.int64))
def twice(function: Any, number: int) -> Any:
    return function(function(number))


@rule(STEP)
def add_one(number: int) -> int:
    return number + 1


@rule(STEP)
def halve_ten(number: int) -> int:
    return 10 // number


@rule(types.void(types.int64[::1]))
def clear(vector: Vector) -> None:
    vector[0] = 0


@compiled(types.int64(FunctionType(types.void(types.int64[::1])), types.int64[::1]))
def first_after(function: Any, vector: Vector) -> Any:
    function(vector)
    return vector[0]


@rule(types.float64(types.float64))
def of_floats(number: float) -> float:
    return number


@rule()
def helper(number: int) -> int:
    return number


def test_a_function_is_called_by_a_compiled_one() -> None:
    assert twice(add_one, 5) == 7
    assert first_after(clear, np.array([3])) == 0


def test_an_exception_is_passed_on_to_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        twice(halve_ten, 0)


@pytest.mark.parametrize("function", [of_floats, helper, abs], ids=["signature", "helper", "python"])
def test_other_functions_are_refused(function: object) -> None:
    with pytest.raises(TypeError):
        twice(function, 5)


@compiled(types.int64(KERNEL))
def accept(kernel: Kernel) -> int:
    return 1


def test_a_kernel_with_a_function_of_another_type_is_refused() -> None:
    assert accept(ORION) == 1
    with pytest.raises(TypeError, match="results of a Kernel: expected a function compiled for array"):
        accept(ORION._replace(results=cast(Any, add_one)))


def test_two_threads_that_first_meet_a_type_give_it_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    number, both = cast(Any, abstract)._autoincr, Barrier(2, timeout=0.2)

    def number_slowly() -> int:
        with suppress(BrokenBarrierError):  # the second thread waits for the first one, and makes no type
            both.wait()
        return cast(int, number())

    monkeypatch.setattr(abstract, "_autoincr", number_slowly)
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: cast(Any, numba_types).UniTuple(numba_types.int64, 5_077), range(2))
    assert one is other


def test_a_first_call_finds_what_another_thread_compiles_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    @compiled(types.int64(FunctionType(STEP), types.int64), cache=False)
    def once(function: Any, number: int) -> Any:
        return function(number)

    @rule(STEP)
    def add_two(number: int) -> int:
        return number + 2

    argument, is_looked_at, is_compiled = cast(Any, add_two), Event(), Event()
    make = argument._make

    def make_slowly() -> object:
        is_looked_at.set()
        is_compiled.wait()
        return make()

    monkeypatch.setattr(argument, "_make", make_slowly)  # runs when Numba asks for the type of the argument
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(once, argument, 5)
        is_looked_at.wait()
        try:
            assert once(add_one, 6) == 7
        finally:
            is_compiled.set()
        assert first.result() == 7
