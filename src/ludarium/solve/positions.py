"""Every position that a game can reach, with the steps between them, found through the rules alone.

A position is stored as the bytes of its vector, as many for each word as its values need, and found again by a hash
table that compares all bytes. Positions are numbered in the order in which they are found; 0 is the initial one.

Size: the compiled functions and the arrays that they fill and outgrow are one thing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ludarium.core.bits import single_actor
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE, INTS, KERNEL, Vector, compiled, named_tuple, rule, types
from ludarium.solve.canonical import CANONICAL_TYPE, CanonicalForm

MAXIMIZER, MINIMIZER, END = -1, -2, -3
"""The kinds of positions: a side to move, or the end of the game with payoff row `END - kind`; from 0 on, the number
of the distribution of chance."""
DONE, MORE_POSITIONS, MORE_EDGES, MORE_ENDS, MORE_DISTRIBUTIONS, WIDER, SIMULTANEOUS, CHOICE = range(8)
"""Why `expand` returns: all positions are expanded, an array is full, a word does not fit, or the game does not fit."""
_GROWTH = 2
_MOST = (1 << 31) - 2
"""Positions, whose numbers have 32 bits."""


Number = TypeVar("Number", np.int32, np.float64)


class Found(NamedTuple):
    """The arrays that `expand` fills.

    | field           | meaning                                                                             |
    | --------------- | ----------------------------------------------------------------------------------- |
    | `keys`          | the bytes of each position                                                          |
    | `slots`         | the hash table: a position's number + 1, or 0; its length is a power of 2           |
    | `kinds`         | the kind of each position                                                           |
    | `firsts`        | the index of the first of each position's edges; one more at the end                |
    | `edges`         | the positions that may follow, in the order of actions                              |
    | `payoffs`       | the payoffs of every seat at each end of the game                                   |
    | `distributions` | the probabilities of the outcomes of chance, with zeros behind the last             |
    | `widths`        | bytes of each word of a vector                                                      |
    | `counts`        | positions found, positions expanded, edges, ends, distributions; then the word that |
    |                 | does not fit                                                                        |
    """

    keys: npt.NDArray[np.uint8]
    slots: npt.NDArray[np.int32]
    kinds: npt.NDArray[np.int32]
    firsts: Vector
    edges: npt.NDArray[np.int32]
    payoffs: npt.NDArray[np.float64]
    distributions: npt.NDArray[np.float64]
    widths: Vector
    counts: Vector


FOUND = named_tuple(
    Found, types.uint8[:, ::1], types.int32[::1], types.int32[::1], INTS, types.int32[::1], types.float64[:, ::1],
    types.float64[:, ::1], INTS, INTS,
)  # fmt: skip


@rule()
def pack(v, widths, key):
    """Write a vector as bytes; returns the first word that does not fit, or -1."""
    at = 0
    for word in range(len(v)):
        bits = 8 * widths[word]
        if bits < 64 and (v[word] >= 1 << (bits - 1) or v[word] < -(1 << (bits - 1))):
            return word
        for byte in range(widths[word]):
            key[at] = v[word] >> 8 * byte & 255
            at += 1
    return -1


@rule()
def unpack(key, widths, v):
    """Read a vector from its bytes."""
    at = 0
    for word in range(len(v)):
        value = np.int64(0)
        for byte in range(widths[word]):
            value |= np.int64(key[at]) << 8 * byte
            at += 1
        free = 64 - 8 * widths[word]
        v[word] = value << free >> free


@rule()
def hashed(v):
    """Return a hash of a vector, whose lowest bits depend on all of it."""
    found = np.uint64(0x9E3779B97F4A7C15)
    for word in v:
        found = (found ^ np.uint64(word)) * np.uint64(0xBF58476D1CE4E5B9)
        found ^= found >> np.uint64(29)
    return found


@rule()
def find(found, v, key):
    """Return the slot of a position in the hash table, the empty one where it would be if it is not in it.

    Returns -1 if a word does not fit, which `counts` then names.
    """
    word = pack(v, found.widths, key)
    if word >= 0:
        found.counts[5] = word
        return -1
    mask = len(found.slots) - 1
    at = np.int64(hashed(v)) & mask
    while found.slots[at]:
        stored, same = found.slots[at] - 1, True
        for byte in range(len(key)):
            if found.keys[stored, byte] != key[byte]:
                same = False
                break
        if same:
            return at
        at = (at + 1) & mask
    return at


@compiled(types.int64(FOUND, INTS, types.uint8[::1]))
def look_up(found, v, key):
    """Return the slot of a position, -1 if it cannot be in the table."""
    return find(found, v, key)


@rule()
def intern(found, v, key):
    """Return the number of a position, a new one if it is not known; -1 if a word does not fit."""
    at = find(found, v, key)
    if at < 0:
        return -1
    if found.slots[at]:
        return found.slots[at] - 1
    number = found.counts[0]
    for byte in range(len(key)):
        found.keys[number, byte] = key[byte]
    found.slots[at] = number + 1
    found.counts[0] = number + 1
    return number


@rule()
def distribution(found, weights, count):
    """Return the number of a distribution, a new one if it is not known."""
    for number in range(found.counts[4]):
        same = True
        for k in range(found.distributions.shape[1]):
            same = same and found.distributions[number, k] == (weights[k] if k < count else 0.0)
        if same:
            return number
    number = found.counts[4]
    for k in range(found.distributions.shape[1]):
        found.distributions[number, k] = weights[k] if k < count else 0.0
    found.counts[4] = number + 1
    return number


@compiled(types.int64(KERNEL, CANONICAL_TYPE, INTS, INTS, INTS, FOUND, types.int64))
def expand(kernel, canonical, t, start, sides, found, quota):
    """Expand positions in the order of their numbers, until all or `quota` of them are, or something does not fit."""
    v, following, chosen = np.empty_like(start), np.empty_like(start), np.empty(1, np.int64)
    key = np.empty(found.keys.shape[1], np.uint8)
    most = found.distributions.shape[1]
    ids, weights, points = np.empty(most, np.int64), np.empty(most, np.float64), np.empty(len(sides), np.float64)
    counts = found.counts
    if counts[0] == 0:
        v[:] = start
        canonical(t, v)
        if intern(found, v, key) < 0:
            return WIDER
    while counts[1] < counts[0] and quota > 0:
        number = counts[1]
        if counts[0] + most > min(len(found.kinds), len(found.slots) // 2):
            return MORE_POSITIONS
        if counts[2] + most > len(found.edges):
            return MORE_EDGES
        if counts[3] == len(found.payoffs):
            return MORE_ENDS
        if counts[4] == len(found.distributions):
            return MORE_DISTRIBUTIONS
        unpack(found.keys[number], found.widths, v)
        who, count = kernel.actors(t, v), 0
        if who == 0:
            kernel.payoffs(t, v, kernel.results(t, v, points), points)
            found.payoffs[counts[3]] = points
            found.kinds[number] = END - counts[3]
            counts[3] += 1
        else:
            seat = single_actor(who)
            if seat < CHANCE:
                return SIMULTANEOUS
            count = kernel.legal(t, v, seat, ids)
            if seat < 0:
                kernel.chance_outcomes(t, v, weights)
                found.kinds[number] = distribution(found, weights, count)
            else:
                if sides[seat] == 0 and count > 1:
                    return CHOICE
                found.kinds[number] = MAXIMIZER if sides[seat] >= 0 else MINIMIZER
        for k in range(count):
            following[:] = v
            chosen[0] = ids[k]
            kernel.apply(t, following, chosen)
            canonical(t, following)
            next_number = intern(found, following, key)
            if next_number < 0:
                return WIDER
            found.edges[counts[2] + k] = next_number
        counts[2] += count
        counts[1] += 1
        found.firsts[counts[1]] = counts[2]
        quota -= 1
    return DONE


@compiled(types.void(FOUND, FOUND, INTS))
def store_again(old, new, v):
    """Copy all keys into arrays with other widths or more room, and fill the new hash table."""
    key = np.empty(new.keys.shape[1], np.uint8)
    new.counts[0] = 0
    for number in range(old.counts[0]):
        unpack(old.keys[number], old.widths, v)
        intern(new, v, key)


@dataclass
class Positions:
    """The graph of all positions of a game; see `Found` for its arrays.

    | field       | meaning                                                                                 |
    | ----------- | --------------------------------------------------------------------------------------- |
    | `canonical` | the form to which every position is brought first                                       |
    | `sides`     | for every seat 1 if its side gets what seat 0 gets, -1 for the other side; 0 where there |
    |             | are more sides, and so no choice can be valued                                          |
    | `memory`    | the bytes that the arrays may take                                                      |
    """

    game: Game
    canonical: CanonicalForm
    sides: Vector
    memory: float
    found: Found

    @classmethod
    def empty(cls, game: Game, canonical: CanonicalForm, sides: Vector, memory: float) -> Positions:
        """Return a graph without positions."""
        return cls(game, canonical, sides, memory, _arrays(game, np.ones(len(game.setup.start), np.int64), 1 << 12))

    @classmethod
    def explore(
        cls,
        game: Game,
        canonical: CanonicalForm,
        sides: Vector,
        memory: float = np.inf,
        progress: Callable[[int, int], None] = lambda found, expanded: None,
    ) -> Positions:
        """Find all positions.

        Raises `LudariumError` if they need more memory, and if the game has simultaneous turns or more than two sides
        that choose.
        """
        self = cls.empty(game, canonical, sides, memory)
        start = game.setup.start
        while True:
            status = expand(game.kernel, canonical.function, game.tables, start, sides, self.found, 1 << 18)
            counts = self.found.counts
            progress(int(counts[0]), int(counts[1]))
            if status == DONE and counts[0] == counts[1]:
                return self
            self.make_room(status)

    def make_room(self, status: int) -> None:
        """Make room for what did not fit.

        Raises `LudariumError` if that is too much, or if the game has simultaneous turns or too many sides.
        """
        if status == DONE:
            return
        if status == SIMULTANEOUS:
            raise LudariumError(
                f"{self.game.spec} has simultaneous turns: expected a game in which one seat chooses at a time"
            )
        if status == CHOICE:
            raise LudariumError(
                f"{self.game.spec} has {self.game.seats} sides that choose: "
                "with more than two, values need not be unique"
            )
        old, widths = self.found, self.found.widths
        if status == MORE_EDGES:
            self._check(old.edges.nbytes)
            self.found = old._replace(edges=_longer(old.edges))
        elif status == MORE_ENDS:
            self.found = old._replace(payoffs=_longer(old.payoffs))
        elif status == MORE_DISTRIBUTIONS:
            self.found = old._replace(distributions=_longer(old.distributions))
        else:
            size = len(old.kinds)
            if status == WIDER:
                widths = widths.copy()
                widths[old.counts[5]] *= 2
            else:
                size = min(_GROWTH * size, _MOST)
                if size == len(old.kinds):
                    raise LudariumError(f"{self.game.spec} has more than {_MOST:,} positions")
            new = _arrays(self.game, widths, size, keep=old)
            self._check(old.keys.nbytes + old.kinds.nbytes * 3 + old.slots.nbytes)
            store_again(old, new, np.empty(len(self.game.setup.start), np.int64))
            new.counts[:] = old.counts
            self.found = new

    def _check(self, more: int) -> None:
        """Raise `LudariumError` if this many more bytes are too many."""
        if self.bytes + more > self.memory:
            raise LudariumError(
                f"{self.game.spec} needs more than {self.memory / 1e9:,.1f} GB: {self.count:,} positions were found, "
                f"and {int(self.found.counts[1]):,} of them expanded"
            )

    @property
    def bytes(self) -> int:
        """The memory of the arrays."""
        return sum(array.nbytes for array in self.found)

    @property
    def count(self) -> int:
        """The number of positions."""
        return int(self.found.counts[0])

    def vector(self, number: int) -> Vector:
        """Return a position as a vector."""
        v = np.empty(len(self.game.setup.start), np.int64)
        unpack(self.found.keys[number], self.found.widths, v)
        return v


def _arrays(game: Game, widths: Vector, size: int, keep: Found | None = None) -> Found:
    """Return arrays for this many positions, with the contents of others except for keys and slots."""
    kinds, firsts = np.zeros(size, np.int32), np.zeros(size + 1, np.int64)
    if keep is not None:
        kinds[: len(keep.kinds)], firsts[: len(keep.firsts)] = keep.kinds, keep.firsts
    return Found(
        np.zeros((size, int(widths.sum())), np.uint8),
        np.zeros(1 << int(2 * size - 1).bit_length(), np.int32),
        kinds,
        firsts,
        keep.edges if keep else np.zeros(size, np.int32),
        keep.payoffs if keep else np.zeros((64, game.seats)),
        keep.distributions if keep else np.zeros((8, game.num_ids)),
        widths,
        np.zeros(6, np.int64),
    )


def _longer(array: npt.NDArray[Number]) -> npt.NDArray[Number]:
    return np.concatenate([array, np.zeros_like(array)])
