"""The members of a set in the bits of a word are the same compiled and in plain Python."""

from typing import cast

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import types

from ludarium.core.bits import lowest_bit, without_lowest
from ludarium.core.kernel import compiled


@compiled(types.int64(types.int64), cache=False)
def lowest(word: int) -> int:
    return lowest_bit(word)


@compiled(types.int64(types.int64), cache=False)
def rest(word: int) -> int:
    return without_lowest(word)


def in_vector(word: int) -> int:
    """Return a word as a plain kernel reads it from a vector."""
    return cast(int, np.int64(word))


WORDS = st.one_of(st.just(-1 << 63), st.integers(-1 << 63, (1 << 63) - 1).filter(bool))
"""Sets that are not empty, as words of 64 bits; the least one has the sign alone."""


@given(WORDS)
def test_the_lowest_member_is_found(word: int) -> None:
    expected = next(place for place in range(64) if word >> place & 1)
    assert lowest_bit(in_vector(word)) == lowest(word) == expected


@given(WORDS)
def test_the_lowest_member_is_taken_out_without_an_overflow(word: int) -> None:
    expected = [place for place in range(64) if word >> place & 1][1:]
    for left in (without_lowest(in_vector(word)), rest(word)):
        assert [place for place in range(64) if left >> place & 1] == expected
        assert np.int64(left) == left, "the set is no word"
