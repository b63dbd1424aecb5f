"""A season of a league, computed again from its data: who plays in which division, and where each place leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ludarium.core.errors import ParseError
from ludarium.tournament.seasons import divide, move_of, next_divisions
from ludarium.tournament.verification import faults_of

Data = Mapping[str, Any]  # Any: JSON


def season_faults(league: Data, divisions: Sequence[Data], last: Sequence[Data] = ()) -> list[str]:
    """Return what does not follow in a season of a league, as sentences.

    `league` is the data of the season, `divisions` are those of its tournaments, from the highest on, and `last` those
    of the season before; none for the first one.

    Raises `ParseError` for what are no data of a league.
    """
    try:
        return [
            *(f"{one['name']}: {fault}" for one in divisions for fault in faults_of(one)),
            *_players(divisions, last),
            *_moves(league, divisions),
        ]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ParseError(f"these are no data of a league: {type(error).__name__} {error}") from error


def _players(divisions: Sequence[Data], last: Sequence[Data]) -> Iterator[str]:
    """Yield a sentence if the divisions are not what follows from the last tables and the ratings of new players."""
    played = [_by_place(one) for one in divisions]
    there = [person for division in played for person in division]
    former = [_by_table(one) for one in last]
    known = {person for division in former for person in division}
    new = [person for person in there if person not in known]
    expected = next_divisions(former, {*there}, new) if last else divide(there)
    if played != expected:
        yield "The divisions are not what follows from the tables of the season before."
    ratings = {player["person"]: player["rating"] for one in divisions for player in one["players"]}
    if any(ratings[better] < ratings[worse] for better, worse in pairwise(new)):
        yield "The new players are not in the order of their ratings."


def _moves(league: Data, divisions: Sequence[Data]) -> Iterator[str]:
    """Yield a sentence if the page of the league has another table, or leads a place elsewhere."""
    for number, (published, one) in enumerate(zip(league["divisions"], divisions, strict=True)):
        order = [(row["rank"], row["player"], row["points"]) for row in one["table"]]
        if [(row["rank"], row["player"], row["points"]) for row in published["table"]] != order:
            yield f"{one['name']}: The league has another table than its division."
        size, count = len(order), len(divisions)
        if any(row["move"] != move_of(row["rank"], size, number, count) for row in published["table"]):
            yield f"{one['name']}: A place leads elsewhere than the rules say."


def _by_place(division: Data) -> list[str]:
    """Return the players of a division in the order in which they came to it."""
    return [player["person"] for player in sorted(division["players"], key=lambda player: int(player["place"]))]


def _by_table(division: Data) -> list[str]:
    return [division["players"][row["player"]]["person"] for row in division["table"]]
