"""A player that learns the game from a counted number of games: how strong it is, and what it prefers."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.analysis.measuring.estimates import score_of
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import derive, generator
from ludarium.learn.meeting import Side, play_game
from ludarium.learn.method import Method, has_dice, needs_plans
from ludarium.learn.session import Session
from ludarium.learn.trial import suited_bot
from ludarium.search.learned import ENDING, Learned, find_player
from ludarium.search.playout import random_outcome
from ludarium.study.journal import Runner
from ludarium.study.pieces import pieces_of
from ludarium.study.watching import Choice, actions_of, first_turn, places_of, sampled, together
from ludarium.tournament.pairing import seating

_SIMULATIONS = 100
"""Simulations a turn, or positions of a search without a tree, of the learnt player and of its opponents."""


def teach(game: Game, games: int, duels: int, seed: int, folder: Path, runner: Runner) -> Any:
    """Return what a learnt player is worth and what it prefers, as JSON has it; None if none is asked for.

    Learning goes on from its checkpoint in the folder. It happens in this process, the games afterwards anywhere.
    """
    if not games:
        return None
    if needs_plans(game):
        return {"why": "the game needs plans for many simultaneous turns, which take more games to learn"}
    file = folder / f"learnt-{games}{ENDING}"
    spec = _limited(suited_bot(game, dice=has_dice(game)))
    try:
        if not file.exists():
            _learn(game, games, seed, file)
        learned = find_player(str(file))
    except LudariumError as error:
        return {"why": str(error)}
    score = runner.run("duel", partial(_meet, game, seed, spec, learned), [(games, number) for number in range(duels)])
    seen = runner.run(
        "preferences", partial(_watch, game, seed, spec, learned), [(games, number) for number in range(duels)]
    )
    found = score_of(np.array(score)) if game.payoff_range.total is not None else None
    return {
        "games": games, "player": spec, "duels": duels,
        "score": [round(bound, 6) for bound in found] if found else None,
        "chosen": together(seen),
    }  # fmt: skip


def _learn(game: Game, games: int, seed: int, file: Path) -> None:
    """Learn from so many games and write the player; no clock takes part."""
    session = Session(game, Method(seed=seed), file.with_name(f"{file.name}.part"), math.inf, games)
    session.run()
    session.learner.player().save(file)
    file.with_name(f"{file.name}.part").unlink(missing_ok=True)


def _limited(spec: str) -> str:
    """Return the spec of a search without a clock.

    >>> _limited("mcts(widen=1)"), _limited("expectimax")
    ('mcts(widen=1,simulations=100)', 'expectimax(nodes=100)')
    """
    limit = "nodes" if spec.startswith("expectimax") else "simulations"
    return f"{spec.removesuffix(')')}{',' if '(' in spec else '('}{limit}={_SIMULATIONS})"


def _meet(game: Game, seed: int, spec: str, learned: Learned, job: tuple[int, int]) -> float:
    """Return what the learnt player gets against general searches with as many simulations, as a part of the range."""
    _, number = job
    one, other = Side(spec, learned), Side(f"mcts(simulations={_SIMULATIONS})")
    seats = seating([*range(game.seats)], number)
    bots = [(one if seat == 0 else other).make(game, derive(seed, 8, number, seat)) for seat in seats]
    payoffs = play_game(game.initial(), bots, derive(seed, 8, number))
    return round(game.payoff_range.parts(payoffs)[seats.index(0)], 6)


def _watch(game: Game, seed: int, spec: str, learned: Learned, job: tuple[int, int]) -> Any:
    """Play the learnt player with itself, and return what it has chosen."""
    _, number = job
    bots = [Side(spec, learned).make(game, derive(seed, 9, number, seat)) for seat in range(game.seats)]
    state, dice, choices = game.initial(), generator(seed, 9, number), list[Choice]()
    turns, first = 0, -1
    while state.actors:
        if state.actors == (CHANCE,):
            state = state.play_unchecked(random_outcome(state, dice))
            continue
        first = state.actors[0] if first < 0 else first
        step = tuple(bots[seat].choose(state, seat) for seat in state.actors)
        choices.append(Choice(state, step))
        turns += not state.in_turn
        state = state.play_unchecked(*step)
    assert state.payoffs is not None
    final = game.payoff_range.parts(state.payoffs)
    return {
        "first": first_turn(choices), "actions": actions_of(choices), "places": places_of(choices),
        "pieces": pieces_of(game, sampled(choices), final), "turns": turns, "score": round(final[first], 6),
    }  # fmt: skip
