"""Bots at a table: whole games between them, and what a bot would play."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import replace

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.core.spec import shorten
from ludarium.core.state import State
from ludarium.play.clock import Clock
from ludarium.play.dice import seeded
from ludarium.play.guest import BotFailed, Guest, OutOfTime, Player, naming, prepare
from ludarium.play.match import Match
from ludarium.play.players import called, seated
from ludarium.search.bot import Bot, Search


def play_match(
    game: str | Game,
    bots: Sequence[str],
    seed: int = 0,
    *,
    position: str | None = None,
    clock: Clock | None = None,
    watch: Callable[[Match], object] | None = None,
    spent: MutableSequence[float] | None = None,
) -> Record:
    """Play one game between bots, in the order of the seats; every bot's seed and the dice follow from `seed`.

    A player that fails loses by it. `watch` is called with the match after every turn; to `spent`, which holds a
    number for every seat, the seconds are added that its player has thought.

    >>> play_match("orion", ["random", "random"], seed=7) == play_match("orion", ["random", "random"], seed=7)
    True

    Raises what `load`, `make_player` and `Match.begin` raise.
    """
    game = load(game) if isinstance(game, str) else game
    tags = {"Seed": str(seed)}
    dice = seeded(derive(seed) % 10**9)
    names = [called(spec) for spec in bots]
    match = Match.begin(game, names, position=position, clock=clock, dice=dice, tags=tags).roll()
    with seated(bots, game, seed) as players:
        while not match.over:
            for seat in match.to_act:
                match = play_turn(match, seat, players[seat], spent)
                if match.over:
                    break
            match = match.roll()
            if watch:
                watch(match)
        seats = zip(game.setup.seat_names, players, strict=True)
        remarks = [f"{seat} {p.remark}" for seat, p in seats if isinstance(p, Guest) and p.remark]
    if remarks:
        match = replace(match, tags={**match.tags, "Remarks": ", ".join(remarks)})
    return match.record()


def play_turn(match: Match, seat: int, player: Player, spent: MutableSequence[float] | None = None) -> Match:
    """The match after a seat's player has played; one that fails, or plays what cannot be, forfeits with the cause.

    `spent` is that of `play_match`.
    """
    began = time.perf_counter()
    try:
        prepare(player, match, seat)
        began = time.perf_counter()
        text = decide(player, match, seat)
    except OutOfTime:
        return match.flag(seat)
    except BotFailed as error:
        return match.forfeit(seat, str(error))
    finally:
        took = time.perf_counter() - began
        if spent is not None:
            spent[seat] += took
    try:
        return match.submit(seat, text, took if match.clock else None)
    except LudariumError as error:
        return match.forfeit(seat, f"{match.players[seat]} {refused(text, error)}")


def decide(player: Player, match: Match, seat: int, within: float = math.inf) -> str:
    """The turn that a player plays, which the rules have not yet seen.

    Search takes no more than `within` seconds, nor more than its clock can spare.

    Raises `BotFailed`, whatever it is that goes wrong.
    """
    with naming(match.players[seat]):
        if isinstance(player, Guest):
            return player.turn(match, seat)
        if isinstance(player, Search):
            left = match.running(seat)
            spare = match.clock.ration(left) if match.clock and left is not None else math.inf
            player.within = min(within, spare)
        return choose_turn(player, match.state, seat)


def refused(text: str, error: LudariumError) -> str:
    """What is wrong with a player's turn, as the rest of a sentence about the player."""
    return f"played {shorten(text)}: {error}"


def choose_turn(bot: Bot, state: State, seat: int) -> str:
    """The whole turn that a bot plays, as text; for a joint turn the name of its order."""
    if len(state.actors) > 1:
        return state.name(bot.choose(state, seat), seat)
    walk: list[int] = []
    now = state
    while now.actors == (seat,) and (now.in_turn or not walk):
        walk.append(bot.choose(now, seat))
        now = now.play(walk[-1])
    return state.write(walk)
