"""What round robins and Swiss tournaments share, whose games may have more than two seats: tables, and their words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from ludarium.tournament.kinds.kind import LIVE_RULES, MOST_SEATS, SEEDS, Kind, Told
from ludarium.tournament.pairing import Pairing, encounters


class KindOfTables(Kind):
    """A kind whose games have up to four seats."""

    most_seats = MOST_SEATS
    takes: ClassVar[Collection[str]] = ("games", "ties")

    def describe(self, told: Told) -> list[str]:
        """Return the description of a tournament in two sentences."""
        if told.seats <= 2:
            return super().describe(told)
        by_place = "-".join(str(place) for place in range(told.seats - 1, -1, -1))
        return [
            f"A tournament of {told.game} {told.pace}: {told.tempo}.",
            f"At tables of {told.players}, you meet {self.whom(told)}; the places of a match count {by_place} points.",
        ]

    def whom(self, told: Told) -> str:
        """Return whom one meets at a table, and when."""
        raise NotImplementedError

    def rules(self, told: Told) -> list[str]:
        """Return the rules of a tournament, as sentences."""
        if told.seats <= 2:
            return super().rules(told)
        small = "A table that cannot be filled plays with fewer" if told.fewest < told.seats else ""
        none = "Who finds no place in a round has a bye, which counts half of the points of a first place"
        return [
            SEEDS,
            f"{small or none}.",
            (
                "Players with the same result share the points of their places. At a smaller table the first place "
                "counts as much, and the last nothing."
            ),
            *self.rules_of_tables(),
            (
                "When somebody leaves, the match goes on without them if the game allows it, or ends as after a "
                "resignation."
            ),
            "The seats of a table: each player has one of those that they had less often.",
            *(LIVE_RULES if told.is_live else []),
        ]

    def rules_of_tables(self) -> list[str]:
        """Return the rules of its tables in which it differs."""
        return []


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
