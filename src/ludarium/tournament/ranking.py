"""The matches and ratings of a ladder without an end: who meets whom next, and in which seats.

A pairing is two matches between two players, with the same dice, in which they exchange their seats. It follows from
the players, from the last pairings, and from a published seed. In a game of more than two teams, or seats without
teams, the two players take the teams in turn: no one waits for a third.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from ludarium.core.payoffs import compare_payoffs
from ludarium.core.rng import derive, generator
from ludarium.tournament.ratings import Rating

RANKED, SETTLED = 10, 30
"""Matches after which a player has a place, and after which the others come first."""
RECENT = 200
"""The last pairings of a game, which are looked at."""
_MOST = 100_000
_SPREAD = 25 / 6
"""How much luck changes what a player shows in one match, on the scale of the ratings."""


class Contender(NamedTuple):
    """A player who can play now; of players with one `owner`, those of others come first if they played less lately."""

    id: int
    rating: Rating
    games: int
    owner: str = ""


Meetings = Sequence[tuple[int, int]]
"""The players of pairings, by their ids, the latest last."""


def next_pairing(players: Sequence[Contender], recent: Meetings, seed: int, number: int) -> tuple[int, int] | None:
    """Return the ids of the players who meet in a pairing, which has a number; None if there are fewer than two.

    The first is the one of whom least is known. The second is drawn: those who are near in rating and were not met
    lately are drawn more often.

    >>> new, old, strong = Contender(1, Rating(25.0, 8.3), 0), Contender(2, Rating(25.0, 1.0), 90), Contender(3,
    ...     Rating(60.0, 1.0), 90)
    >>> next_pairing([old, new, strong], [], seed=1, number=1)
    (1, 2)
    """
    if len(players) < 2:
        return None
    ordered = sorted(players, key=lambda player: player.id)
    owners = {player.id: player.owner for player in ordered}
    lately = Counter(owners[one] for pairing in recent for one in pairing if one in owners)
    first = min(ordered, key=lambda one: (*urgency(one, lately[one.owner]), derive(seed, number, one.id)))
    met = Counter(other for pairing in recent if first.id in pairing for other in pairing if other != first.id)
    others = [player for player in ordered if player.id != first.id]
    weights = [_nearness(first.rating, other.rating) / (1 + met[other.id]) ** 2 for other in others]
    point = float(generator(seed, number).random()) * sum(weights)
    for other, weight in zip(others, weights, strict=True):
        point -= weight
        if point < 0:
            return first.id, other.id
    return first.id, others[-1].id


def format_contenders(players: Sequence[Contender]) -> str:
    """Return the ids of players as ranges, in groups of one owner; the groups are divided by `;`.

    >>> three = [Contender(each, Rating(25.0, 8.3), 0, owner) for each, owner in ((1, ""), (2, ""), (3, ""), (5, ""))]
    >>> format_contenders([*three, Contender(4, Rating(25.0, 8.3), 0, "ann")])
    '1-3,5;4'
    """
    groups = defaultdict[str, list[int]](list)
    for player in sorted(players, key=lambda player: player.id):
        groups[player.owner].append(player.id)
    return ";".join(map(_ranges, groups.values()))


def parse_contenders(text: str) -> tuple[tuple[int, ...], ...]:
    """Return the ids of the players of each owner.

    Raises `ValueError` for anything but the text of `format_contenders`, and for more than 100,000 players.

    >>> parse_contenders("1-3,5;4")
    ((1, 2, 3, 5), (4,))
    """
    found, count = [], 0
    for group in text.split(";"):
        parts = [[int(end) for end in part.split("-", 1)] for part in group.split(",")]
        count += sum(ends[-1] - ends[0] + 1 for ends in parts)
        if count > _MOST:
            raise ValueError(f"more than {_MOST:,} players")
        found.append(tuple(each for ends in parts for each in range(ends[0], ends[-1] + 1)))
    return tuple(found)


def _ranges(ids: Sequence[int]) -> str:
    """Return ascending numbers as ranges."""
    parts = list[list[int]]()
    for each in ids:
        if parts and each == parts[-1][1] + 1:
            parts[-1][1] = each
        else:
            parts.append([each, each])
    return ",".join(f"{first}-{last}" if first < last else f"{first}" for first, last in parts)


def urgency(player: Contender, lately: int = 0) -> tuple[int, int, int, float]:
    """Return what is least for the player of whom least is known; `lately` is how much its owner's have played."""
    stage = sum(player.games >= enough for enough in (RANKED, SETTLED))
    return stage, lately, player.games, -player.rating.error


def _nearness(one: Rating, other: Rating) -> float:
    """Return how much a match of two players tells: 1 between equals, never 0."""
    spread = math.sqrt(one.error**2 + other.error**2 + 2 * _SPREAD**2)
    return math.exp(-(((one.strength - other.strength) / spread) ** 2) / 2) + 1e-6


def seating(teams: Sequence[int], *, exchanged: bool) -> tuple[int, ...] | None:
    """Return which of two players, 0 or 1, plays each seat; None in a game of one team, in which nobody meets anybody.

    >>> seating((0, 1), exchanged=False), seating((0, 1), exchanged=True), seating((0, 1, 0, 1), exchanged=False)
    ((0, 1), (1, 0), (0, 1, 0, 1))
    """
    order = list(dict.fromkeys(teams))
    if len(order) == 1:
        return None
    return tuple((order.index(team) + exchanged) % 2 for team in teams)


def score(seats: Sequence[int], payoffs: Sequence[float], failed_seat: int | None = None) -> float:
    """Return the score of the first of two players: 1 if it is paid more than the other, 0.5 if as much, 0 if less.

    The player of a seat that has failed has lost.

    >>> score((0, 1), (1.0, 0.0)), score((1, 0), (1.0, 0.0)), score((0, 1, 0), (1.0, 0.0, 0.0), failed_seat=2)
    (1.0, 0.0, 0.0)
    """
    if failed_seat is not None:
        return float(seats[failed_seat])
    paid = [
        math.fsum(payoff for player, payoff in zip(seats, payoffs, strict=True) if player == each) / seats.count(each)
        for each in (0, 1)
    ]
    return (compare_payoffs(*paid) + 1) / 2
