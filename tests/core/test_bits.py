"""The members of a set in the bits of a word are the same compiled and in plain Python."""

from typing import cast

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.bits import list_bits, lowest_bit, rotate, unpack_bits, without_lowest
from ludarium.core.kernel import INTS, Singles, Vector, compiled, types


@compiled(types.int64(types.int64), cache=False)
def lowest(word: int) -> int:
    return lowest_bit(word)


@compiled(types.int64(types.int64), cache=False)
def rest(word: int) -> int:
    return without_lowest(word)


@compiled(types.int64(types.int64, types.int64), cache=False)
def rotated(word: int, places: int) -> int:
    return rotate(word, places)


@compiled(types.int64(types.int64, types.int64, INTS, types.int64), cache=False)
def listed(word: int, first: int, out: Vector, count: int) -> int:
    return list_bits(word, first, out, count)


@compiled(types.void(types.int64, INTS, types.float32[::1]), cache=False)
def unpacked(word: int, places: Vector, out: Singles) -> None:
    unpack_bits(word, places, out)


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


@given(WORDS | st.just(0), st.integers(0, 63))
def test_members_beyond_the_64th_begin_again_below(word: int, places: int) -> None:
    expected = {(place + places) % 64 for place in range(64) if word >> place & 1}
    for turned in (rotate(in_vector(word), cast(int, np.int64(places))), rotated(word, places)):
        assert {place for place in range(64) if turned >> place & 1} == expected
        assert np.int64(turned) == turned, "the set is no word"


@given(WORDS | st.just(0), st.integers(0, 640), st.integers(0, 3))
def test_members_are_listed_in_order_behind_those_that_are_there(word: int, first: int, count: int) -> None:
    expected = [first + place for place in range(64) if word >> place & 1]
    for write in (list_bits, listed):
        out = np.full(count + 64, -7, np.int64)
        end = write(in_vector(word), first, out, count)
        assert out[count:end].tolist() == expected
        assert set(out[:count].tolist()) | set(out[end:].tolist()) <= {-7}


@given(st.integers(-1 << 63, (1 << 63) - 1), st.lists(st.integers(0, 63), max_size=70))
def test_a_set_is_unpacked_in_the_order_of_the_places(word: int, order: list[int]) -> None:
    places, expected = np.array(order, np.int64), [word >> place & 1 for place in order]
    for unpack in (unpack_bits, unpacked):
        out = np.full(len(order) + 1, 7, np.float32)
        unpack(in_vector(word), places, out)
        assert out.tolist() == [*expected, 7]
