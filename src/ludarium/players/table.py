"""Whole games between players."""

from __future__ import annotations

import warnings
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import replace

from ludarium.core.arguments import check_list, check_seed, check_whole
from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.core.registry import load_game
from ludarium.core.rng import derive
from ludarium.match.clock import Clock
from ludarium.match.data import FORFEIT
from ludarium.match.dice import seeded
from ludarium.match.match import Match
from ludarium.players.external.specs import AnyPlayer, open_players, player_name
from ludarium.players.player import prepare_player
from ludarium.players.sandbox.script import LONGEST_BUDGET
from ludarium.players.turn import play_turn


class ForfeitWarning(RuntimeWarning):
    """A player of a match in memory failed, and lost by it."""


def play_match(
    game: str | Game,
    bots: Sequence[AnyPlayer],
    seed: int = 0,
    *,
    position: str | None = None,
    clock: Clock | str | None = None,
    budget: int | None = None,
    watch: Callable[[Match], object] | None = None,
    seat_seconds: MutableSequence[float] | None = None,
    warns: bool = True,
) -> Record:
    """Play a game between bots and return its record.

    `bots` are in seat order, each a spec, a `Bot`, or a function `(state, seat)` that returns an action or a turn. The
    seeds of bots and dice follow from `seed`. `clock` is a time control, or its text, as in `60+1`. A player that fails
    forfeits, with a `ForfeitWarning` that says why if it `warns`; one that cannot be loaded raises.
    `budget` is the processor time in seconds that a script in JavaScript may take for the match; by default 60.
    `watch` is called with the match after every turn. Each seat's thinking time in seconds is added to its item of
    `seat_seconds`.
    Where a seat other than the first begins, as White does in OpenSpiel's chess, the tag `First` names it.

    >>> play_match("orion", ["random", "random"], seed=7) == play_match("orion", ["random", "random"], seed=7)
    True

    >>> play_match("orion(turn_limit=10)", [lambda state, seat: state.legal(seat)[0], "random"]).tags["X"]
    'lambda'

    Raises what `load`, `make_player` and `Match.begin` raise, and `BotFailed` for a player that cannot begin.
    """
    game = load_game(game)
    check_seed(seed)
    if budget is not None:
        check_whole("budget", budget, 1, LONGEST_BUDGET)
    if clock is not None and not isinstance(clock, Clock):
        clock = Clock.parse(clock)
    check_list("bots", bots, "a player for each seat")
    tags = {"Seed": str(seed)}
    dice = seeded(derive(seed) % 10**9)
    names = [player_name(spec) for spec in bots]
    match = Match.begin(game, names, position=position, clock=clock, dice=dice, tags=tags).roll()
    if len(match.to_act) == 1 and match.to_act[0] > 0:
        match = replace(match, tags={**match.tags, "First": game.setup.seat_names[match.to_act[0]]})
    remarks = [""] * game.seats
    with open_players(bots, game, seed, budget) as players:
        for seat, player in enumerate(players):
            prepare_player(player, match, seat)
        while not match.over:
            for seat in match.to_act:
                match, result, seconds = play_turn(match, seat, players[seat])
                remarks[seat] = result.remark if result else remarks[seat]
                if seat_seconds is not None:
                    seat_seconds[seat] += seconds
                if match.over:
                    if warns and (cause := match.ending.partition(f"{FORFEIT}: ")[2]):
                        warning = f"{game.setup.seat_names[seat]} forfeits: {cause}"
                        warnings.warn(warning, ForfeitWarning, stacklevel=2)
                    break
            match = match.roll()
            if watch:
                watch(match)
    said = [f"{seat} {remark}" for seat, remark in zip(game.setup.seat_names, remarks, strict=True) if remark]
    if said:
        match = replace(match, tags={**match.tags, "Remarks": ", ".join(said)})
    return match.record()
