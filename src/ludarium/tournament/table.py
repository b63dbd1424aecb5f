"""The table of a tournament over days, with its tie-breaks.

A round robin is ordered by points, Sonneborn-Berger score, games won and seed number; a Swiss tournament by points,
Buchholz score, Sonneborn-Berger score and seed number; a knock-out by the round in which a player went out.

What was not played counts as FIDE has it (tie-break regulations of 2024, article 16) where opponents are drawn by a
Swiss system: a player's round without a game counts as one against a player with the same points, and the rounds that
follow a player's last one count as draws for those who met the player. In a round robin a forfeit counts as a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludarium.tournament.waves import Board, Format, Wave, half_points, missed, ranking_of

_DIGITS = 6
"""Decimals to which scores are compared."""


class Row(NamedTuple):
    """A player's row of the table.

    | field | content |
    | --- | --- |
    | `rank` | place, from 1 |
    | `player` | seed number, from 0 |
    | `points` | the sum of payoffs, as parts of their range, with byes and forfeits |
    | `buchholz` | the points of the opponents; 0 outside the Swiss system |
    | `berger` | the points of the opponents, each times what was got against them |
    | `won`, `drawn`, `lost` | games that were played |
    | `byes`, `forfeits` | rounds won without a game; games lost without playing on |
    """

    rank: int
    player: int
    points: float
    buchholz: float
    berger: float
    won: int
    drawn: int
    lost: int
    byes: int
    forfeits: int


class _Score:
    """What one player has played."""

    def __init__(self, form: Format, player: int, boards: Sequence[Board]) -> None:
        self.points = 0.0
        self.won = self.drawn = self.lost = self.byes = self.forfeits = 0
        self.met: list[tuple[int | None, float]] = []
        """The opponent of each game, None where none counts, and what the player got."""
        for board in boards:
            seat = board.pairing.seating.index(player)
            got, best = board.points[seat], max(board.points)
            self.points += got
            is_game = board.was_played or form.kind != "swiss"
            other = next((other for other in board.pairing.seating if other != player and is_game), None)
            self.met.append((other, got))
            if board.was_played:
                self.won += got == best > min(board.points)
                self.lost += got < best
                self.drawn += best == min(board.points)
            else:
                self.byes += got > 0
                self.forfeits += got == 0

    def row(self, player: int, buchholz: float, berger: float) -> Row:
        """Return the row of the table, without a rank."""
        counts = (self.won, self.drawn, self.lost, self.byes, self.forfeits)
        return Row(0, player, self.points, buchholz, berger, *counts)


def table(form: Format, waves: Sequence[Wave]) -> list[Row]:
    """Return the rows of all players, best first.

    >>> from ludarium.tournament.pairing import Pairing
    >>> rows = table(Format("round-robin", 2, 1), [[Board(Pairing(0, 0, (0, 1)), (0.0, 1.0), "played")]])
    >>> [(row.player, row.points, row.won) for row in rows]
    [(1, 1.0, 1), (0, 0.0, 0)]
    """
    counted = [board for wave in waves for board in wave if board.counts]
    scores = [
        _Score(form, player, [board for board in counted if player in board.pairing.seating])
        for player in range(form.players)
    ]
    returned = half_points(form, waves) if form.kind == "swiss" else {}
    for player, points in returned.items():
        scores[player].points += points
    buchholz, berger = _tie_breaks(form, waves, scores)
    rows = [score.row(player, buchholz[player], berger[player]) for player, score in enumerate(scores)]
    return [row._replace(rank=rank) for rank, row in enumerate(_ordered(form, waves, rows), 1)]


def _ordered(form: Format, waves: Sequence[Wave], rows: Sequence[Row]) -> list[Row]:
    if form.kind == "knock-out":
        return _by_rounds(form, waves, rows)
    if form.kind == "swiss":
        return sorted(rows, key=lambda row: (-row.points, -row.buchholz, -row.berger, row.player))
    return sorted(rows, key=lambda row: (-row.points, -row.berger, -row.won, row.player))


def _by_rounds(form: Format, waves: Sequence[Wave], rows: Sequence[Row]) -> list[Row]:
    """Return the rows of a knock-out: when it is over by its ranking, before by the last round of each player."""
    ranking = ranking_of(form, waves) if all(board.how for wave in waves for board in wave) else []
    if ranking:
        return [rows[player] for player in ranking]
    last = [0] * form.players
    for board in (board for wave in waves for board in wave):
        for player in board.pairing.seating:
            last[player] = board.pairing.round
    return sorted(rows, key=lambda row: (-last[row.player], -row.points, row.player))


def _tie_breaks(form: Format, waves: Sequence[Wave], scores: Sequence[_Score]) -> tuple[list[float], list[float]]:
    """Return the Buchholz and Sonneborn-Berger scores of all players."""
    if form.kind != "swiss":
        worth = [[(scores[other].points, got) for other, got in score.met if other is not None] for score in scores]
        return [0.0] * len(scores), [round(sum(points * got for points, got in own), _DIGITS) for own in worth]
    adjusted, absences, returned = _adjusted(form, waves, scores), missed(form, waves), half_points(form, waves)
    buchholz, berger = [], []
    for player, score in enumerate(scores):
        own = score.points
        against = [(own if other is None else adjusted[other], got) for other, got in score.met]
        idle = len(absences[player]) * form.games
        buchholz.append(round(sum(points for points, _ in against) + idle * own, _DIGITS))
        berger.append(round(sum(points * got for points, got in against) + returned.get(player, 0.0) * own, _DIGITS))
    return buchholz, berger


def _adjusted(form: Format, waves: Sequence[Wave], scores: Sequence[_Score]) -> list[float]:
    """Return the points of players as they count for their opponents: what follows the last game are draws."""
    absences, found = missed(form, waves), []
    for player, score in enumerate(scores):
        idle = set(absences[player])
        for number, wave in enumerate(waves):
            own = [board for board in wave if player in board.pairing.seating]
            if own and all(board.how == "forfeit" and not _got(board, player) for board in own):
                idle.add(number)
        last, draws = len(waves) - 1, 0
        while last >= 0 and last in idle:
            draws, last = draws + 1, last - 1
        found.append(score.points + 0.5 * form.games * draws)
    return found


def _got(board: Board, player: int) -> float:
    return board.points[board.pairing.seating.index(player)]
