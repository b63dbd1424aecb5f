"""Games without chance: proofs that a side gets at least so much, by proof-number search in depth (df-pn).

A position's proof number says how many positions must still be settled at least before it is proved that seat 0's side
gets what is asked, its disproof number the same for the contrary; where one of them is 0, it is settled. The search
goes where the least is missing. Positions are expanded once, and stored with their steps, so that lines that meet share
all that is known; where they do, a sum would count positions twice, and so the largest number plus one for each other
is taken.

Size: the search and the class that gives it room and asks it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ludarium.core.bits import single_actor
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, INTS, KERNEL, Vector, compiled, rule, types
from ludarium.solve.canonical import CANONICAL_TYPE, CELL_TYPE, OUTLOOK_TYPE, CanonicalForm, cell, no_cell, outlook
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
Number = TypeVar("Number", np.int8, np.int32, np.int64)
NEW = -100
"""The kind of a position that is not yet expanded."""
_SMALL = types.int32[::1]
_QUOTA = 1 << 17
_EVERYWHERE = np.int64((1 << 63) - 1)
"""All cells."""


@rule()
def settle(found, number, threshold, proofs):
    """Fill in the numbers of an end of the game: it gives seat 0 the threshold or not."""
    won = found.payoffs[END - found.kinds[number], 0] >= threshold
    proofs[number, 0], proofs[number, 1] = (0, SETTLED) if won else (SETTLED, 0)


@rule()
def must_play(found, ends, number, other, proofs, cells, carriers):
    """Return the cells of which the seat to move must take one, and all cells that refute its other actions.

    A seat loses by an action because of a set of cells, the carrier. It loses by every action outside of the carrier,
    too: the other side plays as if the first action had been taken.
    """
    region, union = _EVERYWHERE, np.int64(0)
    for k in range(found.firsts[number], ends[number]):
        there = found.edges[k]
        if proofs[there, other] == 0:
            if cells[k] >= 0:
                region &= carriers[there]
                union |= carriers[there]
            else:
                union = _EVERYWHERE
    return region, union


@rule()
def sum_up(found, ends, number, proofs, cells, carriers):
    """Compute the numbers of a position from those that may follow it; returns the best of these and the second best.

    The third result is how many of them are not settled. Where there are `carriers`, actions that do not matter count
    as settled.
    """
    own = 0 if found.kinds[number] == MAXIMIZER else 1  # the number of which the least counts
    other = 1 - own
    best, least, second, most, open_ = -1, SETTLED, SETTLED, 0, 0
    region, union = _EVERYWHERE, np.int64(0)
    if len(carriers):
        region, union = must_play(found, ends, number, other, proofs, cells, carriers)
    for k in range(found.firsts[number], ends[number]):
        there = found.edges[k]
        mine, theirs = proofs[there, own], proofs[there, other]
        if len(carriers):
            if mine == 0 and mine < least:
                union = carriers[there] | np.int64(1) << cells[k] if cells[k] >= 0 else _EVERYWHERE
            elif mine and theirs and cells[k] >= 0 and region >> cells[k] & 1 == 0:
                continue
        if mine < least:
            best, least, second = there, mine, least
        elif mine < second:
            second = mine
        if theirs:
            open_ += 1
            most = max(most, theirs)
    proofs[number, own] = least
    proofs[number, other] = 0 if open_ == 0 else SETTLED if most >= SETTLED else min(SETTLED - 1, most + open_ - 1)
    if len(carriers):
        carriers[number] = union
    return best, second, open_


# 13 arguments: those of `prove`, of which each grows when it is full
@compiled()
def expand_one(kernel, canonical, outlook, cell, t, sides, found, ends, number, room, threshold, proofs, cells):
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
        if len(cells):
            cells[first + k] = cell(t, v, ids[k])
    found.firsts[number], ends[number] = first, first + count
    counts[2] = first + count
    counts[1] += 1
    found.kinds[number] = MAXIMIZER if sides[seat] > 0 else MINIMIZER
    return DONE


# 16 arguments: three functions of the game, and arrays of a proof, of which each grows when it is full
@compiled(types.int64(KERNEL, CANONICAL_TYPE, OUTLOOK_TYPE, CELL_TYPE, INTS, INTS, FOUND, INTS, INTS,
                      types.int64[:, ::1], types.float64, types.int32[:, ::1], types.int8[::1], INTS, INTS,
                      types.int64))  # fmt: skip
def prove(kernel, canonical, outlook, cell, t, sides, found, ends, path, limits, threshold, proofs, cells, carriers,
          now, quota):  # fmt: skip
    """Go on with a proof of the position `path[0]`, until it is settled or something does not fit.

    `now` holds the depth, which is -1 at the end. `cells` has the cell of each edge, and `carriers` the cells that
    settle each position; both are empty for a game that offers no `cell`.
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
            status = expand_one(kernel, canonical, outlook, cell, t, sides, found, ends, number, room, threshold,
                                proofs, cells)  # fmt: skip
            if status != DONE:
                return status
        best, second, open_ = sum_up(found, ends, number, proofs, cells, carriers)
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
    | `prunes`    | whether actions that do not matter are left out where the     |
    |             | game offers `cell`; what they lead to is then not proved      |
    | `quota`     | how many steps are searched between two calls of `progress`   |
    """

    game: Game
    canonical: CanonicalForm
    threshold: float
    memory: float = np.inf
    progress: Callable[[int], None] = lambda found: None
    prunes: bool = False
    quota: int = _QUOTA
    positions: Positions = field(init=False)
    ends: Vector = field(init=False, default_factory=lambda: np.zeros(0, np.int64))
    proofs: npt.NDArray[np.int32] = field(init=False, default_factory=lambda: np.zeros((0, 2), np.int32))
    cells: npt.NDArray[np.int8] = field(init=False, default_factory=lambda: np.zeros(0, np.int8))
    carriers: Vector = field(init=False, default_factory=lambda: np.zeros(0, np.int64))

    def __post_init__(self) -> None:
        sides = Sides.of(self.game)
        if 0 in sides.of_seats or -1 not in sides.of_seats:
            raise LudariumError(f"{self.game.spec} is not a game of two sides: expected one for a proof")
        self.prunes = self.prunes and cell(self.game) is not None
        # the cells of a carrier are those of a board that was not turned on the way
        self._form = CanonicalForm() if self.prunes else self.canonical
        self.positions = Positions.empty(self.game, self._form, sides.vector, self.memory)
        self._make_room()

    def _make_room(self) -> None:
        """Make the arrays of the proof as long as those of the positions."""
        size, edges = len(self.positions.found.kinds), len(self.positions.found.edges)
        self.ends, self.proofs = _longer(self.ends, size, 0), _longer(self.proofs, size, 1)
        if self.prunes:
            self.cells, self.carriers = _longer(self.cells, edges, -1), _longer(self.carriers, size, 0)

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
                game.kernel, self._form.function, outlook(game), cell(game) or no_cell, game.tables,
                self.positions.sides, self.positions.found, self.ends, path, limits, self.threshold, self.proofs,
                self.cells, self.carriers, now, self.quota,
            )  # fmt: skip
            self.progress(self.positions.count)
            if status == REPEATS:
                raise LudariumError(f"positions of {game.spec} can be repeated without end: solve it by positions")
            if status == CHANCE_ACTS:
                raise LudariumError(f"{game.spec} has chance: solve it by positions")
            self.positions.make_room(status)
            self._make_room()
        return bool(self.proofs[root, 0] == 0)

    def known(self, state: State) -> bool | None:
        """Return whether the threshold is proved for a state, or its contrary; None where neither is."""
        if state.payoffs is not None:
            return state.payoffs[0] >= self.threshold
        v, found = state.vector, self.positions.found
        for form in (self._form, self.canonical):
            form.function(self.game.tables, v)
            slot = look_up(found, v, np.empty(found.keys.shape[1], np.uint8))
            if slot >= 0 and found.slots[slot]:
                proof, disproof = self.proofs[found.slots[slot] - 1]
                if 0 in (proof, disproof):
                    return bool(proof == 0)
        return None

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


def _longer(array: npt.NDArray[Number], length: int, empty: int) -> npt.NDArray[Number]:
    """Return an array with this many rows; new ones hold `empty`."""
    if len(array) == length:
        return array
    found = np.full((length, *array.shape[1:]), empty, array.dtype)
    found[: len(array)] = array
    return found
