"""Self-play by plans, compiled: how a long game with simultaneous turns, or one with very many choices, is learnt.

One turn ahead shows nothing there, and one action changes little. So every few steps each seat improves a handful of
plans against those of the others (`ludarium.search.plans`), draws one by its strategy, and follows it until the next
search. A position in which was searched is worth what the search found for every seat, mixed with what came later (a
λ-return). Of a long game only a part of the positions is stored, as they differ little.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import INTS, KERNEL, RNG, compiled, named_tuple, rule, types
from ludarium.core.payoffs import fill_payoffs, scaled
from ludarium.core.rng import generator
from ludarium.learn.duel import RIVAL, Rival
from ludarium.learn.experience import EXPERIENCE, GAMES, MOVES, STARTS, Experience, Starts, draw_start, store
from ludarium.learn.self_play.greedy import EPISODE, Episode, remember
from ludarium.search.matrix import TABLE, PayoffMatrix
from ludarium.search.network import EVALUATOR, Evaluator
from ludarium.search.plans import (
    PLANS,
    Effort,
    Plans,
    begin_plans,
    draw_plans,
    follow,
    improve_plans,
    legal_action,
    new_plans,
    shift_plans,
)
from ludarium.search.playout import new_scratch, play_chance

COMMITMENT = 4
"""Steps of a plan that are played before the next search."""
_HORIZON, _COMBINATIONS = 32, 32
"""Steps of a plan in self-play, and how many combinations of all seats' plans there are at most."""
_KEPT = 100
"""Positions of a game that are stored, about, of each seat."""


class Practice(NamedTuple):
    """The parameters of self-play by plans.

    | field         | meaning                                                             |
    | ------------- | ------------------------------------------------------------------- |
    | `games`       | games to play                                                       |
    | `epsilon`     | how often a seat follows any of its plans                           |
    | `trace`       | λ: how much of a target comes from what happened later              |
    | `share`       | the part of the positions that is stored                            |
    | `num_actions` | that of the game                                                    |
    | `num_ids`     | that of the game                                                    |
    """

    games: int
    epsilon: float
    trace: float
    share: float
    num_actions: int
    num_ids: int


PRACTICE = named_tuple(Practice, types.int64, types.float64, types.float64, types.float64, types.int64, types.int64)


@rule()
def _keep(evaluator, practice, episode, positions, returns, experience, rng):
    """Write a part of the positions of an episode with their targets; `returns` are what every seat has at its end."""
    for step in range(positions - 1, -1, -1):
        kept = rng.random() < practice.share
        for seat in range(len(returns)):
            found = episode.expected[step, seat]
            returns[seat] = found + practice.trace * (returns[seat] - found)
            if kept:
                store(experience, episode.inputs[step, seat], returns[seat])


@rule()
def _expect(plans, table, out):
    """Fill in what every seat can expect, from 0 to 1, where all draw their plans by their strategies."""
    for seat in range(len(table.counts)):
        out[seat] = 0.0
        for k in range(table.counts[seat]):
            out[seat] += table.mean[seat, k] * plans.values[seat, k]


# 10 arguments: what is played, how, with what room, and what is learnt are tuples already
@compiled(types.void(KERNEL, EVALUATOR, INTS, STARTS, PRACTICE, EPISODE, EXPERIENCE, PLANS, TABLE, RNG))
def practise(kernel, evaluator, t, starts, practice, episode, experience, plans, table, rng):
    """Play games by plans from a start to the end, and store the positions to learn from."""
    v, w = starts[0].copy(), starts[0].copy()
    room, seats = episode.expected.shape
    scratch, returns = new_scratch(practice.num_ids, seats), np.empty(seats)
    for _ in range(practice.games):
        draw_start(starts, v, rng)
        positions = 0
        begin_plans(plans, table, practice.num_actions, rng)
        who = kernel.actors(t, v)
        while who:
            if who == 1:
                play_chance(kernel, t, v, scratch, rng)
                who = kernel.actors(t, v)
                continue
            effort = Effort(1, practice.num_actions, 0, 0.0)
            improve_plans(kernel, evaluator, t, v, w, plans, table, effort, scratch, rng)
            if positions == room:
                returns[:] = episode.expected[room - 1]
                _keep(evaluator, practice, episode, room - 1, returns, experience, rng)
                positions = 0
            remember(evaluator, t, v, episode, positions)
            _expect(plans, table, episode.expected[positions])
            positions += 1
            experience.counters[MOVES] += 1
            draw_plans(table, practice.epsilon, rng)
            who = follow(kernel, t, v, plans.lines, table, 0, COMMITMENT, scratch, rng)
            shift_plans(plans, table, COMMITMENT, practice.num_actions, rng)
        experience.counters[GAMES] += 1
        fill_payoffs(kernel, t, v, returns)
        for seat in range(seats):
            returns[seat] = scaled(returns[seat], evaluator.scale)
        _keep(evaluator, practice, episode, positions, returns, experience, rng)


