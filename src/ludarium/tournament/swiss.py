"""The Swiss system: in every round players meet opponents with about equal points whom they have not met before.

A round is a minimum-cost perfect matching (`networkx.max_weight_matching`), of an odd number of players together with a
player whose opponent has the bye. Most costly is a second meeting, then a pair of whom one would get a seat two times
more often than the other seat, then a bye for another than the last one, then a difference in points, then the distance
from the fold, in which the first half of the players with equal points meets the second half. Costs are integers and
follow from the standings alone, so the same results give the same pairings.

Large fields are matched in blocks of neighbours in the standings; a player without an opponent in one block moves to
the next. If players remain at the end, the last pairs are matched again with them, twice as many each time.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby

from ludarium.core.rng import derive
from ludarium.tournament.first_seats import count_first, seat_pairs
from ludarium.tournament.pairing import PairingSystem, Standings, encounters

_BLOCK = 48
"""Players in a block; the time of a matching grows with their third power."""

_MOST_LEAD, _FORMER_LEAD = 1, 2
"""How many times more often a player may have one seat than the other, where that can be avoided."""
_NOBODY = -1
"""The opponent of who has the bye."""

Pair = tuple[int, int]


def swiss(players: int, seats: int, games: int, rounds: int | None = None, *, even: bool = True) -> PairingSystem:
    """Pair players with about equal points who have not met before; with an odd number one player has a bye.

    Unless the seats are `even`, rounds are paired as versions up to 0.3 did it, which chose the bye before the pairs.
    """
    standings = Standings(players)
    for number in range(swiss_rounds(players, rounds)):
        order = standings.ranking()
        pairs, idle = _former_round(order, standings) if not even else pair_field(order, standings)
        if even and games % 2:
            pairs = seat_round(order, pairs, idle, standings, seed=0, number=number)
            for first, second in pairs:
                count_first(standings.firsts, first, second)
        tables = dict(enumerate([*pairs, *([] if idle is None else [(idle,)])]))
        pairings = encounters(number, tables, games)
        standings.add(pairings, (yield pairings))
    return standings.ranking()


def _former_round(order: list[int], standings: Standings) -> tuple[list[Pair], int | None]:
    """Return the pairs and the bye of a round as versions up to 0.3 paired it in tournaments of programs."""
    idle = None
    if len(order) % 2:
        fewest = min(standings.byes)
        idle = next(player for player in reversed(order) if standings.byes[player] == fewest)
    return pair_round([player for player in order if player != idle], standings), idle


def swiss_rounds(players: int, rounds: int | None) -> int:
    """Return the number of rounds: the given one, or as many as a knock-out needs."""
    return rounds or max(1, math.ceil(math.log2(players)))


def pair_field(order: Sequence[int], standings: Standings) -> tuple[list[Pair], int | None]:
    """Return the pairs of a round, the better player first, and who has the bye; `order` has the best player first.

    Two meet a second time only if no pairing avoids it, in which one of those with the fewest byes has the bye.
    """
    players = [*order, _NOBODY] if len(order) % 2 else [*order]
    if len(players) < 2:
        return [], None
    costs = _Costs(players, standings, _MOST_LEAD)
    if len(players) <= _BLOCK:
        pairs = costs.match(players, rematches=True)[0]
    else:
        mixed = _mixed(order, standings)
        blocks = _blocks(order, standings.points) if mixed is None else _cut(mixed)
        pairs = _match_blocks(costs, [*blocks, [_NOBODY]] if len(order) % 2 else blocks)
    idle = next((first for first, second in pairs if second == _NOBODY), None)
    return [pair for pair in pairs if pair[1] != _NOBODY], idle


def seat_round(
    order: Sequence[int], pairs: Sequence[Pair], idle: int | None, standings: Standings, seed: int, number: int
) -> list[Pair]:
    """Return the pairs of a round of one game, or another odd number, with who has the first seat first.

    Who had it less often has it. Else it is decided so that the next round, paired as if the better players won, has
    pairs of different seats; and at last by lots, which follow from the seed and the numbers of round and pair.
    """
    expected = Standings(len(standings.points))
    winners = {*(better for better, _ in pairs), idle}
    expected.points = [points + (player in winners) for player, points in enumerate(standings.points)]
    expected.byes = [byes + (player == idle) for player, byes in enumerate(standings.byes)]
    expected.met = standings.met + Counter((min(pair), max(pair)) for pair in pairs)
    following, _ = pair_field(sorted(order, key=lambda player: -expected.points[player]), expected)
    lots = [bool(derive(seed, number, encounter) & 1) for encounter in range(len(pairs))]
    return seat_pairs(pairs, following, standings.firsts, lots)


def pair_round(order: Sequence[int], standings: Standings) -> list[Pair]:
    """Return the pairs of a round as versions up to 0.3 paired it; `order` is an even number of players, best first.

    Players meet a second time only if no pairing avoids it.
    """
    costs = _Costs(order, standings, _FORMER_LEAD)
    if len(order) <= _BLOCK:
        return costs.match(order, rematches=True)[0]
    return _match_blocks(costs, _blocks(order, standings.points))


def _match_blocks(costs: _Costs, blocks: Iterable[Sequence[int]]) -> list[Pair]:
    """Return the pairs of a large field, which is matched block by block."""
    pairs: list[Pair] = []
    waiting: list[int] = []
    for block in blocks:
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

    def __init__(self, order: Sequence[int], standings: Standings, most_lead: int) -> None:
        self._points, self._met, self._firsts = standings.points, standings.met, standings.firsts
        self._most_lead = most_lead
        self._place = {player: place for place, player in enumerate(order)}
        players = [player for player in order if player != _NOBODY]
        self._fewest_byes = {
            player for player in players if standings.byes[player] == min(standings.byes[each] for each in players)
        }
        self._fold: dict[float, int] = {}
        """Half the number of players with these points."""
        for points, group in groupby(players, key=self._points.__getitem__):
            self._fold[points] = len(list(group)) // 2
        self._gap_unit = len(order) ** 2
        most = round(2 * (max(self._points) - min(self._points))) ** 2 + 1
        self._bye_unit = self._gap_unit * most * len(order)
        self._seat_unit = self._bye_unit * (len(order) if len(players) < len(order) else 1)
        self._meeting_unit = self._seat_unit * len(order)

    def match(self, players: Iterable[int], *, rematches: bool = False) -> tuple[list[Pair], list[int]]:
        """Return the cheapest pairs of as many players as possible, and the players without an opponent."""
        import networkx as nx  # type: ignore[import-untyped]  # networkx has no types; here, since it loads much

        present = sorted(players, key=self._place.__getitem__)
        graph = nx.Graph()
        graph.add_nodes_from(present)
        for pair in combinations(present, 2):
            if self._may_meet(pair, rematches=rematches):
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

    def _may_meet(self, pair: Pair, *, rematches: bool) -> bool:
        if pair[1] == _NOBODY:
            return pair[0] in self._fewest_byes
        return rematches or not (self._meetings(pair) or (self._most_lead < _FORMER_LEAD and self._unfair(pair)))

    def _meetings(self, pair: Pair) -> int:
        return self._met[min(pair), max(pair)]

    def _cost(self, pair: Pair) -> int:
        if pair[1] == _NOBODY:
            return self._bye_unit * (self._place[_NOBODY] - self._place[pair[0]])
        first, second = (self._points[player] for player in pair)
        distance = abs(self._place[pair[0]] - self._place[pair[1]])
        fold = abs(distance - self._fold[first]) if first == second else distance
        gap = round(2 * (first - second)) ** 2
        costs = self._meetings(pair) * self._meeting_unit + self._unfair(pair) * self._seat_unit
        return costs + gap * self._gap_unit + fold

    def _unfair(self, pair: Pair) -> bool:
        """Return whether both players have had the same seat so many times more often than the other one."""
        first, second = (self._firsts[player] for player in pair)
        return min(first, second) >= self._most_lead or max(first, second) <= -self._most_lead


def _mixed(order: Sequence[int], standings: Standings) -> list[int] | None:
    """Return the players so that those who had either seat more often alternate; None if they are all alike."""
    groups = [[player for player in order if (standings.firsts[player] > 0) is more] for more in (True, False)]
    if not all(groups):
        return None
    place = {player: at / len(group) for group in groups for at, player in enumerate(group)}
    return sorted(order, key=place.__getitem__)


def _cut(order: Sequence[int]) -> Iterator[Sequence[int]]:
    return (order[at : at + _BLOCK] for at in range(0, len(order), _BLOCK))


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
