"""Helpers for sets that are the bits of a word, compiled into the functions that call them."""

from typing import Any

from ludarium.core.compiling.lazy import extension
from ludarium.core.kernel import Singles, Vector, rule

_SIGN = -(1 << 63)
"""The set of the 64th member alone: the least number of a word."""
_ALL = (1 << 64) - 1


@rule()
def count_bits(word: int) -> int:
    """Return the number of members of a set.

    >>> count_bits(0b1011)
    3
    """
    count = 0
    while word:
        word = without_lowest(word)
        count += 1
    return count


def lowest_bit(word: int) -> int:
    """Return the place of the lowest member of a set that is not empty, in one instruction of the processor.

    The loop of a compiled function over the members of a set:

        while word:
            cell = lowest_bit(word)
            word = without_lowest(word)

    >>> lowest_bit(0b10100)
    2
    """
    return (int(word) & -int(word)).bit_length() - 1


def without_lowest(word: int) -> int:
    """Return a set that is not empty without its lowest member, which may be the 64th, the sign.

    In plain Python, `word & word - 1` warns of an overflow there.

    >>> without_lowest(0b10100)
    16
    """
    word = int(word)
    return 0 if word == _SIGN else word & (word - 1)


def rotate(word: int, places: int) -> int:
    """Return a set whose members have gone up by so many places, from 0 to 63; those beyond the 64th begin again below.

    One instruction of the processor. `rotate(word, 64 - places)` leads back.

    >>> rotate(0b1011, 2), rotate(1, 63) == _SIGN, rotate(_SIGN, 1)
    (44, True, 1)
    """
    bits, up = int(word) & _ALL, int(places)
    bits = (bits << up | bits >> (64 - up)) & _ALL
    return bits - (1 << 64) if bits >> 63 else bits


@rule()
def list_bits(word: int, first: int, out: Vector, count: int) -> int:
    """Write `first` plus the place of each member of a set to `out` from index `count` on; returns how many are there.

    So a kernel lists its actions: those of one set after another, in ascending order.

    >>> import numpy as np
    >>> out = np.zeros(4, np.int64)
    >>> list_bits(0b101, 8, out, list_bits(0b11, 0, out, 0)), out.tolist()
    (4, [0, 1, 8, 10])
    """
    while word:
        out[count] = first + lowest_bit(word)
        count += 1
        word = without_lowest(word)
    return count


@rule()
def unpack_bits(word: int, places: Vector, out: Singles) -> None:
    """Write 1 to each number of `out` whose place, in the list `places`, is that of a member of a set, else 0.

    So an observation gets a plane of cells in any order, which the tables list once: the processor then writes several
    at a time, some four times as fast as with places that are computed.

    >>> import numpy as np
    >>> out = np.zeros(4, np.float32)
    >>> unpack_bits(0b101, np.array([2, 1, 0, 3]), out)
    >>> out.tolist()
    [1.0, 0.0, 1.0, 0.0]
    """
    for number in range(len(places)):
        out[number] = word >> places[number] & 1


@extension
def _in_compiled_code() -> None:
    """Give functions their code in compiled functions, which needs no loop."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    def count_zeros(typingctx: Any, word: Any) -> Any:
        """Write the code that counts the zeros below the lowest 1 of an integer."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return word(word), generate

    trailing_zeros: Any = intrinsic(count_zeros)  # Numba gives it no type

    @overload(lowest_bit, inline="always")
    def lowest(word: Any) -> Any:
        def place(word: Any) -> Any:
            return trailing_zeros(word)

        return place

    def turn(typingctx: Any, word: Any, places: Any) -> Any:
        """Write the code that rotates an integer, which becomes one instruction."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            last = ir.Constant(args[1].type, 63)
            up, down = builder.and_(args[1], last), builder.and_(builder.neg(args[1]), last)
            return builder.or_(builder.shl(args[0], up), builder.lshr(args[0], down))

        return types.int64(types.int64, types.int64), generate

    turned: Any = intrinsic(turn)  # Numba gives it no type

    @overload(rotate, inline="always")
    def rotated(word: Any, places: Any) -> Any:
        def result(word: Any, places: Any) -> Any:
            return turned(word, places)

        return result

    @overload(without_lowest, inline="always")
    def without(word: Any) -> Any:
        def rest(word: Any) -> Any:
            return word & (word - 1)

        return rest


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
