"""Many small cases in one test: all of them run, and those that fail are named."""

import inspect

import pytest

from tests.cases import each


def test_all_cases_run_and_the_error_is_of_the_first_and_names_all_that_fail() -> None:
    tried = list[tuple[int, str]]()

    @each("number", range(4))
    def test(number: int, fixture: str) -> None:
        tried.append((number, fixture))
        assert number % 2 == 0, f"{number} is odd"

    assert [*inspect.signature(test).parameters] == ["fixture"]
    with pytest.raises(AssertionError, match="1 is odd") as raised:
        test(fixture="given")
    assert tried == [(0, "given"), (1, "given"), (2, "given"), (3, "given")]
    assert raised.value.__notes__ == ["failed with\nnumber=1\nnumber=3"]


@each("number, square", [(2, 4), (3, 9)])
@each("sign", [1, -1])
def test_a_case_has_several_values_and_any_combination_is_one(number: int, square: int, sign: int) -> None:
    assert (sign * number) ** 2 == square


def test_an_error_that_is_missing_is_named() -> None:
    @each("text", ["1", "a"])
    def test(text: str) -> None:
        with pytest.raises(ValueError, match="invalid"):
            int(text)

    with pytest.raises(pytest.fail.Exception) as raised:
        test()
    assert raised.value.__notes__ == ["failed with\ntext='1'"]


def test_no_case_is_an_error() -> None:
    @each("number", [])
    def test(number: int) -> None:
        pass

    with pytest.raises(AssertionError, match="there is no number"):
        test()
