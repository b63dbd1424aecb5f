"""Helpers for sets that are the bits of a word, compiled into the functions that call them."""

from ludarium.core.compiler import rule


@rule()
def count_bits(word: int) -> int:
    """Return the number of members of a set.

    >>> count_bits(0b1011)
    3
    """
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count
