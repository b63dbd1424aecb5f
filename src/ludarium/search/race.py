"""Races by dice: what a game says of one, and every way in which a side's pieces can stand in it.

A side has alike pieces, which a die brings from the start, place 0, to the goal, the last place, one piece a turn; who
can move must. A configuration is the number of the multiset of its places; 0 is all at the goal. Configurations with
fewer pieces under way come before those with more.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import comb

import numpy as np
import numpy.typing as npt
from numba import types

from ludarium.core.kernel import FLOATS, INTS, Vector, compiled

Small = npt.NDArray[np.int32]

TABLE = types.int32[:, ::1]
CUBE = types.int32[:, :, ::1]
_CLOSE = 1e-7
_PATIENCE = 5000
_MOST = 8_000_000
"""Choices (of a stand, a face and a piece) that a race may have to be listed; each takes eight bytes."""


@dataclass(frozen=True, eq=False)
class Race:
    """What a race is, for any number of sides.

    `steps[place, face]` is where a face of the die brings a piece, -1 where the piece cannot move by it.
    `meets[side, other, place]` is the other side's number for the place, if its pieces there go back to their start
    when a piece of the side lands on it, and else -1.
    With `alone` pieces of a side share no place but the start and the goal; with `even` the game ends when all sides
    have had as many turns, and several may win. `order` says which side has the turn next: 1 the next, -1 the last.
    """

    pieces: int
    steps: Small
    meets: Small
    alone: bool = False
    even: bool = False
    order: int = 1

    @property
    def places(self) -> int:
        """How many places there are, the start and the goal among them."""
        return len(self.steps)

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return len(self.meets)

    @cached_property
    def firsts(self) -> Vector:
        """The first stand with so many pieces under way; the last number is how many stands there are."""
        sizes = [comb(self.places - 2 + under_way, under_way) for under_way in range(self.pieces + 1)]
        return np.cumsum([0, *sizes])

    @cached_property
    def ranks(self) -> npt.NDArray[np.int64]:
        """What a side's first, second, ... piece, on each place, adds to the number of its stand."""
        return np.array([[comb(x + j, j + 1) for x in range(self.places)] for j in range(self.pieces)], np.int64)

    @property
    def small(self) -> bool:
        """Whether all stands can be listed."""
        return int(self.firsts[-1]) * self.steps.shape[1] * self.pieces <= _MOST

    @property
    def mark(self) -> str:
        """A word that no other race has."""
        told = f"{self.pieces} {self.alone} {self.even} {self.order} {self.steps.shape} {self.meets.shape} "
        return sha256(told.encode() + self.steps.tobytes() + self.meets.tobytes()).hexdigest()[:24]


@dataclass(frozen=True, eq=False)
class Configurations:
    """Every configuration (arrangement of pieces) of one side, with the moves between them.

    `places[c]` are the places of configuration `c`, ascending. For every face of the die, `after[c, face]` are the
    configurations that a move leads to and `leaves[c, face]` the places that it leaves, padded with -1;
    `struck[c, place]` is the configuration in which the pieces on that place have gone back, -1 where there is none.
    """

    places: Small
    after: Small
    leaves: Small
    struck: Small

    @classmethod
    def of(cls, race: Race) -> "Configurations":
        """List the stands of a race."""
        count, faces = int(race.firsts[-1]), race.steps.shape[1]
        places = np.empty((count, race.pieces), np.int32)
        after, leaves = (np.full((count, faces, race.pieces), -1, np.int32) for _ in range(2))
        struck = np.full((count, race.places), -1, np.int32)
        list_places(places, race.firsts, race.places - 1)
        list_choices(places, race.steps, race.ranks, race.firsts, race.alone, after, leaves, struck)
        return cls(places, after, leaves, struck)


@compiled(types.void(TABLE, INTS, types.int64))
def list_places(places, firsts, goal):
    """Fill in the places of every stand, in the order of their numbers."""
    pieces = places.shape[1]
    for under_way in range(pieces + 1):
        row = np.zeros(pieces, np.int32)
        row[under_way:] = goal
        for configuration in range(firsts[under_way], firsts[under_way + 1]):
            places[configuration] = row
            first = 0
            while first + 1 < under_way and row[first] == row[first + 1]:
                first += 1
            if under_way:
                row[first] += 1
                row[:first] = 0


@compiled(types.int64(types.int32[::1], types.int64[:, ::1], INTS, types.int64))
def number(row, ranks, firsts, goal):
    """The number of the stand with these places, in any order; it leaves them ascending."""
    for j in range(1, len(row)):
        place, k = row[j], j
        while k and row[k - 1] > place:
            row[k] = row[k - 1]
            k -= 1
        row[k] = place
    under_way, found = 0, 0
    while under_way < len(row) and row[under_way] < goal:
        found += ranks[under_way, row[under_way]]
        under_way += 1
    return firsts[under_way] + found


@compiled(types.void(TABLE, TABLE, types.int64[:, ::1], INTS, types.boolean, CUBE, CUBE, TABLE))
def list_choices(places, steps, ranks, firsts, alone, after, leaves, struck):
    """Fill in what can become of every stand that can be."""
    goal, pieces = len(steps) - 1, places.shape[1]
    row = np.empty(pieces, np.int32)
    for configuration in range(len(places)):
        now = places[configuration]
        crowded = 0
        for j in range(1, pieces):
            crowded += alone and now[j] == now[j - 1] and 0 < now[j] < goal
        if crowded:
            continue
        for face in range(steps.shape[1]):
            count = 0
            for j in range(pieces):
                to = steps[now[j], face]
                free = to >= 0 and (j == 0 or now[j] != now[j - 1])
                if alone and 0 < to < goal:
                    for other in now:
                        free = free and other != to
                if free:
                    row[:] = now
                    row[j] = to
                    after[configuration, face, count], leaves[configuration, face, count] = (
                        number(row, ranks, firsts, goal),
                        now[j],
                    )
                    count += 1
        struck[configuration] = configuration
        for place in now:
            if 0 < place < goal:
                for j in range(pieces):
                    row[j] = 0 if now[j] == place else now[j]
                struck[configuration, place] = number(row, ranks, firsts, goal)


@compiled(types.void(CUBE, TABLE, FLOATS, FLOATS))
def time_alone(after, struck, mean, spread):
    """Fill in how many turns every stand takes to come home, left alone and hurrying: the mean and the deviation."""
    configurations, faces, most = after.shape
    square = np.zeros(configurations)
    change, sweeps = 1.0, 0
    while change > _CLOSE and sweeps < _PATIENCE:
        change, sweeps = 0.0, sweeps + 1
        for configuration in range(configurations - 1, 0, -1):
            if struck[configuration, 0] < 0:
                continue
            total, total_square = 0.0, 0.0
            for face in range(faces):
                best = after[configuration, face, 0] if after[configuration, face, 0] >= 0 else configuration
                for k in range(1, most):
                    to = after[configuration, face, k]
                    if to < 0:
                        break
                    if mean[to] < mean[best]:
                        best = to
                total += mean[best]
                total_square += square[best]
            now = 1.0 + total / faces
            change = max(change, abs(now - mean[configuration]) / now)
            mean[configuration] = now
            square[configuration] = 2.0 * now - 1.0 + total_square / faces
    for configuration in range(configurations):
        spread[configuration] = np.sqrt(max(0.0, square[configuration] - mean[configuration] * mean[configuration]))
