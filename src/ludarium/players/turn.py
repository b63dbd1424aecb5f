"""Asking a player for a turn, and what happens if it fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.players.player import (
    Limit,
    OutOfTime,
    Player,
    PlayResult,
    attribute_failures,
    prepare_player,
)
from ludarium.search.personas import written_name


class PlayerTurn(NamedTuple):
    """A player's turn.

    | field     | content                                                       |
    | --------- | ------------------------------------------------------------- |
    | `match`   | the match afterwards                                          |
    | `result`  | what the player answered; None if it gave no answer           |
    | `seconds` | how long it thought                                           |
    """

    match: Match
    result: PlayResult | None
    seconds: float


def play_turn(match: Match, seat: int, player: Player, now: Callable[[], float] = time.perf_counter) -> PlayerTurn:
    """Play a player's turn; a player that fails or plays an invalid turn forfeits with the cause.

    `now` returns the time in seconds, for the clock of the match.
    """
    started_at, result = now(), None
    try:
        prepare_player(player, match, seat)
        started_at = now()
        result = request_turn(player, match, seat)
        took = now() - started_at
        after = match.submit(seat, result.turn, took if match.clock else None)
    except OutOfTime:
        return PlayerTurn(match.flag(seat), None, now() - started_at)
    except LudariumError as error:
        cause = str(error) if result is None else f"{match.players[seat]} {describe_invalid_turn(result.turn, error)}"
        return PlayerTurn(match.forfeit(seat, cause), result, now() - started_at)
    return PlayerTurn(after, result, took)


def request_turn(player: Player, match: Match, seat: int, limit: Limit | None = None) -> PlayResult:
    """Return what a player answers, not yet checked by the rules; without a limit the clock of the match counts.

    Raises `BotFailed` for every kind of failure.
    """
    player_name = match.players[seat]
    with attribute_failures(written_name(player_name) or player_name):
        return player.play(match, seat, limit or Limit.of(match, seat))


def describe_invalid_turn(text: str, error: LudariumError) -> str:
    """Return what is wrong with a player's turn, as a predicate: `played 'x': ...`."""
    return f"played {shorten(text)}: {error}"
