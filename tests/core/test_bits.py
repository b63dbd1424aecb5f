"""The members of a set in the bits of a word are the same compiled and in plain Python."""

from hypothesis import given
from hypothesis import strategies as st
from numba import types

from ludarium.core.bits import lowest_bit
from ludarium.core.kernel import compiled


@compiled(types.int64(types.int64), cache=False)
def lowest(word: int) -> int:
    return lowest_bit(word)


@given(st.integers(1, (1 << 63) - 1))
def test_the_lowest_member_is_found(word: int) -> None:
    expected = next(place for place in range(63) if word >> place & 1)
    assert lowest_bit(word) == lowest(word) == expected
