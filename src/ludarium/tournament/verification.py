"""A tournament of a site, computed again from its data: seed numbers, pairings, first turns, and the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from ludarium.core.errors import ParseError
from ludarium.core.rng import derive
from ludarium.tournament.arena import ArenaLog, pair_arena
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.table import RankedPlayer, table
from ludarium.tournament.waves import (
    ARENA,
    DUPLICATE,
    HALF_BYE,
    IN_ORDER,
    KINDS,
    Format,
    Former,
    How,
    Kind,
    Wave,
    WaveGame,
    next_wave,
    waves_as_of,
)

Data = Mapping[str, Any]  # Any: JSON
_MOST = 300
"""Players of a tournament of a site."""


def faults_of(data: Data) -> list[str]:
    """Return what the data of a tournament has that does not follow from the rest of it, as sentences.

    Raises `ParseError` for what are no data of a tournament, and `MissingExtra`.
    """
    try:
        form = _form(data)
        waves = [[_board(game, alone=form.kind == DUPLICATE) for game in wave] for wave in data["waves"]]
        if not waves:
            return []
        faults = [*_seed_numbers(data, form), *_pairings(data, form, waves)]
        return faults or [*_table(data, form, waves)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ParseError(f"these are no data of a tournament: {type(error).__name__} {error}") from error


def seed_order(players: Sequence[tuple[int, int]], seed: int) -> list[tuple[int, int]]:
    """Return the ratings and places of entry of players in the order of their seed numbers.

    The highest rating is first; among equals a number decides that follows from the seed and the place of entry.
    """
    return sorted(players, key=lambda player: (-player[0], derive(seed, player[1])))


def _form(data: Data) -> Format:
    if data["kind"] not in (*KINDS, ARENA) or not 0 <= len(data["players"]) <= _MOST:
        raise ValueError("an unknown kind, or too many players")
    return Format(
        cast("Kind", data["kind"]),
        len(data["players"]),
        data["rounds"],
        data["games"],
        data["seed"],
        tuple(data["ties"]),
        int(data.get("seats", 2)),
        int(data.get("fewest", 2)),
        tuple(player.get("team") for player in data["players"]) if data["kind"] == "team-match" else (),
        str(data.get("first_turn", "")),
        in_rounds=bool(data.get("in_rounds")),
        streaks=bool(data.get("streaks")),
        pairing=int(data.get("pairing", 1)),
    )


def _board(game: Data, *, alone: bool) -> WaveGame:
    pairing = Pairing(game["round"], game["encounter"], tuple(game["players"]), game.get("section", ""), alone)
    return WaveGame(
        pairing,
        tuple(map(float, game["points"])),
        cast("How", game["how"]),
        game.get("turns") or 0,
        game.get("known") or 0,
        tuple(Former(one["until"], one["how"], tuple(map(float, one["points"]))) for one in game.get("before") or ()),
    )


def _seed_numbers(data: Data, form: Format) -> Iterator[str]:
    players = [(player["rating"], player["place"]) for player in data["players"]]
    if form.kind == ARENA:  # who has entered later has a later number
        begun_at = data["begun_at"] or 0.0
        players = [
            one for one, player in zip(players, data["players"], strict=True) if player["entered_at"] <= begun_at
        ]
    players = players[1:] if form.kind == "exhibition" else players  # who plays against all is the first
    if form.first_turn == IN_ORDER:  # numbered as they were entered
        if players != sorted(players, key=lambda player: player[1]):
            yield "The seed numbers are not the order of entry."
    elif players != seed_order(players, form.seed):
        yield "The seed numbers do not follow from the ratings and the seed."


def _pairings(data: Data, form: Format, waves: Sequence[Wave]) -> Iterator[str]:
    if form.kind == ARENA:
        yield from _arena_pairings(data, form, waves)
        return
    for number, wave in enumerate(waves):
        there = {player for board in wave for player in board.pairing.seating}
        absent = set(range(form.players)) - there if form.kind == "swiss" else set()
        resting = {board.pairing.seating[0] for board in wave if board.how == HALF_BYE}
        if [board.pairing for board in wave] != next_wave(form, waves_as_of(waves, number), absent, resting):
            yield f"Wave {number + 1} is not what follows from the results before it."
            return
    if data["state"] == "over":
        left = {number for number, player in enumerate(data["players"]) if player["has_left"]}
        if any(not board.how for wave in waves for board in wave):
            yield "The tournament is over, and a game has no result."
        elif next_wave(form, waves, left):
            yield "The tournament is over before its last round."


def _arena_pairings(data: Data, form: Format, waves: Sequence[Wave]) -> Iterator[str]:
    """Pair the waves of an arena again: each has all who waited, the last of whom may wait on."""
    log = ArenaLog(form.streaks)
    for number, wave in enumerate(waves):
        waiting = [player for board in wave for player in board.pairing.seating]
        pairs, idle = pair_arena(waiting, log.standings, form.seed, number)
        expected = [*pairs, *([] if idle is None else [(idle,)])]
        if [board.pairing.seating for board in wave] != expected or len({*waiting}) < len(waiting):
            yield f"Wave {number + 1} is not what follows from the results before it."
            return
        log.add(wave)
    if data["state"] == "over" and any(not board.how for wave in waves for board in wave):
        yield "The tournament is over, and a game has no result."


def _table(data: Data, form: Format, waves: Sequence[Wave]) -> Iterator[str]:
    computed = [tuple(row) for row in table(form, waves)]
    if [tuple(row[name] for name in RankedPlayer._fields) for row in data["table"]] != computed:
        yield "The table is not what follows from the results."
