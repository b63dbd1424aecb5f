"""Tables of three and four: everybody meets everybody else about equally often, and the seats rotate.

What is paired follows from the number of players, or from the standings, alone: an arrangement is bettered by the first
exchange of two players that lowers its cost, until none does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product

from ludarium.core.rng import derive
from ludarium.tournament.first_seats import even_seats
from ludarium.tournament.pairing import Pairing, encounters

Table = tuple[int, ...]
Met = Mapping[tuple[int, int], int]
"""How often two players have met, of whom the lower number is the first."""
Costs = Sequence[Sequence[float]]
"""What it costs that two players meet."""
_TRIES = 10
"""Arrangements of a design that are tried."""


def table_sizes(players: int, seats: int, fewest: int) -> list[int]:
    """Return the sizes of the tables of a round, the largest first; those who find no place have a bye.

    The tables differ by one player at most if they may have so few.

    >>> table_sizes(10, 4, 2), table_sizes(10, 4, 4), table_sizes(5, 3, 2)
    ([4, 3, 3], [4, 4], [3, 2])
    """
    count = -(-players // seats)
    least, larger = divmod(players, max(1, count))
    if least >= fewest:
        return [least + 1] * larger + [least] * (count - larger)
    return [seats] * (players // seats)


def rounds_of_all(players: int, seats: int) -> int:
    """Return in how many rounds everybody can have met everybody else about once.

    >>> rounds_of_all(9, 3), rounds_of_all(10, 4)
    (4, 3)
    """
    return -(-(players - 1) // (seats - 1))


@lru_cache(maxsize=64)
def balanced_rounds(
    players: int, seats: int, fewest: int, rounds: int, *, even: bool = True
) -> tuple[tuple[Table, ...], ...]:
    """Return the tables of rounds in which all meet each other about equally often: the best of some arrangements.

    These begin with lots that follow from their numbers. Unless the seats are `even`, each table takes them in turn, as
    in tournaments of the first pairing.

    >>> met = Counter(pair for tables in balanced_rounds(9, 3, 2, 4) for table in tables for pair in pairs_of(table))
    >>> len(met), max(met.values())
    (36, 1)
    """
    sizes = table_sizes(players, seats, fewest)
    best = min((_arrangement(players, sizes, rounds, number) for number in range(_TRIES)), key=_meetings_again)
    if not even:
        return tuple(tuple(tables) for tables in _seated(best))
    seated = iter(even_seats([tuple(table) for tables in best for table in tables]))
    return tuple(tuple(next(seated) for _ in tables) for tables in best)


def pair_tables(
    order: Sequence[int],
    points: Sequence[float],
    met: Met,
    sizes: Sequence[int],
    owed: Collection[int] = (),
    firsts: int = 1,
) -> list[Table]:
    """Return the tables of a round of players, given best first: those with about equal points meet.

    Every table has one of those who are `owed` the first seat, or as many as there are `firsts` at a table, or if they
    are fewer, no table has more of them.
    Then two who have met are put apart where this can be found, then those with different points.

    >>> pair_tables([0, 1, 2, 3], [2.0, 2.0, 0.0, 0.0], {(0, 1): 1}, [2, 2])
    [(0, 3), (1, 2)]
    """
    gap = 1 + sum((points[one] - points[other]) ** 2 for one, other in combinations(order, 2))
    costs = [[0.0] * len(points) for _ in points]
    for one, other in pairs_of(order):
        costs[one][other] = costs[other][one] = gap * met.get((one, other), 0) + (points[one] - points[other]) ** 2
    tables, place = _cut(order, sizes), {player: at for at, player in enumerate(order)}
    _better(tables, costs, owed, firsts)
    return sorted((tuple(sorted(table, key=place.__getitem__)) for table in tables), key=lambda table: place[table[0]])


def owed_first(levels: Mapping[int, int], seats: int) -> set[int]:
    """Return who is owed the first seat: who had it less often than others, by one or more.

    `levels` says how often the players of a round had it, times `seats`, and one more for each round that they missed.
    If the first seat of each table goes to one of these, or of another if they have it all, no level is ever two first
    seats above another: a table raises one of the lower levels, or all of these.

    >>> owed_first({0: 3, 1: 0, 2: 1, 3: 3}, 3)
    {1, 2}
    """
    return {player for player, level in levels.items() if level < min(levels.values()) + seats}


def take_seats(table: Sequence[int], had: Counter[tuple[int, int]], levels: Mapping[int, int] | None = None) -> Table:
    """Return the players of a table in the order of their seats: each has a seat that they had less often.

    `had` counts the seats of each player, and counts these. The lowest of the `levels` has the first seat, if given.

    >>> had = Counter()
    >>> [take_seats((0, 1, 2), had) for _ in range(3)]
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    first = {player: levels[player] if levels else 0 for player in table}
    taken = min(permutations(table), key=lambda seating: (first[seating[0]], sum(had[at] for at in enumerate(seating))))
    had.update(enumerate(taken))
    return taken


