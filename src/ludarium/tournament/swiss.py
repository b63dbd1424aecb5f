"""The Swiss system: in every round players meet opponents with about equal points whom they have not met before.

A round is a minimum-cost perfect matching (`networkx.max_weight_matching`). Most costly is a second meeting, then a
pair of whom one would get a seat three times more often than the other seat, then a difference in points, then the
distance from the fold, in which the first half of the players with equal points meets the second half. Costs are
integers and follow from the standings alone, so the same results give the same pairings.

Large fields are matched in blocks of neighbours in the standings; a player without an opponent in one block moves to
the next. If players remain at the end, the last pairs are matched again with them, twice as many each time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby

from ludarium.tournament.pairing import PairingSystem, Standings, encounters

_BLOCK = 48
"""Players in a block; the time of a matching grows with their third power."""

_MOST_LEAD = 2
"""How many times more often a player may have one seat than the other, where that can be avoided."""

Pair = tuple[int, int]


def swiss(players: int, seats: int, games: int, rounds: int | None = None) -> PairingSystem:
    """Pair players with about equal points who have not met before; with an odd number one player has a bye."""
    standings = Standings(players)
    for number in range(swiss_rounds(players, rounds)):
        order = standings.ranking()
        tables: list[tuple[int, ...]] = []
        if players % 2:
            fewest = min(standings.byes)
            idle = next(player for player in reversed(order) if standings.byes[player] == fewest)
            order.remove(idle)
            tables = [(idle,)]
        pairings = encounters(number, dict(enumerate([*pair_round(order, standings), *tables])), games)
        standings.add(pairings, (yield pairings))
    return standings.ranking()


def swiss_rounds(players: int, rounds: int | None) -> int:
    """Return the number of rounds: the given one, or as many as a knock-out needs."""
    return rounds or max(1, math.ceil(math.log2(players)))


def pair_round(order: Sequence[int], standings: Standings) -> list[Pair]:
    """Return the pairs of a round, the better player first; `order` is an even number of players, best first.

    Players meet a second time only if no pairing avoids it.
    """
    costs = _Costs(order, standings)
    if len(order) <= _BLOCK:
        return costs.match(order, rematches=True)[0]
    pairs: list[Pair] = []
    waiting: list[int] = []
    for block in _blocks(order, standings.points):
        matched, waiting = costs.match([*waiting, *block])
        pairs += matched
    width = _BLOCK
    while waiting:
        reopened = [player for pair in pairs[-width:] for player in pair]
        del pairs[-width:]
        matched, waiting = costs.match([*reopened, *waiting], rematches=not pairs)
        pairs += matched
        width *= 2
    return costs.sort(pairs)


class _Costs:
    """The costs of pairs in one round."""

    def __init__(self, order: Sequence[int], standings: Standings) -> None:
        self._points, self._met, self._firsts = standings.points, standings.met, standings.firsts
        self._place = {player: place for place, player in enumerate(order)}
        self._fold: dict[float, int] = {}
        """Half the number of players with these points."""
        for points, group in groupby(order, key=self._points.__getitem__):
            self._fold[points] = len(list(group)) // 2
        self._gap_unit = len(order) ** 2
        most = round(2 * (max(self._points) - min(self._points))) ** 2 + 1
        self._seat_unit = self._gap_unit * most * len(order)
        self._meeting_unit = self._seat_unit * len(order)

    def match(self, players: Iterable[int], *, rematches: bool = False) -> tuple[list[Pair], list[int]]:
        """Return the cheapest pairs of as many players as possible, and the players without an opponent."""
        import networkx as nx  # type: ignore[import-untyped]  # networkx has no types; here, since it loads much

        present = sorted(players, key=self._place.__getitem__)
        graph = nx.Graph()
        graph.add_nodes_from(present)
        for pair in combinations(present, 2):
            if rematches or not self._meetings(pair):
                graph.add_edge(*pair, weight=-self._cost(pair))
        matching: Iterable[Pair] = nx.max_weight_matching(graph, maxcardinality=True)
        pairs = self.sort(matching)
        paired = {player for pair in pairs for player in pair}
        return pairs, [player for player in present if player not in paired]

    def sort(self, pairs: Iterable[Pair]) -> list[Pair]:
        """Return the pairs in the order of their better players, who come first."""
        place = self._place.__getitem__
        ordered = ((first, second) if place(first) < place(second) else (second, first) for first, second in pairs)
        return sorted(ordered, key=lambda pair: place(pair[0]))

    def _meetings(self, pair: Pair) -> int:
        return self._met[min(pair), max(pair)]

    def _cost(self, pair: Pair) -> int:
        first, second = (self._points[player] for player in pair)
        distance = abs(self._place[pair[0]] - self._place[pair[1]])
        fold = abs(distance - self._fold[first]) if first == second else distance
        gap = round(2 * (first - second)) ** 2
        costs = self._meetings(pair) * self._meeting_unit + self._unfair(pair) * self._seat_unit
        return costs + gap * self._gap_unit + fold

    def _unfair(self, pair: Pair) -> bool:
        """Return whether both players have had the same seat at least twice more often than the other one."""
        first, second = (self._firsts[player] for player in pair)
        return min(first, second) >= _MOST_LEAD or max(first, second) <= -_MOST_LEAD


def _blocks(order: Sequence[int], points: Sequence[float]) -> Iterator[list[int]]:
    """Yield the players in blocks: small groups of equal points together, large ones in parts of both their halves.

    >>> [len(block) for block in _blocks(range(100), [1.0] * 100)]
    [48, 48, 4]
    """
    block: list[int] = []
    for _, equal in groupby(order, key=points.__getitem__):
        group = list(equal)
        if len(block) + len(group) > _BLOCK:
            if block:
                yield block
            block = []
        if len(group) <= _BLOCK:
            block += group
            continue
        half = (len(group) + 1) // 2
        for at in range(0, half, _BLOCK // 2):
            yield group[:half][at : at + _BLOCK // 2] + group[half:][at : at + _BLOCK // 2]
    if block:
        yield block
