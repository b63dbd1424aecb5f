"""Races by dice: the rules of a race, and every configuration (arrangement of pieces) of one side.

A side has identical pieces, which a die moves from the start (place 0) to the goal (the last place), one piece a turn;
a side that can move must move. A configuration is numbered by the multiset of the places of its pieces; 0 has all
pieces at the goal. Configurations with fewer pieces under way (not at the goal) have smaller numbers.

Size: a race and the numbers of its configurations, with a method for each way between places, ranks and layers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.core.cached import cached_property
from ludarium.core.kernel import FLOATS, INTS, Vector, compiled, named_tuple, types
from ludarium.core.vectors import copy, fill

Small = npt.NDArray[np.int32]

_TABLE = types.int32[:, ::1]
_CUBE = types.int32[:, :, ::1]
_TOLERANCE = 1e-7
_MOST_SWEEPS = 5000
_MOST_MOVES = 8_000_000
"""Moves (of a configuration, a face and a piece) that a race may have to be listed; each takes eight bytes."""


class Rules(NamedTuple):
    """The rules of the moves of one side, as compiled functions take them; the fields are those of `Race`."""

    steps: Small
    firsts: Vector
    ranks: Vector
    alone: bool


@dataclass(frozen=True, eq=False)
class Race:
    """The rules of a race, for any number of sides.

    | field                       | meaning                                                                           |
    | --------------------------- | --------------------------------------------------------------------------------- |
    | `pieces`                    | pieces of a side                                                                  |
    | `steps[place, face]`        | the place that a piece moves to with a face of the die; -1 if it cannot move      |
    | `meets[side, other, place]` | the other side's number of a place if its pieces there go back to their start     |
    |                             | when a piece of the side lands there; else -1                                     |
    | `alone`                     | whether the pieces of a side share no place but the start and the goal            |
    | `even`                      | whether the game ends after a full round, so that several sides may win           |
    | `order`                     | the side that has the next turn: 1 the next in order, -1 the one before           |
    """

    pieces: int
    steps: Small
    meets: Small
    alone: bool = False
    even: bool = False
    order: int = 1

    @property
    def places(self) -> int:
        """The number of places, including the start and the goal."""
        return len(self.steps)

    @property
    def sides(self) -> int:
        """The number of sides."""
        return len(self.meets)

    @cached_property
    def firsts(self) -> Vector:
        """At n, the first configuration with n pieces under way; the last number is the number of configurations."""
        sizes = [comb(self.places - 2 + under_way, under_way) for under_way in range(self.pieces + 1)]
        return np.cumsum([0, *sizes])

    @cached_property
    def ranks(self) -> npt.NDArray[np.int64]:
        """The part of the j-th piece in ascending order in a configuration's number, by its place: (pieces, places)."""
        return np.array([[comb(x + j, j + 1) for x in range(self.places)] for j in range(self.pieces)], np.int64)

    @property
    def rules(self) -> Rules:
        """The rules of the moves of one side."""
        return Rules(self.steps, self.firsts, self.ranks, self.alone)

    @property
    def can_be_listed(self) -> bool:
        """Whether the race is small enough for a list of all configurations and moves."""
        return int(self.firsts[-1]) * self.steps.shape[1] * self.pieces <= _MOST_MOVES

    @property
    def fingerprint(self) -> str:
        """A word of 24 letters and digits that identifies the race."""
        header = f"{self.pieces} {self.alone} {self.even} {self.order} {self.steps.shape} {self.meets.shape} "
        return sha256(header.encode() + self.steps.tobytes() + self.meets.tobytes()).hexdigest()[:24]


@dataclass(frozen=True, eq=False)
class RaceLayout:
    """The places of a race's pieces in the position of a game.

    | field     | meaning                                                                                    |
    | --------- | ------------------------------------------------------------------------------------------ |
    | `race`    | the rules of the race                                                                      |
    | `first`   | the index of the first piece; the pieces of seat 0 come first, then those of seat 1, ...   |
    | `mover`   | the index of the seat to move, or, with `turns`, of the seat that moved first; the word is |
    |           | negative before the game has begun                                                         |
    | `turns`   | the index of the number of turns taken; -1 if the position has none                        |
    | `numbers` | the race's number of every place that the game counts from 0, ascending                    |
    """

    race: Race
    first: int
    mover: int
    turns: int
    numbers: Vector

    def places(self, v: Vector, side: int) -> list[int]:
        """Return the race's numbers of the places of a side's pieces, ascending."""
        first = self.first + side * self.race.pieces
        return sorted(int(self.numbers[place]) for place in v[first : first + self.race.pieces])

    def turn(self, v: Vector) -> tuple[int, int]:
        """Return the side whose turn it is, and which turn of the round this is; 0 where rounds do not matter."""
        if self.turns < 0:
            return int(v[self.mover]), 0
        taken = int(v[self.turns])
        return (int(v[self.mover]) + self.race.order * taken) % self.race.sides, taken % self.race.sides

    def own(self, start: Vector) -> Vector:
        """Return the game's number of every place of the race; `start` is that of `position`."""
        there = np.flatnonzero(self.numbers)
        found = np.zeros(self.race.places, np.int64)
        found[self.numbers[there]] = there
        found[0] = start[self.first]
        return found

    def position(self, start: Vector, places: Sequence[Sequence[int]], side: int, turn: int) -> Vector:
        """Return the position in which a side is about to roll, from the places of the pieces of every side, ascending.

        `start` is the first position of this kind, in which all pieces are at the start.
        """
        race, v = self.race, start.copy()
        v[self.first : self.first + race.sides * race.pieces] = self.own(start)[np.array(places)].ravel()
        v[self.mover] = side
        if self.turns >= 0:
            v[self.mover], v[self.turns] = (side - race.order * turn) % race.sides, turn
        return v


