"""Bots at a table: whole games between them, and what a bot would play."""

from __future__ import annotations

import time
from collections.abc import Callable, MutableSequence, Sequence

from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.core.state import State
from ludarium.play.clock import Clock
from ludarium.play.dice import seeded
from ludarium.play.match import Match
from ludarium.search.player import Bot, make_bot


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

    `watch` is called with the match after every turn; to `spent`, which holds a number for every seat, the seconds are
    added that its bot has thought.

    >>> play_match("orion", ["random", "random"], seed=7) == play_match("orion", ["random", "random"], seed=7)
    True

    Raises what `load`, `make_bot` and `Match.begin` raise.
    """
    game = load(game) if isinstance(game, str) else game
    tags = {"Seed": str(seed)}
    dice = seeded(derive(seed) % 10**9)
    match = Match.begin(game, bots, position=position, clock=clock, dice=dice, tags=tags).roll()
    players = [make_bot(spec, game, derive(seed, seat)) for seat, spec in enumerate(bots)]
    while not match.over:
        for seat in match.to_act:
            began = time.perf_counter()
            text = choose_turn(players[seat], match.state, seat)
            took = time.perf_counter() - began
            if spent is not None:
                spent[seat] += took
            match = match.submit(seat, text, took if clock else None)
            if match.over:
                break
        match = match.roll()
        if watch:
            watch(match)
    return match.record()


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
