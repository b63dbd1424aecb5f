"""Numbers that stand for payoffs: as they are computed, as they are stored, and as the words of a proof.

A word has 32 bits: a value of 24 bits above, and the steps of its error, a byte, below. Sweeps use all 32 for the
value, and a proof turns them into words in the same memory. 32-bit floats, in which finished values are stored,
distinguish all values of 24 bits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.core.kernel import Floats
from ludarium.solve.race.lanes import Table

VALUE_ONE = (1 << 24) - 2
"""The value of 24 bits that stands for a payoff of 1; even, because a tie is a half."""
STEPS = 256
"""A word is `value * STEPS + steps`, with fewer steps than this."""
WORD_ONE = VALUE_ONE * STEPS
"""The word, without steps, that stands for a payoff of 1."""
ROUNDED = 0.5 / VALUE_ONE
"""What a payoff changes by at most when it becomes a value of 24 bits, or such a value a float of 32."""
ONES = {np.dtype(np.uint16): 65535.0, np.dtype(np.uint32): float(WORD_ONE)}
"""For each type of whole numbers the one that stands for a payoff of 1."""
_PART = 1 << 22
"""Values in a part of a long table."""
_UNITS, _NOISE = 3.5, 0.1
"""What rounding at random changes: a value by at most so many units; and the mean of n values by less than the second
number divided by the root of n."""


class Encoding(NamedTuple):
    """The encoding of values while they are computed: the type of a number, and the number of a payoff of 1.

    Whole numbers of 16 bits are rounded at random, up with the probability of the part that is cut, so that errors
    cancel out; those of 32 bits to the nearest.
    """

    dtype: np.dtype[Any]
    one: float

    @classmethod
    def of(cls, bits: int) -> Encoding:
        """Return the encoding with this many bits: 64, 32 or 16."""
        dtype = np.dtype({64: np.float64, 32: np.uint32, 16: np.uint16}[bits])
        return cls(dtype, ONES.get(dtype, 1.0))

    @property
    def dithers(self) -> bool:
        """Whether values are rounded at random."""
        return self.dtype == np.uint16

    @property
    def dither(self) -> float:
        """The rule of rounding; see `ludarium.solve.race.sweep.Rule`."""
        return float(self.dithers) if self.one > 1 else -1.0

    def is_still(self, largest: float, mean: float, count: int) -> bool:
        """Return whether a sweep of `count` values changed none by more than rounding does, or on average by nothing.

        Changes by rounding at random cancel out; those of a sweep that still converges do not.
        """
        return largest <= _UNITS / self.one or abs(mean) * self.one < _NOISE / count**0.5


def to_payoffs(table: Table) -> Floats:
    """Return the values of a layer, or of a part, as payoffs."""
    return np.array(table, np.float64) / ONES.get(table.dtype, 1.0)


def parts(table: Table) -> list[slice]:
    """Return the parts in which a long table is worked on, so that it takes little memory more."""
    return [slice(first, min(first + _PART, len(table))) for first in range(0, len(table), _PART)]


def recode(table: Table, dtype: np.dtype[np.generic]) -> Table:
    """Return a copy of a table, in memory or in a file, in whole numbers of a type."""
    found: Table = np.empty(len(table), dtype)
    for part in parts(table):
        if table.dtype == dtype:
            found[part] = table[part]
        else:
            found[part] = np.rint(to_payoffs(table[part]) * ONES[dtype])
    return found


def to_words(table: Table) -> Table:
    """Return the words of a table, without steps; a table of 32-bit whole numbers is overwritten by its words."""
    words: Table = table if table.dtype == np.uint32 else np.empty(len(table), np.uint32)
    for part in parts(table):
        words[part] = np.rint(to_payoffs(table[part]) * VALUE_ONE).astype(np.uint32) * np.uint32(STEPS)
    return words


def are_words_of(words: Table, table: Table) -> bool:
    """Return whether words, whatever their steps, have the values of a table of 16 bits."""
    steps = np.uint32(STEPS)
    return all(np.array_equal(words[part] // steps, to_words(table[part]) // steps) for part in parts(table))


def finished(table: Table, has_steps: bool) -> Table:
    """Return a table of whole numbers as it is stored: 16 bits unchanged, 32 bits overwritten by floats."""
    if table.dtype == np.uint16:
        return table
    stored: Table = table.view(np.float32)
    for part in parts(table):
        stored[part] = (table[part] // np.uint32(STEPS)) / VALUE_ONE if has_steps else to_payoffs(table[part])
    return stored
