"""The geometry of the drawing of Multiplication Ludo: an island that is climbed.

1 is the harbour, the goal the summit, every position between from which the goal can be reached a stone; a row higher
is a prime factor more, and every prime has one direction everywhere. The other positions are rafts in the sea below.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import ceil, dist
from typing import NamedTuple

from ludarium.games.ludo.rules import LudoBoard
from ludarium.scenes.parts import polygon

WIDTH, MIDDLE = 720, 360
PRIMES = (2, 3, 5)
SUM, _TOP = 68, 220
"""The heights of the sum and of the goal in the picture; it is as low as can be, so that a phone shows it large."""
_STEP, _BESIDE = 120, 134
"""From yard to yard, and from the middle to the first one."""
_MANY = 18
"""Stones beyond which an island is crowded."""

Point = tuple[float, float]


class Island(NamedTuple):
    """The places of everything: `stones` include 1 and the goal; `starts` and `homes` are the seats' yards.

    A `crowded` island has smaller stones in lower rows; `tight` are many rafts in lower rows.
    """

    goal: int
    stones: dict[int, Point]
    rafts: dict[int, Point]
    starts: tuple[Point, ...]
    homes: tuple[Point, ...]
    sea: tuple[float, float]
    height: float
    crowded: bool
    tight: bool

    @classmethod
    @cache
    def of(cls, known: LudoBoard, seats: int) -> Island:
        """Return the island for a board and so many seats.

        >>> from ludarium.games.ludo.rules import board
        >>> stones = Island.of(board(120, 6), 2).stones
        >>> stones[1], stones[120], abs(stones[60][0] - stones[30][0] - stones[4][0] + stones[2][0]) < 1e-9
        ((360.0, 710), (360.0, 220), True)
        """
        goal = known.positions[-1]
        stones = _stones(goal, [1, *sorted(known.factors)])
        others = [place for place in known.positions[1:] if place not in known.factors]
        below = stones[1][1]
        tight = len(others) > 30
        columns, first, deep = (12, 74, 53) if tight else (10, 106, 76)
        rows, edge = ceil(len(others) / columns), 20 if tight else 33
        apart, top = (WIDTH - 2 * edge) / columns, below + (102 if tight else 122)
        rafts = {
            place: (edge + apart * (0.5 + number % columns), top + first + deep * (number // columns))
            for number, place in enumerate(others)
        }
        sea = (top, top + (first + (24 if tight else 30) + deep * (rows - 1) if rows else 0))
        height = sea[1] + (4 if tight else 14) if rows else below + 132
        return cls(
            goal, stones, rafts, _yards(seats, below + 28), _yards(seats, stones[goal][1] - 8), sea, height,
            len(stones) > _MANY, tight,
        )  # fmt: skip

    def roads(self) -> Iterator[tuple[int, int]]:
        """Yield the roads: two stones, the second of which is the first times a prime."""
        for place in self.stones:
            yield from ((place, place * prime) for prime in PRIMES if place * prime in self.stones)

    def way(self, place: int, roll: int) -> list[Point]:
        """Return the stones on the way from a position to its product with a roll: a road for each prime of the roll.

        It is empty where no road leads there.
        """
        found = [place]
        for prime in PRIMES:
            while roll % prime == 0:
                roll //= prime
                found.append(found[-1] * prime)
        reached = all(stone in self.stones for stone in found) and roll == 1
        return [self.stones[stone] for stone in found] if reached else []

    def direction(self, prime: int) -> Point:
        """Return the direction of the road of a prime, of length 1."""
        (x, y), (to_x, to_y) = self.stones[1], self.stones[prime]
        return (to_x - x) / dist((x, y), (to_x, to_y)), (to_y - y) / dist((x, y), (to_x, to_y))

    def contours(self) -> list[str]:
        """Return the outlines of all that lies at least so high, from the shore upwards, as SVG paths."""
        yards = [(x + side, y + up) for x, y in (*self.starts, *self.homes) for side in (-30, 30) for up in (-32, 20)]
        heights = sorted({round(y) for _, y in self.stones.values()}, reverse=True)
        found = []
        for height in heights:
            inside = [place for place in (*self.stones.values(), *yards) if place[1] <= height + 60]
            found.append(polygon(_hull(inside)))
        return found


def _stones(goal: int, places: list[int]) -> dict[int, Point]:
    """Return the places of stones, so that the goal is above 1 and no two of them meet."""
    times = max(1, _exponent(goal, 3))

    def raw(place: int) -> Point:
        twos, threes, fives = (_exponent(place, prime) for prime in PRIMES)
        return times * fives - twos, twos + threes + fives

    lean, rows = raw(goal)[0] / raw(goal)[1], raw(goal)[1]
    across = {place: raw(place)[0] - raw(place)[1] * lean for place in places}
    wide = min(132.0, 512 / (max(across.values()) - min(across.values()) or 1))
    high = 82 if len(places) > _MANY else 98
    return {place: (MIDDLE + wide * across[place], _TOP + high * (rows - raw(place)[1])) for place in places}


def _yards(seats: int, y: float) -> tuple[Point, ...]:
    """Return the places of the seats' yards: half of them on the left, half on the right."""
    left = ceil(seats / 2)
    xs = [MIDDLE - _BESIDE - _STEP * (left - 1 - seat) for seat in range(left)]
    xs += [MIDDLE + _BESIDE + _STEP * seat for seat in range(seats - left)]
    return tuple((x, y) for x in xs)


def _exponent(number: int, prime: int) -> int:
    """Return how often a number can be divided by a prime."""
    found = 0
    while number % prime == 0:
        number, found = number // prime, found + 1
    return found


def _hull(points: list[Point]) -> list[Point]:
    """Return the corners of the smallest convex outline around points, by Andrew's monotone chain."""

    def chain(ordered: list[Point]) -> list[Point]:
        hull: list[Point] = []
        for x, y in ordered:
            while len(hull) > 1 and (hull[-1][0] - hull[-2][0]) * (y - hull[-2][1]) <= (hull[-1][1] - hull[-2][1]) * (
                x - hull[-2][0]
            ):
                hull.pop()
            hull.append((x, y))
        return hull[:-1]

    ordered = sorted(set(points))
    return [*chain(ordered), *chain(ordered[::-1])]
