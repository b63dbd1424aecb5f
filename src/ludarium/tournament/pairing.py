"""Who meets whom: everybody everybody, the Swiss system, a ladder; `elimination` has the knock-out systems.

A system is a generator: it yields the games of a round, is sent what came of each, and returns the players, the best
first. It knows players by their number alone, and whoever has the lower number is the better seed. Since it decides
by outcomes only, it can be run again at any time over games that were played before.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import combinations, islice, permutations
from typing import NamedTuple, TypeVar

_PATIENCE = 20_000
"""Tries to pair a Swiss round without a second meeting; where these do not do, some meet again."""


T = TypeVar("T")


class Pairing(NamedTuple):
    """A game to be played: who sits where, and the encounter that it counts for; a player alone has a bye."""

    round: int
    encounter: int
    seating: tuple[int, ...]
    section: str = ""

    @property
    def bye(self) -> bool:
        """Whether a player is alone, and wins without playing."""
        return len(self.seating) == 1


RoundPayoffs = Sequence[tuple[float, ...]]
"""What came of the games of a round: every seat's share of the win; a bye is a win."""

PairingSystem = Generator[list[Pairing], RoundPayoffs, list[int]]


def seating(table: Sequence[T], number: int) -> tuple[T, ...]:
    """Who sits where in the game of this number, from 0, of the same players: everybody moves on from game to game.

    >>> [seating((0, 1), number) for number in range(3)], seating((0, 1, 2), 3)
    ([(0, 1), (1, 0), (0, 1)], (0, 2, 1))

    When all have sat everywhere, they change neighbours.
    """
    count = len(table)
    cycle, moved = divmod(number, count)
    rest = next(islice(permutations(table[1:]), cycle % math.factorial(count - 1), None))
    around = (table[0], *rest)
    return tuple(around[(seat - moved) % count] for seat in range(count))


def encounters(number: int, tables: Mapping[int, Sequence[int]], games: int, section: str = "") -> list[Pairing]:
    """The games of a round, so many at each table; the first games of all tables come first."""
    return [
        Pairing(number, encounter, seating(table, game), section)
        for game in range(games)
        for encounter, table in tables.items()
    ]


class Standings:
    """What has come of the games so far: points, who has met whom, and the order that follows."""

    def __init__(self, players: int) -> None:
        self.points = [0.0] * players
        self.byes = [0] * players
        self.met: Counter[tuple[int, int]] = Counter()
        self._played: list[tuple[Pairing, tuple[float, ...]]] = []

    def add(self, pairings: Iterable[Pairing], outcomes: RoundPayoffs) -> None:
        """Count some games."""
        for pairing, payoffs in zip(pairings, outcomes, strict=True):
            self._played.append((pairing, payoffs))
            for player, payoff in zip(pairing.seating, payoffs, strict=True):
                self.points[player] += payoff
                self.byes[player] += pairing.bye
            self.met.update(combinations(sorted(pairing.seating), 2))

    def ranking(self) -> list[int]:
        """The players by points, and where these are equal by those of whom they beat (Sonneborn and Berger)."""
        quality = [0.0] * len(self.points)
        for pairing, payoffs in self._played:
            for player, payoff in zip(pairing.seating, payoffs, strict=True):
                quality[player] += payoff * sum(self.points[other] for other in pairing.seating if other != player)
        keys = [(-points, -round(worth, 6)) for points, worth in zip(self.points, quality, strict=True)]
        return sorted(range(len(keys)), key=keys.__getitem__)


def round_robin(players: int, seats: int, games: int, rounds: int | None = None) -> PairingSystem:
    """As many games at every table that can be made of the players; a cycle of all tables counts as a round."""
    standings = Standings(players)
    tables = dict(enumerate(combinations(range(players), seats)))
    once = len(tables)
    pairings = [pairing._replace(round=at // once) for at, pairing in enumerate(encounters(0, tables, games))]
    standings.add(pairings, (yield pairings))
    return standings.ranking()


def swiss(players: int, seats: int, games: int, rounds: int | None = None) -> PairingSystem:
    """In every round players with about as many points meet who have not met before; an odd one has a bye."""
    standings = Standings(players)
    for number in range(rounds or max(1, math.ceil(math.log2(players)))):
        order = standings.ranking()
        resting: list[tuple[int, ...]] = []
        if players % 2:
            fewest = min(standings.byes)
            idle = next(player for player in reversed(order) if standings.byes[player] == fewest)
            order.remove(idle)
            resting = [(idle,)]
        pairings = encounters(number, dict(enumerate([*_pairs(order, standings), *resting])), games)
        standings.add(pairings, (yield pairings))
    return standings.ranking()


def _pairs(order: Sequence[int], standings: Standings) -> list[tuple[int, ...]]:
    """Pairs of players next to each other in points, none of whom have met where that can be helped."""
    tries = 0

    def pair(left: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        nonlocal tries
        if not left:
            return []
        first, rest = left[0], left[1:]
        for second in _opponents(first, rest, standings):
            tries += 1
            if tries > _PATIENCE or standings.met[min(first, second), max(first, second)]:
                continue
            others: list[tuple[int, ...]] | None = pair(tuple(player for player in rest if player != second))
            if others is not None:
                return [(first, second), *others]
        return None

    found = pair(tuple(order))
    if found is not None:
        return found
    left, pairs = list(order), list[tuple[int, ...]]()
    while left:
        first = left.pop(0)
        second = min(left, key=lambda other: standings.met[min(first, other), max(first, other)])
        left.remove(second)
        pairs.append((first, second))
    return pairs


def _opponents(first: int, rest: Sequence[int], standings: Standings) -> list[int]:
    """Whom a player should meet, the best choice first: the other half of those with the same points, then the next."""
    equal = [player for player in rest if standings.points[player] == standings.points[first]]
    half = len(equal) // 2
    return [*equal[half:], *equal[:half][::-1], *(player for player in rest if player not in equal)]


def ladder(players: int, seats: int, games: int, rounds: int | None = None) -> PairingSystem:
    """Everybody stands on a rung; whoever beats the player on the rung above changes places with them.

    In odd rounds the second rung challenges the first, the fourth the third and so on; in even rounds the others do.
    """
    rungs = list(range(players))
    for number in range(rounds or players):
        pairs = {rung: (rungs[rung], rungs[rung + 1]) for rung in range(number % 2, players - 1, 2)}
        pairings = encounters(number, pairs, games)
        lead = leads(pairings, (yield pairings))
        for rung, (upper, _) in pairs.items():
            if lead[rung, upper] < 0:
                rungs[rung], rungs[rung + 1] = rungs[rung + 1], rungs[rung]
    return rungs


def leads(pairings: Iterable[Pairing], outcomes: RoundPayoffs) -> Counter[tuple[int, int]]:
    """By how much each player is ahead in each encounter, in half points, so that nothing is lost by rounding."""
    lead: Counter[tuple[int, int]] = Counter()
    for pairing, payoffs in zip(pairings, outcomes, strict=True):
        mean = sum(payoffs) / len(payoffs)
        for player, payoff in zip(pairing.seating, payoffs, strict=True):
            lead[pairing.encounter, player] += round(2 * (payoff - mean))
    return lead
