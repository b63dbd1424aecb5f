"""The rows of the table of a tournament over days, and their order by points and tie-breaks, at last by seed number.

Those whose games are all annulled stand behind the others. Each of the `kinds` says what its table is made of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from ludarium.core.payoffs import compare_payoffs
from ludarium.tournament.tie_breaks import DIGITS, Tie, TiePart, berger, buchholz, cut_parts
from ludarium.tournament.waves import Format, Wave, WaveGame


class RankedPlayer(NamedTuple):
    """A player's row of the table.

    | field | content |
    | --- | --- |
    | `rank` | place, from 1; 0 for who plays against all in an exhibition |
    | `player` | seed number, from 0 |
    | `points` | the sum of payoffs as parts of their range, or of points by place, with byes and forfeits |
    | `direct` | the points against those with whom the player was tied; None where this was not asked, or not all met |
    | `buchholz` | the points of the opponents; 0 in a round robin of two seats |
    | `cut` | the same without the round that adds least |
    | `berger` | the points of the opponents, each times what was got against them |
    | `won`, `drawn`, `lost` | games that were played; a shared first place, or shares by a verdict, are a draw |
    | `second` | games that were played without the first turn |
    | `byes`, `forfeits` | rounds with points and without a game; games lost without playing on |
    """

    rank: int
    player: int
    points: float
    direct: float | None
    buchholz: float
    cut: float
    berger: float
    won: int
    drawn: int
    lost: int
    second: int
    byes: int
    forfeits: int


_FIELDS: Mapping[Tie, str] = {
    "buchholz": "buchholz", "cut": "cut", "berger": "berger", "wins": "won", "second": "second",
}  # fmt: skip


def points_of(form: Format, waves: Sequence[Wave]) -> list[float]:
    """Return the points of all players, with byes and forfeits."""
    found = [0.0] * form.players
    for board in (board for wave in waves for board in wave if board.counts):
        for player, points in zip(board.pairing.seating, board.points, strict=True):
            found[player] += points
    return [round(points, DIGITS) for points in found]  # as the verdicts of adjudicated games are decimals


def row_of(
    waves: Sequence[Wave], player: int, points: float, parts: Sequence[TiePart], *, by_opponents: bool
) -> RankedPlayer:
    """Return the row of a player, without a rank; the points of the opponents are in it where they are compared."""
    own = [board for wave in waves for board in wave if board.counts and player in board.pairing.seating]
    played = [(board.got(player), board) for board in own if board.was_played]
    split = [board for _, board in played if board.how == "adjudicated" and 0.0 < board.points[0] < 1.0]
    idle = [board.got(player) for board in own if not board.was_played]
    return RankedPlayer(
        rank=0,
        player=player,
        points=points,
        direct=None,
        buchholz=buchholz(parts) if by_opponents else 0.0,
        cut=buchholz(cut_parts(parts)) if by_opponents else 0.0,
        berger=berger(parts),
        won=sum(is_best(got, board) and _sole(board) and board not in split for got, board in played),
        drawn=sum((is_best(got, board) and not _sole(board)) or board in split for got, board in played),
        lost=sum(not is_best(got, board) and board not in split for got, board in played),
        second=sum(board.pairing.seating[0] != player for _, board in played),
        byes=sum(got > 0 for got in idle),
        forfeits=sum(got == 0 for got in idle),
    )


def is_best(got: float, board: WaveGame) -> bool:
    """Return whether nobody at a board has got more."""
    return all(compare_payoffs(got, other) >= 0 for other in board.points)


def _sole(board: WaveGame) -> bool:
    return sum(is_best(got, board) for got in board.points) == 1


def ordered(
    waves: Sequence[Wave], rows: Sequence[RankedPlayer], ties: Sequence[Tie], met: Mapping[tuple[int, int], float]
) -> list[RankedPlayer]:
    """Return rows by points, then by tie-breaks; `met` says what players got against those whom they have met."""
    found = list[RankedPlayer]()
    for group in _groups(rows, {row.player: row.points for row in rows}):
        found += _untied(group, ties, met)
    boards = [board for wave in waves for board in wave]
    counting = {player for board in boards if board.how != "annulled" for player in board.pairing.seating}
    annulled = {player for board in boards for player in board.pairing.seating} - counting
    return sorted(found, key=lambda row: row.player in annulled)


def _untied(
    rows: Sequence[RankedPlayer], ties: Sequence[Tie], met: Mapping[tuple[int, int], float]
) -> list[RankedPlayer]:
    """Return rows that are tied so far in the order of tie-breaks; those that remain tied by seed number.

    Direct encounter counts only where all who are tied have met, and again among those who are still tied by it.
    """
    if len(rows) < 2 or not ties:
        return sorted(rows, key=lambda row: row.player)
    first, *rest = ties
    if first != "direct":
        groups = _groups(rows, {row.player: float(getattr(row, _FIELDS[first])) for row in rows})
        return [row for group in groups for row in _untied(group, rest, met)]
    others = {row.player: [(row.player, other.player) for other in rows if other is not row] for row in rows}
    if not all(pair in met for pairs in others.values() for pair in pairs):
        return _untied(rows, rest, met)
    got = {player: round(sum(met[pair] for pair in pairs), DIGITS) for player, pairs in others.items()}
    rows = [row._replace(direct=got[row.player]) if row.direct is None else row for row in rows]
    groups = _groups(rows, got)
    return [row for group in groups for row in _untied(group, ties if len(groups) > 1 else rest, met)]


def _groups(rows: Sequence[RankedPlayer], values: Mapping[int, float]) -> list[list[RankedPlayer]]:
    """Return rows in groups of equal values, the highest first."""

    def value(row: RankedPlayer) -> float:
        return -round(values[row.player], DIGITS)

    return [[*group] for _, group in groupby(sorted(rows, key=value), key=value)]


def points_by_place(payoffs: Sequence[float], seats: int) -> tuple[float, ...]:
    """Return the points of a game with these payoffs: `seats - 1` for the first place, and 0 for the last.

    Those who are paid the same share the points of their places. At a table with fewer players than the game has
    seats, the first and the last place have the same points, and those between them are evenly apart.

    >>> points_by_place([3.0, 7.0, 1.0, 5.0], 4), points_by_place([0.0, 1.0, 0.0, 0.0], 4)
    ((1.0, 3.0, 0.0, 2.0), (1.0, 3.0, 1.0, 1.0))
    >>> points_by_place([0.0, 1.0, 0.5], 4), points_by_place([0.5, 0.5], 3)
    ((0.0, 3.0, 1.5), (1.0, 1.0))
    """
    step = (seats - 1) / (len(payoffs) - 1) / 2
    return tuple(step * sum(compare_payoffs(paid, other) + 1 for other in payoffs) - step for paid in payoffs)
