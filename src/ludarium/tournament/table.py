"""The table of a tournament over days.

A round robin and a Swiss tournament are ordered by points and by the tie-breaks of their form, at last by seed number;
those whose games are all annulled stand behind the others. A knock-out is ordered by the round in which a player went
out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, cast

from ludarium.core.payoffs import compare_payoffs
from ludarium.tournament.arena import arena_points
from ludarium.tournament.duplicates import compared_points
from ludarium.tournament.meetings import EXHIBITOR
from ludarium.tournament.tie_breaks import (
    DIGITS,
    TABLE_TIES,
    USUAL_TIES,
    Tie,
    TiePart,
    berger,
    buchholz,
    cut_parts,
    encounters_of,
    parts_of,
)
from ludarium.tournament.waves import ARENA, BRACKETS, DUPLICATE, Format, Wave, WaveGame, ranking_of


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


def table(form: Format, waves: Sequence[Wave]) -> list[RankedPlayer]:
    """Return the rows of all players, best first.

    >>> from ludarium.tournament.pairing import Pairing
    >>> from ludarium.tournament.waves import WaveGame
    >>> rows = table(Format("round-robin", 2, 1), [[WaveGame(Pairing(0, 0, (0, 1)), (0.0, 1.0), "played")]])
    >>> [(row.player, row.points, row.won) for row in rows]
    [(1, 1.0, 1), (0, 0.0, 0)]
    """
    if form.kind == DUPLICATE:
        return _compared(form, waves)
    if form.kind == ARENA:
        return _of_arena(form, waves)
    points = points_of(form, waves)
    parts = parts_of(form, waves, points)
    rows = [_row(form, waves, player, points[player], own) for player, own in enumerate(parts)]
    first = 0 if form.kind == "exhibition" else 1
    return [row._replace(rank=rank) for rank, row in enumerate(_ordered(form, waves, rows), first)]


def _of_arena(form: Format, waves: Sequence[Wave]) -> list[RankedPlayer]:
    """Return the rows of an arena, in which players have different numbers of games."""
    points = arena_points(waves, form.players, streaks=form.streaks)
    found = [
        RankedPlayer(0, player, points[player], None, 0.0, 0.0, 0.0, 0, 0, 0, 0, 0, 0) for player in range(form.players)
    ]
    for board in (board for wave in waves for board in wave if board.counts):
        for at, (player, got) in enumerate(zip(board.pairing.seating, board.points, strict=True)):
            row, level = found[player], compare_payoffs(max(board.points), min(board.points)) == 0
            forfeited = not board.was_played and got == 0.0
            found[player] = row._replace(
                won=row.won + (board.was_played and _is_best(got, board) and not level),
                drawn=row.drawn + (board.was_played and level),
                lost=row.lost + (board.was_played and not _is_best(got, board)),
                second=row.second + (board.was_played and at > 0),
                byes=row.byes + (not board.was_played and got > 0.0),
                forfeits=row.forfeits + forfeited,
            )
    found.sort(key=lambda row: (-round(row.points, DIGITS), -row.won, row.player))
    return [row._replace(rank=rank) for rank, row in enumerate(found, 1)]


def _compared(form: Format, waves: Sequence[Wave]) -> list[RankedPlayer]:
    """Return the rows of players who have played the same games, of which those count that all have ended."""
    boards = [board for wave in waves for board in wave]
    games = compared_points(boards)
    over = [board for board in boards if any(board.pairing.encounter == game for game in games)]
    rows = []
    for player in range(form.players):
        own = [board for board in over if board.pairing.seating == (player,)]
        got = [board.got(player) for board in own if board.was_played]
        won, lost = sum(each == 1.0 for each in got), sum(each == 0.0 for each in got)
        points = round(sum(game[player] for game in games.values()), DIGITS)
        forfeits = len(own) - len(got)
        row = RankedPlayer(0, player, points, None, 0.0, 0.0, 0.0, won, len(got) - won - lost, lost, 0, 0, forfeits)
        rows.append(row)
    rows.sort(key=lambda row: (-row.points, -row.won, row.player))
    return [row._replace(rank=rank) for rank, row in enumerate(rows, 1)]


def points_of(form: Format, waves: Sequence[Wave]) -> list[float]:
    """Return the points of all players, with byes and forfeits."""
    found = [0.0] * form.players
    for board in (board for wave in waves for board in wave if board.counts):
        for player, points in zip(board.pairing.seating, board.points, strict=True):
            found[player] += points
    return [round(points, DIGITS) for points in found]  # as the verdicts of adjudicated games are decimals


def tie_breaks_of(form: Format) -> tuple[Tie, ...]:
    """Return the tie-breaks by which the table of a form is ordered, the first one first."""
    usual = USUAL_TIES[form.kind] if form.seats <= 2 else TABLE_TIES
    return cast("tuple[Tie, ...]", form.ties) or usual


def _row(form: Format, waves: Sequence[Wave], player: int, points: float, parts: Sequence[TiePart]) -> RankedPlayer:
    own = [board for wave in waves for board in wave if board.counts and player in board.pairing.seating]
    played = [(board.got(player), board) for board in own if board.was_played]
    split = [board for _, board in played if board.how == "adjudicated" and 0.0 < board.points[0] < 1.0]
    idle = [board.got(player) for board in own if not board.was_played]
    by_opponents = form.kind == "swiss" or form.seats > 2
    return RankedPlayer(
        rank=0,
        player=player,
        points=points,
        direct=None,
        buchholz=buchholz(parts) if by_opponents else 0.0,
        cut=buchholz(cut_parts(parts)) if by_opponents else 0.0,
        berger=berger(parts),
        won=sum(_is_best(got, board) and _sole(board) and board not in split for got, board in played),
        drawn=sum((_is_best(got, board) and not _sole(board)) or board in split for got, board in played),
        lost=sum(not _is_best(got, board) and board not in split for got, board in played),
        second=sum(board.pairing.seating[0] != player for _, board in played),
        byes=sum(got > 0 for got in idle),
        forfeits=sum(got == 0 for got in idle),
    )


def _is_best(got: float, board: WaveGame) -> bool:
    return all(compare_payoffs(got, other) >= 0 for other in board.points)


def _sole(board: WaveGame) -> bool:
    return sum(_is_best(got, board) for got in board.points) == 1


def _ordered(form: Format, waves: Sequence[Wave], rows: Sequence[RankedPlayer]) -> list[RankedPlayer]:
    if form.kind in BRACKETS:
        return _by_rounds(form, waves, rows)
    met = encounters_of(form, waves)
    found = list[RankedPlayer]()
    for group in _groups(rows, {row.player: row.points for row in rows}):
        found += _untied(group, tie_breaks_of(form), met)
    counting = {
        player for wave in waves for board in wave if board.how != "annulled" for player in board.pairing.seating
    }
    if form.kind == "exhibition":  # the exhibitor, who has played the others' games together, stands before the table
        return sorted(found, key=lambda row: (row.player != EXHIBITOR, row.player not in counting))
    return sorted(found, key=lambda row: row.player not in counting)


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


def _by_rounds(form: Format, waves: Sequence[Wave], rows: Sequence[RankedPlayer]) -> list[RankedPlayer]:
    """Return the rows of a bracket: when it is over by its ranking, before by the last round of each player.

    In a double elimination who has lost less comes first.
    """
    ranking = ranking_of(form, waves) if all(board.how for wave in waves for board in wave) else []
    if ranking:
        return [rows[player] for player in ranking]
    is_double = form.kind == "double-knock-out"
    last, defeats = [0] * form.players, _defeats(form, waves) if is_double else [0] * form.players
    for number, wave in enumerate(waves):
        for board in wave:
            for player in board.pairing.seating:
                last[player] = number if is_double else board.pairing.round
    return sorted(rows, key=lambda row: (defeats[row.player], -last[row.player], -row.points, row.player))


def _defeats(form: Format, waves: Sequence[Wave]) -> list[int]:
    """Return how many encounters each player has lost; the better seed wins one that stays drawn."""
    encounters: dict[tuple[str, int, int], list[WaveGame]] = {}
    for board in (board for wave in waves for board in wave if not board.pairing.bye):
        pairing = board.pairing
        encounters.setdefault((pairing.section, pairing.round, pairing.encounter), []).append(board)
    found = [0] * form.players
    for boards in encounters.values():
        if all(board.how for board in boards):
            got = {player: sum(board.got(player) for board in boards) for player in boards[0].pairing.seating}
            found[max(got, key=lambda player: (-got[player], player))] += 1
    return found
