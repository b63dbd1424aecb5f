"""Pairing systems: round robin and ladder; the modules `swiss` and `elimination` have the others.

A system is a generator: it yields the games of a round, is sent the payoffs of each, and returns the players, best
first. Players are numbers; the lower number is the better seed. A system decides by payoffs alone, so it can be run
again over games that were played before.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import combinations, islice, permutations
from typing import NamedTuple, TypeVar

from ludarium.tournament.first_seats import FirstSeats, even_seats

T = TypeVar("T")


class Pairing(NamedTuple):
    """A scheduled game, or a bye.

    | field | content |
    | --- | --- |
    | `round` | number of the round, from 0 |
    | `encounter` | number of the encounter within the round; its games have the same players |
    | `seating` | the player of each seat; a single player has a bye |
    | `section` | part of the bracket, as in `winners`; empty outside double elimination |
    | `alone` | whether the game is for one player, so that nobody has a bye |
    | `game` | place of its game in the tournament's list of games; 0 in a tournament of one game |
    """

    round: int
    encounter: int
    seating: tuple[int, ...]
    section: str = ""
    alone: bool = False
    game: int = 0

    @property
    def bye(self) -> bool:
        """Whether the player has no opponent, and wins without playing."""
        return len(self.seating) == 1 and not self.alone


RoundPayoffs = Sequence[tuple[float, ...]]
"""The payoffs of each seat as parts of their range, for each game of a round; a bye is a win."""

_UNITS_A_POINT = 2520
"""Leads are whole numbers of this fraction of a point: shares among up to ten winners are."""

PairingSystem = Generator[list[Pairing], RoundPayoffs, list[int]]


def seating(table: Sequence[T], number: int) -> tuple[T, ...]:
    """Return the player of each seat in game `number` of an encounter, from 0; players rotate from game to game.

    >>> [seating((0, 1), number) for number in range(3)], seating((0, 1, 2), 3)
    ([(0, 1), (1, 0), (0, 1)], (0, 2, 1))

    Once every player has had every seat, the order of the players changes.
    """
    count = len(table)
    cycle, moved = divmod(number, count)
    rest = next(islice(permutations(table[1:]), cycle % math.factorial(count - 1), None))
    around = (table[0], *rest)
    return tuple(around[(seat - moved) % count] for seat in range(count))


def encounters(number: int, tables: Mapping[int, Sequence[int]], games: int, section: str = "") -> list[Pairing]:
    """Return the games of round `number`, `games` at each table; the first games of all tables come first."""
    return [
        Pairing(number, encounter, seating(table, game), section)
        for game in range(games)
        for encounter, table in tables.items()
    ]


class Standings:
    """Points, byes and meetings of the players, by number; and the ranking that follows.

    `met[a, b]` with a < b is the number of games between a and b. `firsts` says how many times more often a player had
    the first seat than the second; a system that pairs by that counts it.
    """

    def __init__(self, players: int) -> None:
        self.points = [0.0] * players
        self.byes = [0] * players
        self.met: Counter[tuple[int, int]] = Counter()
        self.firsts: Counter[int] = Counter()
        self._played: list[tuple[Pairing, tuple[float, ...]]] = []

    def add(self, pairings: Iterable[Pairing], results: RoundPayoffs) -> None:
        """Add games and their payoffs."""
        for pairing, payoffs in zip(pairings, results, strict=True):
            self._played.append((pairing, payoffs))
            for player, payoff in zip(pairing.seating, payoffs, strict=True):
                self.points[player] += payoff
                self.byes[player] += pairing.bye
            self.met.update(combinations(sorted(pairing.seating), 2))

    def ranking(self) -> list[int]:
        """Return the players, best first: by points, then by Sonneborn-Berger score, then by seed."""
        berger = [0.0] * len(self.points)
        for pairing, payoffs in self._played:
            for player, payoff in zip(pairing.seating, payoffs, strict=True):
                berger[player] += payoff * sum(self.points[other] for other in pairing.seating if other != player)
        keys = [(-points, -round(worth, 6)) for points, worth in zip(self.points, berger, strict=True)]
        return sorted(range(len(keys)), key=keys.__getitem__)


def table_games(tables: Sequence[tuple[int, ...]], games: int) -> list[list[tuple[int, ...]]]:
    """Return the seats of so many games at each table, a list for each game, in which all have even seats.

    >>> table_games([(0, 1), (0, 2), (1, 2)], 1)
    [[(0, 1), (2, 0), (1, 2)]]
    """
    seats = max(map(len, tables), default=1)
    whole = games - games % seats
    found = [[seating(table, game) for table in tables] for game in range(whole)]
    if games > whole:
        left = even_seats([table for _ in range(games - whole) for table in tables])
        found += [left[at : at + len(tables)] for at in range(0, len(left), max(1, len(tables)))]
    return found


def round_robin(players: int, seats: int, games: int, rounds: int | None = None, *, even: bool = True) -> PairingSystem:
    """Pair every group of players that fills a table, `games` times; one game of each group is a round.

    Unless the seats are `even`, the first of each group has one more first seat than the others where they are odd.
    """
    standings = Standings(players)
    tables = [*combinations(range(players), seats)]
    rotated = ([seating(table, game) for table in tables] for game in range(games))
    pairings = [
        Pairing(number, encounter, table, alone=seats == 1)
        for number, seated in enumerate(table_games(tables, games) if even else rotated)
        for encounter, table in enumerate(seated)
    ]
    standings.add(pairings, (yield pairings))
    return standings.ranking()


def circle(players: int) -> list[list[tuple[int, int]]]:
    """Return the rounds in which everybody meets everybody else once; with an odd number one rests in each round.

    >>> circle(4)
    [[(0, 3), (1, 2)], [(0, 2), (1, 3)], [(0, 1), (2, 3)]]
    >>> [sorted(sum(pairs, ())) for pairs in circle(3)]
    [[1, 2], [0, 2], [0, 1]]
    """
    places = players + players % 2
    found = []
    for number in range(places - 1):
        ring = [0, *((place - 1 - number) % (places - 1) + 1 for place in range(1, places))]
        pairs = [tuple(sorted((ring[at], ring[-1 - at]))) for at in range(places // 2)]
        found.append(sorted((first, second) for first, second in pairs if second < players))
    return found


def ladder(players: int, seats: int, games: int, rounds: int | None = None, *, even: bool = True) -> PairingSystem:
    """Let players challenge the player one rung above; a challenger who wins the encounter changes places.

    In the first round the second rung challenges the first, the fourth the third and so on; in the next one the third
    challenges the second and so on.
    """
    rungs, firsts = list(range(players)), FirstSeats(games if even else 2)
    for number in range(rounds or players):
        pairs = {rung: (rungs[rung], rungs[rung + 1]) for rung in range(number % 2, players - 1, 2)}
        pairings = encounters(number, firsts.seat(pairs), games)
        lead = leads(pairings, (yield pairings))
        for rung, (upper, _) in pairs.items():
            if lead[rung, upper] < 0:
                rungs[rung], rungs[rung + 1] = rungs[rung + 1], rungs[rung]
    return rungs


def leads(pairings: Iterable[Pairing], results: RoundPayoffs) -> Counter[tuple[int, int]]:
    """Return the lead of each player in each encounter, in whole units, which are exact."""
    lead: Counter[tuple[int, int]] = Counter()
    for pairing, payoffs in zip(pairings, results, strict=True):
        mean = sum(payoffs) / len(payoffs)
        for player, payoff in zip(pairing.seating, payoffs, strict=True):
            lead[pairing.encounter, player] += round(_UNITS_A_POINT * (payoff - mean))
    return lead