def pairs_of(table: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of players of a table, the lower number first."""
    return combinations(sorted(table), 2)


def _arrangement(players: int, sizes: Sequence[int], rounds: int, number: int) -> list[list[list[int]]]:
    """Return the tables of rounds: each round is bettered, given the others, until none changes."""
    idle = players - sum(sizes)
    found, met = [], [[0.0] * players for _ in range(players)]
    for each in range(rounds):
        resting = {(each * idle + at) % players for at in range(idle)}
        there = (player for player in range(players) if player not in resting)
        found.append(_cut(sorted(there, key=lambda player: derive(number, each, player)), sizes))
        _count(met, found[-1], 1)
    changes = True
    while changes:
        changes = False
        for tables in found:
            _count(met, tables, -1)
            changes |= _better(tables, met)
            _count(met, tables, 1)
    return found


def _seated(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[Table]]:
    """Return tables in the order of their seats, which each table takes twice: then it knows those of the others."""
    had = Counter[tuple[int, int]]()
    found = [[take_seats(table, had) for table in tables] for tables in rounds]
    for tables in found:
        for at, table in enumerate(tables):
            had.subtract(enumerate(table))
            tables[at] = take_seats(table, had)
    return found


def _meetings_again(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Return a number that is lower the more equally often players meet."""
    met = Counter(pair for tables in rounds for table in tables for pair in pairs_of(table))
    return sum(count**2 for count in met.values())


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    return [[*order[end - size : end]] for size, end in zip(sizes, ends, strict=True)]


def _count(costs: Sequence[list[float]], tables: Sequence[Sequence[int]], by: int) -> None:
    for one, other in (pair for table in tables for pair in permutations(table, 2)):
        costs[one][other] += by


def _better(tables: Sequence[list[int]], costs: Costs, owed: Collection[int] = (), firsts: int = 1) -> bool:
    """Exchange players of two tables while that lowers the costs of the pairs; return whether any were exchanged.

    Before that, as many tables as possible get a player who is `owed` the first seat.
    """
    changed, again = False, True
    while again:
        again = False
        for one, other in combinations(tables, 2):
            for here, there in product(range(len(one)), range(len(other))):
                mine, theirs = costs[one[here]], costs[other[there]]
                before = _lacking((one, other), owed, firsts), _sum(mine, one, here) + _sum(theirs, other, there)
                costs_after = _sum(theirs, one, here) + _sum(mine, other, there)
                one[here], other[there] = other[there], one[here]
                if before > (_lacking((one, other), owed, firsts), costs_after):
                    changed = again = True
                else:
                    one[here], other[there] = other[there], one[here]
    return changed


def _lacking(tables: Sequence[Sequence[int]], owed: Collection[int], firsts: int) -> int:
    """Return how many first seats of tables go to nobody who is owed one."""
    return sum(max(0, firsts - sum(player in owed for player in table)) for table in tables) if owed else 0


def _sum(costs: Sequence[float], table: Sequence[int], but: int) -> float:
    """Return the costs of a player with those at a table but one."""
    return sum([costs[player] for player in table]) - costs[table[but]]


def with_idle(
    number: int, games: Sequence[Sequence[tuple[int, ...]]], present: Sequence[int], count: int
) -> list[Pairing]:
    """Return the games of a round, `count` at a table, and the byes of those who are present and have no place in it.

    Where the seats of one game alone are given, players rotate from game to game.
    """
    there = {player for table in games[0] for player in table}
    idle = [(player,) for player in present if player not in there]
    if len(games) < count:
        return encounters(number, dict(enumerate([*games[0], *idle])), count)
    return [pairing for tables in games for pairing in encounters(number, dict(enumerate([*tables, *idle])), 1)]