@rule()
def _think(kernel, rival, v, w, plans, table, practice, scratch, rng):
    """Improve the plans of a player of a duel, and draw one for every seat."""
    if rival.longest:
        effort = Effort(1, practice.num_actions, 0, 0.0)
        improve_plans(kernel, rival.evaluator, rival.tables, v, w, plans, table, effort, scratch, rng)
        draw_plans(table, 0.0, rng)


# 11 arguments: two players, and the plans and tables of each
@compiled(types.float64(KERNEL, RIVAL, RIVAL, INTS, INTS, PRACTICE, PLANS, PLANS, TABLE, TABLE, RNG))
def _duel(kernel, one, other, t, start, practice, ours, theirs, table, their_table, rng):
    """Return the sum of the payoffs, each from 0 to 1, of a player against another on every other seat."""
    v, w, seats, total = start.copy(), start.copy(), len(table.counts), 0.0
    scratch = new_scratch(practice.num_ids, seats)
    for game in range(practice.games):
        v[:] = start
        mine, step = game % seats, 0
        begin_plans(ours, table, practice.num_actions, rng)
        begin_plans(theirs, their_table, practice.num_actions, rng)
        who = kernel.actors(t, v)
        while who:
            if who == 1:
                play_chance(kernel, t, v, scratch, rng)
                who = kernel.actors(t, v)
                continue
            if step == 0:
                _think(kernel, one, v, w, ours, table, practice, scratch, rng)
                _think(kernel, other, v, w, theirs, their_table, practice, scratch, rng)
            acting = 0
            for seat in range(seats):
                if who >> (seat + 1) & 1:
                    number = int(rng.random() * practice.num_actions)
                    if seat == mine and one.longest:
                        number = ours.lines[seat, table.ids[seat, 0], step]
                    elif seat != mine and other.longest:
                        number = theirs.lines[seat, their_table.ids[seat, 0], step]
                    scratch.chosen[acting] = legal_action(kernel, t, v, seat, number, scratch.ids)
                    acting += 1
            kernel.apply(t, v, scratch.chosen)
            who = kernel.actors(t, v)
            step += 1
            if step == COMMITMENT:
                step = 0
                shift_plans(ours, table, COMMITMENT, practice.num_actions, rng)
                shift_plans(theirs, their_table, COMMITMENT, practice.num_actions, rng)
        fill_payoffs(kernel, t, v, scratch.payoffs)
        total += scaled(scratch.payoffs[mine], one.evaluator.scale)
    return total


def _room(game: Game) -> tuple[Plans, PayoffMatrix]:
    """Return room for the plans of self-play: five of each of two seats, three of three and two of four."""
    each = max(2, int(_COMBINATIONS ** (1 / game.seats)))
    return new_plans([each] * game.seats, _HORIZON)


def play_by_plans(
    game: Game, starts: Starts, evaluator: Evaluator, practice: Practice, episode: Episode, experience: Experience,
    rng: np.random.Generator,
) -> None:  # fmt: skip
    """Play games by plans, and store the positions to learn from."""
    played, moves = experience.counters[: MOVES + 1].tolist()
    share = min(1.0, _KEPT * played / moves) if moves else 1.0
    practise(
        game.kernel, evaluator, game.tables, starts, practice._replace(share=share), episode, experience,
        *_room(game), rng,
    )  # fmt: skip


def duel_by_plans(game: Game, one: Rival, other: Rival, games: int, seed: int = 0) -> float:
    """Return the mean payoff, from 0 to 1, of a player by plans against another on every other seat."""
    practice = Practice(games, 0.0, 0.0, 0.0, game.num_actions, game.num_ids)
    (ours, table), (theirs, their_table) = _room(game), _room(game)
    total = _duel(
        game.kernel, one, other, game.tables, game.setup.start, practice, ours, theirs, table, their_table,
        generator(seed),
    )  # fmt: skip
    return float(total) / games
