"""The divisions of a league: who plays with whom in the next season follows from the tables of the last one.

A league is a line of players, the best first, which is cut into divisions. After a season two players of each division
change places with two of the division below it; who plays no more leaves the line, and who is new goes to its end. So
everybody can compute the divisions of a season again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, TypeVar

T = TypeVar("T")
SIZE, FEWEST = 8, 4
"""Players that a division has at most, and at least."""
MOVING = 2
"""Players who go up from a division, and down from the one above it."""
Move = Literal["", "up", "down"]


def divide(line: Sequence[T]) -> list[list[T]]:
    """Cut a line of players into divisions, each full but the last; if that one is too small, the last two share.

    >>> [len(division) for division in divide(range(20))], [len(division) for division in divide(range(17))]
    ([8, 8, 4], [8, 5, 4])
    """
    full, rest = divmod(len(line), SIZE)
    sizes = [SIZE] * full + [rest] * (rest > 0)
    if full and 0 < rest < FEWEST:
        both = SIZE + rest
        sizes[-2:] = [both - both // 2, both // 2]
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    return [[*line[end - size : end]] for size, end in zip(sizes, ends, strict=True)]


def move_of(rank: int, size: int, division: int, divisions: int) -> Move:
    """Return where the player goes who is at a rank, from 1, of a division of some size; divisions count from 0.

    >>> [move_of(rank, 5, 1, 3) for rank in range(1, 6)]
    ['up', 'up', '', 'down', 'down']
    """
    if division > 0 and rank <= MOVING:
        return "up"
    return "down" if division < divisions - 1 and rank > size - MOVING else ""


def after_season(divisions: Sequence[Sequence[T]]) -> list[T]:
    """Return the line after a season whose divisions have ended in this order, the best first.

    In each division stand first those who come down, then those who stay, then those who come up.

    >>> after_season(["abcdef", "ghij"])
    ['a', 'b', 'c', 'd', 'g', 'h', 'e', 'f', 'i', 'j']
    """
    count, line = len(divisions), list[T]()
    for number, division in enumerate(divisions):
        above = divisions[number - 1] if number else ()
        below = divisions[number + 1] if number + 1 < count else ()
        line += [player for player, move in _moves(above, number - 1, count) if move == "down"]
        line += [player for player, move in _moves(division, number, count) if not move]
        line += [player for player, move in _moves(below, number + 1, count) if move == "up"]
    return line


def next_divisions(divisions: Sequence[Sequence[T]], returning: Collection[T], new: Sequence[T]) -> list[list[T]]:
    """Return the divisions of the next season: of those who play again and of the new players, the best first.

    A place that becomes free is taken by the next of the line.

    >>> next_divisions(["abcd", "efgh"], "bcdefgh", "xy")
    [['b', 'e', 'f', 'c', 'd'], ['g', 'h', 'x', 'y']]
    """
    return divide([*(player for player in after_season(divisions) if player in returning), *new])


def _moves(division: Sequence[T], number: int, divisions: int) -> list[tuple[T, Move]]:
    size = len(division)
    return [(player, move_of(rank, size, number, divisions)) for rank, player in enumerate(division, 1)]
