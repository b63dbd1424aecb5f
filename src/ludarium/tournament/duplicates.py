"""Duplicate tournaments: everybody plays the same games alone or against the same program, with the same dice.

What a player gets in a game is compared with what all others got in it: a point for each who did worse, half a point
for each who did as well. Who was paid more has done better, and among equals who needed fewer turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarium.tournament.place_points import points_by_place
from ludarium.tournament.waves import WaveGame


def compared_points(boards: Sequence[WaveGame]) -> Mapping[int, Mapping[int, float]]:
    """Return the points of the players in each game that all of them have ended, by its number."""
    games: dict[int, list[WaveGame]] = {}
    for board in boards:
        games.setdefault(board.pairing.encounter, []).append(board)
    found = dict[int, Mapping[int, float]]()
    for number, own in sorted(games.items()):
        if len(own) > 1 and all(board.how for board in own):
            order = sorted({_success(board) for board in own})
            places = points_by_place([float(order.index(_success(board))) for board in own], len(own))
            found[number] = {board.pairing.seating[0]: got for board, got in zip(own, places, strict=True)}
    return found


def _success(board: WaveGame) -> tuple[float, int]:
    """Return a value that is higher for who has done better; a game that was not played is the worst."""
    (payoff,) = board.points
    if not board.was_played:
        return -1.0, 0
    return payoff, -board.turns if payoff > 0 else 0
