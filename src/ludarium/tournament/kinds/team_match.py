"""The team match: at each board the players of two teams meet who are about as strong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ludarium.tournament.kinds.kind import Kind
from ludarium.tournament.pairing import Pairing, encounters
from ludarium.tournament.waves import Format


class TeamMatch(Kind):
    """Two teams meet, each board with a game from each seat."""

    name = "team-match"
    words = "team match"
    fewest, usual_most = 4, 20
    brief = "two teams meet, board by board"
    preset: ClassVar[tuple[str, Mapping[str, str]]] = ("Team match", {})
    takes = ("teams",)
    games = (2, 2)
    at_once = True
    has_teams = True
    how = "{details.teams}: at each board two of about the same place meet"
    own_rules = (
        (
            "Who enters chooses a team, until it begins; the organiser may change it. The first of a team is its "
            "captain."
        ),
        (
            "Boards follow from the ratings at the start; lots, which everybody can check, decide among equals. Who "
            "has no opponent at a board is a reserve, and plays if somebody leaves before the start."
        ),
        "The points of a team are those of its players.",
        "A player who leaves loses the matches that go on.",
    )

    def all_games(self, form: Format) -> list[Pairing]:
        """Return the games of the best player of one team with that of the other, of the second ones, and so on.

        Those for whom there is no opponent are reserves.

        >>> [pairing.seating for pairing in TeamMatch().all_games(Format("team-match", 5, 1, teams=(1, 0, 0, 1, 1)))]
        [(1, 0), (2, 3)]
        """
        return encounters(0, dict(enumerate(boards_of_teams(form.teams))), form.games)


def boards_of_teams(teams: Sequence[int]) -> list[tuple[int, int]]:
    """Return who meets at each board of two teams, which are ordered by seed number."""
    first, second = ([player for player, team in enumerate(teams) if team == one] for one in (0, 1))
    return [*zip(first, second, strict=False)]


def reserves_of(teams: Sequence[int]) -> list[int]:
    """Return the players for whom there is no opponent.

    >>> reserves_of([1, 0, 0, 1, 1])
    [4]
    """
    playing = {player for board in boards_of_teams(teams) for player in board}
    return [player for player in range(len(teams)) if player not in playing]
