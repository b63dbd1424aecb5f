"""What a player plays: one turn of a bot or an external player, and what happens where it fails."""

from __future__ import annotations

import math
import time
from collections.abc import MutableSequence

from ludarium.core.errors import LudariumError
from ludarium.core.state import State
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.players.player import BotFailed, ExternalPlayer, OutOfTime, Player, attribute_failures, prepare_player
from ludarium.search.bot import Bot, SearchBot


def play_turn(match: Match, seat: int, player: Player, seat_seconds: MutableSequence[float] | None = None) -> Match:
    """The match after a seat's player has played; one that fails, or plays what cannot be, forfeits with the cause.

    `seat_seconds` is that of `play_match`.
    """
    began = time.perf_counter()
    try:
        prepare_player(player, match, seat)
        began = time.perf_counter()
        text = request_turn(player, match, seat)
    except OutOfTime:
        return match.flag(seat)
    except BotFailed as error:
        return match.forfeit(seat, str(error))
    finally:
        took = time.perf_counter() - began
        if seat_seconds is not None:
            seat_seconds[seat] += took
    try:
        return match.submit(seat, text, took if match.clock else None)
    except LudariumError as error:
        return match.forfeit(seat, f"{match.players[seat]} {describe_invalid_turn(text, error)}")


def request_turn(player: Player, match: Match, seat: int, within: float = math.inf) -> str:
    """The turn that a player plays, which the rules have not yet seen.

    Search takes no more than `within` seconds, nor more than its clock can spare.

    Raises `BotFailed`, whatever it is that goes wrong.
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
    """What is wrong with a player's turn, as the rest of a sentence about the player."""
    return f"played {shorten(text)}: {error}"


def choose_turn(bot: Bot, state: State, seat: int) -> str:
    """The whole turn that a bot plays, as text; for a joint turn the name of its order."""
    if len(state.actors) > 1:
        return state.action_name(bot.choose(state, seat), seat)
    walk: list[int] = []
    now = state
    while now.actors == (seat,) and (now.in_turn or not walk):
        walk.append(bot.choose(now, seat))
        now = now.play(walk[-1])
    return state.format_turn(walk)
