"""Who has which seat, so that everybody has each of them about equally often.

Of an encounter with as many games as seats, or a multiple, everybody has each seat equally often. What is left over is
decided here: for a round robin at once, elsewhere round after round, as the results say who meets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

Pair = tuple[int, int]
_Slot = tuple[int, int]
"""A player, and the number of a group of as many of their games as there are seats."""


def even_seats(tables: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return full tables in the order of their seats: nobody has one seat two times more often than another.

    That is an edge colouring of a bipartite graph, which always exists (König 1916): a table is joined to its players,
    of whom each is divided into parts with as many games as there are seats, and a colour is a seat.

    >>> even_seats([(0, 1), (0, 2), (1, 2)])
    [(0, 1), (2, 0), (1, 2)]
    """
    seats = range(max(map(len, tables), default=0))
    games, found = Counter[int](), [dict[int, _Slot]() for _ in tables]
    table_of: dict[_Slot, dict[int, int]] = {}
    for at, table in enumerate(tables):
        for player in table:
            slot = player, games[player] // len(seats)
            games[player] += 1
            taken = table_of.setdefault(slot, {})
            here = [seat for seat in seats if seat not in found[at]]
            seat = next((seat for seat in here if seat not in taken), here[0])
            if seat in taken:
                _exchange(slot, seat, next(each for each in seats if each not in taken), found, table_of)
            found[at][seat], taken[seat] = slot, at
    return [tuple(seated[seat][0] for seat in seats) for seated in found]


def _exchange(
    slot: _Slot, one: int, other: int, found: Sequence[dict[int, _Slot]], table_of: Mapping[_Slot, dict[int, int]]
) -> None:
    """Exchange two seats along the way that begins with the table where a slot has the first, which it then lacks."""
    way: list[tuple[_Slot, int, int, int]] = []
    while one in table_of[slot]:
        at = table_of[slot][one]
        way.append((slot, at, one, other))
        if other not in found[at]:
            break
        slot = found[at][other]
        way.append((slot, at, other, one))
    for mine, at, before, _ in way:
        del table_of[mine][before], found[at][before]
    for mine, at, _, after in way:
        table_of[mine][after], found[at][after] = at, mine


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
