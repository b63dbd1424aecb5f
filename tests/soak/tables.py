"""The table of a division, computed from records by other means than the program that is tested.

Points are fractions of a result; who has left is known from the person who pressed the button, not from the site.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from ludarium.core.record import Record

HALF = Fraction(1, 2)
POSITIONS, CLEAR = 3, Fraction("0.45")
"""In how many positions a program must see the same winner, and how far from a draw; values are published rounded."""
Game = tuple[int, int, Fraction]
"""Two players, and what the first got."""


class Left(NamedTuple):
    """How many matches of a person were over when they left, of how many, and who stood in: an id, or nothing."""

    over: int
    games: int
    substitute: str

    @property
    def annuls(self) -> bool:
        """Whether none of the person's games count."""
        return not self.substitute and 2 * self.over <= self.games


def right_table(division: Any, records: Mapping[str, str], left: Mapping[str, Left]) -> list[tuple[str, Fraction]]:
    """Return the ids of the players and their points, best first; `division` is the data of the tournament.

    Any: JSON.
    """
    people = [player["person"] for player in division["players"]]
    annulled = {seat for seat, person in enumerate(people) if person in left and left[person].annuls}
    games = [
        (*game["players"], _result(game, Record.parse(records[game["match"]])))
        for game in division["waves"][0]
        if annulled.isdisjoint(game["players"])
    ]
    scores = [_score(player, games) for player in range(len(people))]
    order = _order([*range(len(people))], scores, games)
    order.sort(key=annulled.__contains__)
    return [(people[player], scores[player]) for player in order]


def kind_of_verdict(verdict: str) -> str:
    """Return how a verdict was found, in few words.

    >>> [kind_of_verdict(one) for one in ("a draw, as it had not begun", "by the strongest program, in 3 positions: 1")]
    ['a draw, as it had not begun', 'by the strongest program']
    """
    return verdict.partition(":")[0].removesuffix(", in 3 positions")


def wrong_verdict(division: Any, game: Any, record: str) -> list[str]:  # Any: JSON
    """Return what is wrong with the points of a game that was adjudicated, given what its verdict says."""
    how, _, said = game["verdict"].partition(": ")
    names = [division["players"][player]["name"] for player in game["players"]]
    tags = Record.parse(record).tags
    values = [Fraction(value) for value in re.findall(r"[0-9]\.[0-9]+", said)]
    agree = len(values) == POSITIONS and len({value > HALF for value in values}) == 1
    clear = all(value - CLEAR >= HALF or value + CLEAR <= HALF for value in values)
    beyond = all(value - CLEAR > HALF or value + CLEAR < HALF for value in values)
    expected, is_right = HALF, not (agree and beyond)
    if "exact" in how:
        (expected,), is_right = values, True
    elif how.startswith("by the strongest program"):
        expected, is_right = Fraction(values[0] > HALF), agree and clear
    if [*tags.values()].index(names[0]) > [*tags.values()].index(names[1]):
        expected = 1 - expected
    got = [Fraction(str(points)) for points in game["points"]]
    if is_right and abs(expected - got[0]) <= Fraction("0.001") and abs(sum(got, Fraction()) - 1) <= Fraction("0.001"):
        return []
    return [f"{game['match']} counts {game['points']} by: {game['verdict']}"]


def next_season(tables: Sequence[Sequence[str]], gone: Collection[str]) -> list[list[str]]:
    """Return who plays in which division after two seasons' tables, of one or two divisions."""
    line = [*tables[0]]
    if len(tables) == 2:
        high, low = tables
        line = [*high[:-2], *low[:2], *high[-2:], *low[2:]]
    line = [person for person in line if person not in gone]
    if len(line) <= 8:
        return [line]
    size = 8 if len(line) >= 12 else -(-len(line) // 2)  # so that no division has fewer than four
    return [line[:size], line[size:]]


def _result(game: Any, record: Record) -> Fraction:  # Any: JSON
    """Return what the player with the first turn got: from the record, or by a published verdict."""
    if game["how"] == "adjudicated":
        return Fraction(str(game["points"][0]))  # a decimal
    assert record.payoffs, f"{game['match']} is not over"
    first = 0 if record.payoffs[0] == record.payoffs[1] else record.payoffs[0] - record.payoffs[1]
    return HALF if not first else Fraction(int(first > 0))


def _score(player: int, games: Sequence[Game]) -> Fraction:
    return sum((_got(player, game) for game in games if player in game[:2]), Fraction())


def _got(player: int, game: Game) -> Fraction:
    return game[2] if game[0] == player else 1 - game[2]


def _order(players: Sequence[int], scores: Sequence[Fraction], games: Sequence[Game]) -> list[int]:
    found = list[int]()
    for _, tied in groupby(sorted(players, key=lambda one: -scores[one]), key=lambda one: scores[one]):
        found += _untie([*tied], scores, games)
    return found


def _untie(tied: list[int], scores: Sequence[Fraction], games: Sequence[Game]) -> list[int]:
    """Order those with the same points: by their games against each other if all have met, Berger, wins, number."""
    if len(tied) == 1:
        return tied
    among = [game for game in games if game[0] in tied and game[1] in tied]
    if len({frozenset(game[:2]) for game in among}) == len(tied) * (len(tied) - 1) // 2:
        direct = {one: _score(one, among) for one in tied}
        if len({*direct.values()}) > 1:
            groups = groupby(sorted(tied, key=lambda one: -direct[one]), key=lambda one: direct[one])
            return [one for _, group in groups for one in _untie([*group], scores, games)]

    def rest(player: int) -> tuple[Fraction, int, int]:
        own = [game for game in games if player in game[:2]]
        berger = sum((_got(player, game) * scores[game[1] if game[0] == player else game[0]] for game in own), HALF)
        return -berger, -sum(_got(player, game) == 1 for game in own), player

    return sorted(tied, key=rest)
