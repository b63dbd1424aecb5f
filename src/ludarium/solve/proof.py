"""Games without chance: proofs that a side gets at least so much, by proof-number search in depth (df-pn).

A position's proof number says how many positions must still be settled at least before it is proved that seat 0's side
gets what is asked, its disproof number the same for the contrary; where one of them is 0, it is settled. The search
goes where the least is missing. Positions are expanded once, and kept with their steps, so that lines that meet share
all that is known; where they do, a sum would count positions twice, and so the largest number plus one for each other
is taken.

Size: the search and the class that gives it room and asks it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from numba import types

from ludarium.core.bits import single_actor
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, INTS, KERNEL, Vector, compiled, rule
from ludarium.solve.canonical import CANONICAL_TYPE, OUTLOOK_TYPE, CanonicalForm, outlook
from ludarium.solve.positions import (
    DONE,
    END,
    FOUND,
    MAXIMIZER,
    MINIMIZER,
    MORE_EDGES,
    MORE_ENDS,
    MORE_POSITIONS,
    SIMULTANEOUS,
    WIDER,
    Positions,
    intern,
    look_up,
    unpack,
)  # fmt: skip
from ludarium.solve.sides import Sides

SETTLED = 1 << 30
"""The number in place of infinity."""
REPEATS, CHANCE_ACTS = 20, 21
"""Why `prove` returns, besides the reasons of `positions`."""
NEW = -100
"""The kind of a position that is not yet expanded."""
_SMALL = types.int32[::1]
_QUOTA = 1 << 17


@rule()
def settle(found, number, threshold, proofs):
    """Fill in the numbers of an end of the game: it gives seat 0 the threshold or not."""
    won = found.payoffs[END - found.kinds[number], 0] >= threshold
    proofs[number, 0], proofs[number, 1] = (0, SETTLED) if won else (SETTLED, 0)


@rule()
def sum_up(found, ends, number, proofs):
    """Compute the numbers of a position from those that may follow it; returns the best of these and the second best.

    The third result is how many of them are not settled.
    """
    own = 0 if found.kinds[number] == MAXIMIZER else 1  # the number of which the least counts
    other = 1 - own
    best, least, second, most, open_ = -1, SETTLED, SETTLED, 0, 0
    for k in range(found.firsts[number], ends[number]):
        there = found.edges[k]
        mine, theirs = proofs[there, own], proofs[there, other]
        if mine < least:
            best, least, second = there, mine, least
        elif mine < second:
            second = mine
        if theirs:
            open_ += 1
            most = max(most, theirs)
    proofs[number, own] = least
    proofs[number, other] = 0 if open_ == 0 else SETTLED if most >= SETTLED else min(SETTLED - 1, most + open_ - 1)
    return best, second, open_


@compiled()
def expand_one(kernel, canonical, outlook, t, sides, found, ends, number, room, threshold, proofs):
    """Find the positions that may follow one; returns why that is not possible, or DONE."""
    counts = found.counts
    v, following, chosen, key, ids, points, guess = room
    most = len(ids)
    if counts[0] + most > min(len(found.kinds), len(found.slots) // 2):
        return MORE_POSITIONS
    if counts[2] + most > len(found.edges):
        return MORE_EDGES
    if counts[3] + most > len(found.payoffs):
        return MORE_ENDS
    unpack(found.keys[number], found.widths, v)
    seat = single_actor(kernel.actors(t, v))
    if seat < 0:
        return CHANCE_ACTS if seat == CHANCE else SIMULTANEOUS
    count = kernel.legal(t, v, seat, ids)
    first = counts[2]
    for k in range(count):
        following[:] = v
        chosen[0] = ids[k]
        kernel.apply(t, following, chosen)
        canonical(t, following)
        known = counts[0]
        there = intern(found, following, key)
        if there < 0:
            return WIDER
        if there == known:
            found.kinds[there] = NEW
            outlook(t, following, guess)
            proofs[there, 0], proofs[there, 1] = guess[0], guess[1]
            if kernel.actors(t, following) == 0:
                kernel.payoffs(t, following, kernel.results(t, following, points), points)
                found.payoffs[counts[3]] = points
                found.kinds[there] = END - counts[3]
                counts[3] += 1
                settle(found, there, threshold, proofs)
        found.edges[first + k] = there
    found.firsts[number], ends[number] = first, first + count
    counts[2] = first + count
    counts[1] += 1
    found.kinds[number] = MAXIMIZER if sides[seat] > 0 else MINIMIZER
    return DONE


@compiled(types.int64(KERNEL, CANONICAL_TYPE, OUTLOOK_TYPE, INTS, INTS, FOUND, INTS, INTS, types.int64[:, ::1],
                      types.float64, types.int32[:, ::1], INTS, types.int64))  # fmt: skip
def prove(kernel, canonical, outlook, t, sides, found, ends, path, limits, threshold, proofs, now, quota):
    """Go on with a proof of the position `path[0]`, until it is settled or something does not fit.

    `now` holds the depth, which is -1 at the end.
    """
    size = len(found.widths)
    room = (
        np.empty(size, np.int64), np.empty(size, np.int64), np.empty(1, np.int64),
        np.empty(found.keys.shape[1], np.uint8), np.empty(found.distributions.shape[1], np.int64),
        np.empty(found.payoffs.shape[1], np.float64), np.empty(size + 2, np.int64),
    )  # fmt: skip
    while now[0] >= 0 and quota > 0:
        quota -= 1
        number, limit = path[now[0]], limits[now[0]]
        if proofs[number, 0] == 0 or proofs[number, 1] == 0:
            now[0] -= 1
            continue
        if found.kinds[number] == NEW:
            status = expand_one(kernel, canonical, outlook, t, sides, found, ends, number, room, threshold, proofs)
            if status != DONE:
                return status
        best, second, open_ = sum_up(found, ends, number, proofs)
        if proofs[number, 0] >= limit[0] or proofs[number, 1] >= limit[1]:
            now[0] -= 1
            continue
        if now[0] + 1 == len(path):
            return REPEATS
        own = 0 if found.kinds[number] == MAXIMIZER else 1
        now[0] += 1
        path[now[0]] = best
        limits[now[0], own] = min(limit[own], second + 1)
        limits[now[0], 1 - own] = limit[1 - own] - (open_ - 1)
    return DONE


@compiled(types.int64(FOUND, INTS, types.uint8[::1]))
def add(found, v, key):
    """Return the number of a position, a new one if it is not known; -1 if a word does not fit."""
    return intern(found, v, key)


@dataclass
class Prover:
    """Proofs about the positions of a game without chance, which share all that they find.

    | field       | meaning                                                       |
    | ----------- | ------------------------------------------------------------- |
    | `threshold` | what is asked: whether seat 0's side gets at least this payoff |
    | `memory`    | the bytes that may be used                                    |
    """

    game: Game
    canonical: CanonicalForm
    threshold: float
    memory: float = np.inf
    progress: Callable[[int], None] = lambda found: None
    positions: Positions = field(init=False)
    ends: Vector = field(init=False)
    proofs: npt.NDArray[np.int32] = field(init=False)

    def __post_init__(self) -> None:
        sides = Sides.of(self.game)
        if 0 in sides.of_seats or -1 not in sides.of_seats:
            raise LudariumError(f"{self.game.spec} is not a game of two sides: expected one for a proof")
        self.positions = Positions.empty(self.game, self.canonical, sides.vector, self.memory)
        self._make_room()

    def _make_room(self) -> None:
        """Make the arrays of the proof as long as those of the positions."""
        size = len(self.positions.found.kinds)
        ends, proofs = np.zeros(size, np.int64), np.ones((size, 2), np.int32)
        if hasattr(self, "ends"):
            ends[: len(self.ends)], proofs[: len(self.proofs)] = self.ends, self.proofs
        self.ends, self.proofs = ends, proofs

    def holds(self, state: State) -> bool:
        """Return whether seat 0's side gets the threshold from a state, whatever the other side does.

        Raises `LudariumError` if more memory is needed, or if the game is not of this kind.
        """
        if state.payoffs is not None:
            return state.payoffs[0] >= self.threshold
        root, game = self.number(state), self.game
        path, limits = np.zeros(min(game.max_steps + 2, 1 << 20), np.int64), np.zeros(0)
        limits = np.full((len(path), 2), SETTLED, np.int64)
        path[0], now = root, np.zeros(1, np.int64)
        while now[0] >= 0:
            status = prove(
                game.kernel, self.canonical.function, outlook(game), game.tables, self.positions.sides,
                self.positions.found,
                self.ends, path, limits, self.threshold, self.proofs, now, _QUOTA,
            )  # fmt: skip
            self.progress(self.positions.count)
            if status == REPEATS:
                raise LudariumError(f"positions of {game.spec} can be repeated without end: solve it by positions")
            if status == CHANCE_ACTS:
                raise LudariumError(f"{game.spec} has chance: solve it by positions")
            self.positions.make_room(status)
            if len(self.ends) < len(self.positions.found.kinds):
                self._make_room()
        return bool(self.proofs[root, 0] == 0)

    def known(self, state: State) -> bool | None:
        """Return whether the threshold is proved for a state, or its contrary; None where neither is."""
        if state.payoffs is not None:
            return state.payoffs[0] >= self.threshold
        v, found = state.vector, self.positions.found
        self.canonical.function(self.game.tables, v)
        slot = look_up(found, v, np.empty(found.keys.shape[1], np.uint8))
        if slot < 0 or not found.slots[slot]:
            return None
        proof, disproof = self.proofs[found.slots[slot] - 1]
        return True if proof == 0 else False if disproof == 0 else None

    def number(self, state: State) -> int:
        """Return the number of a state's position, a new one if it is not known."""
        v = state.vector
        self.canonical.function(self.game.tables, v)
        while True:
            found = self.positions.found
            before = self.positions.count
            number = int(add(found, v, np.empty(found.keys.shape[1], np.uint8)))
            if number >= 0:
                if number == before:
                    found.kinds[number] = NEW
                return number
            self.positions.make_room(WIDER)

    def settled(self) -> npt.NDArray[np.int64]:
        """Return the numbers of all positions that are settled and not ends of the game."""
        count = self.positions.count
        done = (self.proofs[:count] == 0).any(axis=1) & (self.positions.found.kinds[:count] > NEW)
        return np.flatnonzero(done & (self.positions.found.kinds[:count] > END))
