"""Who has which seat, so that everybody has each of them about equally often.

Of an encounter with as many games as seats, or a multiple, everybody has each seat equally often. What is left over is
decided here: for a round robin at once, elsewhere round after round, as the results say who meets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

Pair = tuple[int, int]


def even_seats(tables: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return tables, all of which are known beforehand, in the order of their seats.

    At full tables nobody has one seat two times more often than another, or than somebody with as many games. Where
    some tables have fewer players than others, that holds for the first seat if any seats can do it; of the other seats
    each is as even as the ones before it leave possible.

    >>> even_seats([(0, 1), (0, 2), (1, 2)])
    [(0, 1), (2, 0), (1, 2)]
    """
    left, found = [[*table] for table in tables], [list[int]() for _ in tables]
    while waiting := [at for at, table in enumerate(left) if table]:
        for at, player in zip(waiting, _even_choice([left[at] for at in waiting]), strict=True):
            left[at].remove(player)
            found[at].append(player)
    return [tuple(seated) for seated in found]


def _even_choice(tables: Sequence[Sequence[int]]) -> list[int]:
    """Return one player of each table so that all are chosen about equally often, for their numbers of tables.

    The sum of the squares of what they have above their fair share is the least: there is a choice that rounds the fair
    shares up or down at full tables, since flows of whole numbers do, and another one could be bettered by an exchange.
    """
    entries = Counter(player for table in tables for player in table)
    whole = entries.total()
    excess = Counter({player: -count * len(tables) for player, count in entries.items()})
    chosen, held = list[int](), {player: dict[int, None]() for player in entries}
    for at, table in enumerate(tables):
        chosen.append(min(table, key=excess.__getitem__))
        excess[chosen[at]] += whole
        held[chosen[at]][at] = None
    while way := next(filter(None, (_way(player, tables, held, excess, whole) for player in entries)), None):
        for at, player in way:
            excess[chosen[at]] -= whole
            del held[chosen[at]][at]
            excess[player] += whole
            chosen[at], held[player][at] = player, None
    return chosen


def _way(
    start: int, tables: Sequence[Sequence[int]], held: Mapping[int, Iterable[int]], excess: Mapping[int, int], unit: int
) -> list[tuple[int, int]]:
    """Return which tables choose whom so that one player has a table less, and one who lacks it more has one more."""
    if excess[start] - min(excess.values()) <= unit:
        return []
    came, queue = dict[int, tuple[int, int]](), [start]
    for giver in queue:
        for at, player in ((held_at, other) for held_at in held[giver] for other in tables[held_at]):
            if player in came or player == start:
                continue
            came[player] = at, giver
            if excess[start] - excess[player] > unit:
                return _back(player, start, came)
            queue.append(player)
    return []


def _back(player: int, start: int, came: Mapping[int, tuple[int, int]]) -> list[tuple[int, int]]:
    way = []
    while player != start:
        at, giver = came[player]
        way.append((at, player))
        player = giver
    return way


class FirstSeats:
    """Who had the first seat how many times more often than the second, in encounters with an odd number of `games`.

    Who had it less often has it next; of players with as many, the better one in every other encounter, so that those
    who are expected to meet next have had different seats.
    """

    def __init__(self, games: int) -> None:
        self.games = games
        self.lead: Counter[int] = Counter()

    def seat(self, tables: Mapping[int, Sequence[int]]) -> dict[int, Sequence[int]]:
        """Return tables with who has the first seat first, by the number of the encounter, and count them."""
        return {number: self._seat(number, table) for number, table in tables.items()}

    def _seat(self, number: int, table: Sequence[int]) -> Sequence[int]:
        if len(table) != 2 or self.games % 2 == 0:
            return table
        first, second = table
        if (self.lead[first] - self.lead[second] or number % 2) > 0:
            first, second = second, first
        count_first(self.lead, first, second)
        return first, second


def count_first(lead: Counter[int], first: int, second: int) -> None:
    """Count that one player has the first seat once more often, and another one the second."""
    lead[first] += 1
    lead[second] -= 1


def seat_pairs(
    pairs: Sequence[Pair], following: Sequence[Pair], lead: Mapping[int, int], lots: Sequence[bool]
) -> list[Pair]:
    """Return the pairs of a round with who has the first seat first: who had it less often.

    Where both had it as often, that is decided with a look at the pairs that may follow, of which one player shall have
    had it more often, and the other one less often. `lots` says of each pair whether the second of it has the first
    seat if all that leaves it open.

    >>> seat_pairs([(0, 1), (2, 3)], [(0, 2), (1, 3)], Counter(), [False, False])
    [(0, 1), (3, 2)]
    """
    partner = dict([*pairs, *((second, first) for first, second in pairs)])
    next_partner = dict([*following, *((second, first) for first, second in following)])
    firsts = {one if lead[one] < lead[other] else other for one, other in pairs if lead[one] != lead[other]}
    decided = {*firsts, *map(partner.__getitem__, firsts)}

    def decide(player: int | None, *, first: bool) -> None:
        """Give a player the first seat, or the second, and then others the seats that follow from that."""
        while player in partner and player not in decided:
            other = partner[player]
            decided.update((player, other))
            firsts.add(player if first else other)
            player = next_partner.get(other)

    for player in [*next_partner]:
        after = lead[player] + (player in partner and (1 if player in firsts else -1))
        if after and (player in decided or player not in partner):
            decide(next_partner[player], first=after < 0)
    for (one, other), second in zip(pairs, lots, strict=True):
        start = other if second else one
        if start not in decided:
            decide(start, first=True)
            decide(next_partner.get(start), first=False)
    return [(one, other) if one in firsts else (other, one) for one, other in pairs]
