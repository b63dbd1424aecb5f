"""Tournaments of one wave: the simultaneous exhibition, the match of two teams, and the duplicate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from ludarium.tournament.pairing import Pairing, PairingSystem, Standings, encounters

FirstTurn = Literal["exhibitor", "alternates"]
FIRST_TURNS: tuple[FirstTurn, ...] = get_args(FirstTurn)
"""Who has the first turn in the games of an exhibition: the exhibitor in all of them, or in every other one."""
EXHIBITOR = 0
"""The seed number of who plays everybody else."""


def exhibition(players: int, games: int) -> PairingSystem:
    """Pair the first player with everybody else, in the order of their numbers.

    >>> [pairing.seating for pairing in next(exhibition(3, 1))]
    [(0, 1), (0, 2)]
    """
    standings = Standings(players)
    pairings = encounters(0, {other - 1: (EXHIBITOR, other) for other in range(1, players)}, games)
    standings.add(pairings, (yield pairings))
    return standings.ranking()


def team_match(teams: Sequence[int], games: int) -> PairingSystem:
    """Pair the best player of one team with that of the other, the second with the second, and so on.

    `teams` has the team, 0 or 1, of each player. Those for whom there is no opponent are reserves.

    >>> [pairing.seating for pairing in next(team_match([1, 0, 0, 1, 1], 1))]
    [(1, 0), (2, 3)]
    """
    standings = Standings(len(teams))
    pairings = encounters(0, dict(enumerate(boards_of_teams(teams))), games)
    standings.add(pairings, (yield pairings))
    return standings.ranking()


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


def duplicate(players: int, games: int) -> list[Pairing]:
    """Return the games of all players, each played by all; an encounter is what is compared.

    >>> [(pairing.encounter, pairing.seating) for pairing in duplicate(2, 2)]
    [(0, (0,)), (0, (1,)), (1, (0,)), (1, (1,))]
    """
    return [Pairing(0, game, (player,), alone=True) for game in range(games) for player in range(players)]
