"""Tie-breaks of a tournament over days, and the parts of which each is the sum.

What was not played counts as FIDE has it (tie-break regulations of 2024, article 16) where opponents are drawn by a
Swiss system. A player's own round without a game counts as one against an opponent with the same points. For those who
have met the player, rounds without a game count as what was got for them, but those at the end that the player did not
want to play count as draws: a bye on request, an absence, or a game lost by forfeit. In the other kinds a forfeit
counts as a game. In games of more than two seats every player of a table is an opponent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Literal, NamedTuple, get_args

from ludarium.core.payoffs import compare_payoffs
from ludarium.tournament.waves import HALF_BYE, Format, Wave, WaveGame

Tie = Literal["direct", "buchholz", "cut", "berger", "wins", "second"]
TIES: tuple[Tie, ...] = get_args(Tie)
"""Points against those who are tied, points of the opponents, these without the lowest, points of the opponents times
what was got against them, games won at the board, and games played without the first turn."""
TABLE_TIES: tuple[Tie, ...] = ("wins", "direct", "buchholz")
"""The usual ones of games with more than two seats."""
DIGITS = 6
"""Decimals to which scores are compared."""


class TiePart(NamedTuple):
    """The part of a game, or of one that a player did not play, in the player's Buchholz and Sonneborn-Berger scores.

    | field | content |
    | --- | --- |
    | `round` | number of the round, from 0 |
    | `opponent` | seed number; None where the player's own points count |
    | `points` | of the opponent, as they count |
    | `got` | what the player got |
    | `voluntary` | whether the player did not want to play it |
    """

    round: int
    opponent: int | None
    points: float
    got: float
    voluntary: bool = False


def parts_of_rounds(form: Format, waves: Sequence[Wave], points: Sequence[float]) -> list[list[TiePart]]:
    """Return the parts of each player, who have these points, where opponents are drawn by a Swiss system.

    >>> from ludarium.tournament.pairing import Pairing
    >>> waves = [[WaveGame(Pairing(0, 0, (0, 1)), (1.0, 0.0), "played"), WaveGame(Pairing(0, 1, (2,)), (1.0,), "bye")]]
    >>> [part[1:4] for player in parts_of_rounds(Format("swiss", 3, 1), waves, [1.0, 0.0, 1.0]) for part in player]
    [(1, 0.0, 1.0), (0, 1.0, 0.0), (None, 1.0, 1.0)]
    """
    counting = _as_opponents(form, waves, points)
    found: list[list[TiePart]] = [[] for _ in range(form.players)]
    for number, wave in enumerate(waves):
        for player, boards in enumerate(_by_player(form, wave)):
            if not boards:
                found[player] += [TiePart(number, None, points[player], 0.0, voluntary=True)] * form.games
            for board in boards:
                if not board.counts:
                    continue
                other, got = _opponent(board, player) if board.was_played else None, board.got(player)
                worth = points[player] if other is None else counting[other]
                found[player].append(TiePart(number, other, worth, got, _is_voluntary(board, player)))
    return found


def cut_parts(parts: Sequence[TiePart]) -> list[TiePart]:
    """Return the parts without those of the round that adds least; one that the player did not want is cut first."""
    rounds: dict[int, list[TiePart]] = {}
    for part in parts:
        rounds.setdefault(part.round, []).append(part)
    if not rounds:
        return []
    unwanted = [number for number, own in rounds.items() if any(part.voluntary for part in own)]
    least = min(unwanted or rounds, key=lambda number: sum(part.points for part in rounds[number]))
    return [part for part in parts if part.round != least]


def buchholz(parts: Sequence[TiePart]) -> float:
    """Return the points of the opponents."""
    return round(sum(part.points for part in parts), DIGITS)


def berger(parts: Sequence[TiePart]) -> float:
    """Return the points of the opponents, each times what was got against them."""
    return round(sum(part.points * part.got for part in parts), DIGITS)


def encounters_of(form: Format, waves: Sequence[Wave], *, forfeits: bool) -> Mapping[tuple[int, int], float]:
    """Return what players got against others whom they have met; the first of a pair is the one who got it.

    Games without play are meetings where `forfeits` are.
    """
    found: dict[tuple[int, int], float] = {}
    for board in (board for wave in waves for board in wave if board.counts and not board.pairing.bye):
        if board.was_played or forfeits:
            for pair in permutations(board.pairing.seating, 2):
                found[pair] = found.get(pair, 0.0) + _against(form, *map(board.got, pair))
    return found


def _against(form: Format, got: float, other: float) -> float:
    """Return what a player got against another one: of more than two, a point for each who has got less."""
    return got if form.seats == 2 else (compare_payoffs(got, other) + 1) / 2


def parts_of_games(form: Format, waves: Sequence[Wave], points: Sequence[float]) -> list[list[TiePart]]:
    """Return the parts of each player, who have these points, where every game counts, with those lost by forfeit."""
    found: list[list[TiePart]] = [[] for _ in range(form.players)]
    for board in (board for wave in waves for board in wave if board.counts and not board.pairing.bye):
        for player, other in permutations(board.pairing.seating, 2):
            found[player].append(TiePart(board.pairing.round, other, points[other], board.got(player)))
    return found


def _as_opponents(form: Format, waves: Sequence[Wave], points: Sequence[float]) -> list[float]:
    """Return the points of players as they count for their opponents: what they did not want at the end are draws."""
    found, ended = [*points], set[int]()
    for wave in reversed(waves):
        for player, boards in enumerate(_by_player(form, wave)):
            if player in ended:
                continue
            if all(_is_voluntary(board, player) for board in boards):
                found[player] += 0.5 * form.games - sum(board.got(player) for board in boards)
            else:
                ended.add(player)
    return found


def _by_player(form: Format, wave: Wave) -> list[list[WaveGame]]:
    found: list[list[WaveGame]] = [[] for _ in range(form.players)]
    for board in wave:
        for player in board.pairing.seating:
            found[player].append(board)
    return found


def _is_voluntary(board: WaveGame, player: int) -> bool:
    return board.how == HALF_BYE or (board.how == "forfeit" and board.got(player) == 0.0)


def _opponent(board: WaveGame, player: int) -> int:
    return next(other for other in board.pairing.seating if other != player)
