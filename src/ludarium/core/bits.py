"""Helpers for sets that are the bits of a word, compiled into the functions that call them."""

from ludarium.core.compiling.compiler import rule


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


@rule()
def single_actor(who: int) -> int:
    """Return the seat that acts alone, of the bits that a kernel's `actors` returns; -1 for chance, -2 if several act.

    >>> single_actor(0b100), single_actor(0b1), single_actor(0b110)
    (1, -1, -2)
    """
    if who & (who - 1):
        return -2
    seat = -1
    while who >> (seat + 1) > 1:
        seat += 1
    return seat
