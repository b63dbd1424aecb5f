"""Asking a player for a turn, and what happens if it fails."""

from __future__ import annotations

import math
import time
from collections.abc import MutableSequence

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.players.player import BotFailed, ExternalPlayer, OutOfTime, Player, attribute_failures, prepare_player
from ludarium.search.bot import Bot, SearchBot


def play_turn(match: Match, seat: int, player: Player, seat_seconds: MutableSequence[float] | None = None) -> Match:
    """Return the match after a player's turn; a player that fails or plays an invalid turn forfeits with the cause.

    The player's thinking time in seconds is added to its item of `seat_seconds`.
    """
    started_at = time.perf_counter()
    try:
        prepare_player(player, match, seat)
        started_at = time.perf_counter()
        text = request_turn(player, match, seat)
    except OutOfTime:
        return match.flag(seat)
    except BotFailed as error:
        return match.forfeit(seat, str(error))
    finally:
        took = time.perf_counter() - started_at
        if seat_seconds is not None:
            seat_seconds[seat] += took
    try:
        return match.submit(seat, text, took if match.clock else None)
    except LudariumError as error:
        return match.forfeit(seat, f"{match.players[seat]} {describe_invalid_turn(text, error)}")


def request_turn(player: Player, match: Match, seat: int, within: float = math.inf) -> str:
    """Return the turn that a player chooses, not yet checked by the rules.

    A search takes at most `within` seconds, and at most what its clock can spare.

    Raises `BotFailed` for every kind of failure.
    """
    with attribute_failures(match.players[seat]):
        if isinstance(player, ExternalPlayer):
            return player.turn(match, seat)
        if isinstance(player, SearchBot):
            left = match.time_left(seat)
            spare = match.clock.turn_budget(left) if match.clock and left is not None else math.inf
            player.time_limit = min(within, spare)
        return choose_turn(player, match.state, seat)


def describe_invalid_turn(text: str, error: LudariumError) -> str:
    """Return what is wrong with a player's turn, as a predicate: `played 'x': ...`."""
    return f"played {shorten(text)}: {error}"


def choose_turn(bot: Bot, state: State, seat: int) -> str:
    """Return the turn that a bot plays, as text; in a simultaneous turn the name of its action."""
    if len(state.actors) > 1:
        return state.action_name(bot.choose(state, seat), seat)
    actions: list[int] = []
    now = state
    while now.actors == (seat,) and (now.in_turn or not actions):
        actions.append(bot.choose(now, seat))
        now = now.play(actions[-1])
    return state.format_turn(actions)