class Configurations(NamedTuple):
    """Every configuration of one side, with the moves between them. All arrays are int32.

    | field                    | meaning                                                                              |
    | ------------------------ | ------------------------------------------------------------------------------------ |
    | `places[c]`              | the places of the pieces of configuration c, ascending                               |
    | `after[c, face, k]`      | the configuration after the k-th move with a face of the die; -1 behind the last     |
    | `leaves[c, face, k]`     | the place that the piece leaves by that move; -1 behind the last                     |
    | `struck[c, place]`       | the configuration after the pieces on the place have gone back to the start: c if    |
    |                          | there are none; -1 if c is impossible                                                |
    """

    places: Small
    after: Small
    leaves: Small
    struck: Small

    @classmethod
    def of(cls, race: Race) -> "Configurations":
        """List the configurations of a race."""
        count, faces = int(race.firsts[-1]), race.steps.shape[1]
        places = np.empty((count, race.pieces), np.int32)
        after, leaves = (np.full((count, faces, race.pieces), -1, np.int32) for _ in range(2))
        struck = np.full((count, race.places), -1, np.int32)
        found = cls(places, after, leaves, struck)
        list_places(places, race.firsts, race.places - 1)
        list_moves(race.rules, found)
        return found


RULES = named_tuple(Rules, _TABLE, INTS, types.int64[:, ::1], types.boolean)
CONFIGURATIONS = named_tuple(Configurations, _TABLE, _CUBE, _CUBE, _TABLE)


@compiled(types.void(_TABLE, INTS, types.int64))
def list_places(places, firsts, goal):
    """Fill in the places of every configuration, in the order of their numbers."""
    pieces = places.shape[1]
    for under_way in range(pieces + 1):
        row = np.zeros(pieces, np.int32)
        fill(row[under_way:], goal)
        for configuration in range(firsts[under_way], firsts[under_way + 1]):
            copy(row, places[configuration])
            first = 0
            while first + 1 < under_way and row[first] == row[first + 1]:
                first += 1
            if under_way:
                row[first] += 1
                fill(row[:first], 0)


@compiled()
def _number(rules, row):
    """Return the number of the configuration with these places, and sort the places."""
    for j in range(1, len(row)):
        place, k = row[j], j
        while k and row[k - 1] > place:
            row[k] = row[k - 1]
            k -= 1
        row[k] = place
    under_way, found = 0, 0
    while under_way < len(row) and row[under_way] < len(rules.steps) - 1:
        found += rules.ranks[under_way, row[under_way]]
        under_way += 1
    return rules.firsts[under_way] + found


@compiled(types.void(RULES, CONFIGURATIONS))
def list_moves(rules, configurations):
    """Fill in the moves of every possible configuration, whose places are known."""
    steps, alone = rules.steps, rules.alone
    places, after, leaves, struck = configurations
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
                    copy(now, row)
                    row[j] = to
                    after[configuration, face, count], leaves[configuration, face, count] = (
                        _number(rules, row),
                        now[j],
                    )
                    count += 1
        struck[configuration] = configuration
        for place in now:
            if 0 < place < goal:
                for j in range(pieces):
                    row[j] = 0 if now[j] == place else now[j]
                struck[configuration, place] = _number(rules, row)


@compiled(types.void(CONFIGURATIONS, FLOATS, FLOATS))
def turns_alone(configurations, mean, spread):
    """Fill in the mean and the standard deviation of the turns to the goal of every configuration, without rivals."""
    after, struck = configurations.after, configurations.struck
    count, faces, most = after.shape
    square = np.zeros(count)
    change, sweeps = 1.0, 0
    while change > _TOLERANCE and sweeps < _MOST_SWEEPS:
        change, sweeps = 0.0, sweeps + 1
        for configuration in range(count - 1, 0, -1):
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
    for configuration in range(count):
        spread[configuration] = np.sqrt(max(0.0, square[configuration] - mean[configuration] * mean[configuration]))
