"""Games between two players that look one turn ahead, compiled: thousands of games in a second."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludarium.core.bits import single_actor
from ludarium.core.game import Game
from ludarium.core.kernel import INTS, KERNEL, RNG, Vector, compiled, named_tuple, rule, types
from ludarium.core.payoffs import fill_payoffs, scaled
from ludarium.core.rng import generator
from ludarium.search.evaluators import find_evaluator
from ludarium.search.greedy import best_action
from ludarium.search.matrix import TABLE, choose_together, new_table
from ludarium.search.network import EVALUATOR, Evaluator
from ludarium.search.playout import new_scratch, play_chance


class Rival(NamedTuple):
    """A player of a duel: what it values positions with, the tables for that, and the actions that it looks ahead.

    One that looks no action ahead plays at random.
    """

    evaluator: Evaluator
    tables: Vector
    longest: int


RIVAL = named_tuple(Rival, EVALUATOR, INTS, types.int64)


# 11 arguments: two players, and what one step of their game needs, all of it only here
@rule()
def _draw_together(kernel, one, other, mine, v, w, who, table, scratch, chosen, rng):
    """Leave the actions of a simultaneous step in the scratch: each player draws for its seats."""
    seats = len(chosen)
    choose_together(
        kernel, one.evaluator, one.tables, v, w, who, 1.0 * (one.longest == 0), table, scratch, rng
    )  # fmt: skip
    for i in range(seats):
        chosen[i] = scratch.chosen[i]
    choose_together(
        kernel, other.evaluator, other.tables, v, w, who, 1.0 * (other.longest == 0), table, scratch, rng
    )  # fmt: skip
    acting = 0
    for seat in range(seats):
        if who >> (seat + 1) & 1:
            if seat == mine:
                scratch.chosen[acting] = chosen[acting]
            acting += 1


@compiled(types.float64(KERNEL, RIVAL, RIVAL, INTS, INTS, types.int64, types.int64, TABLE, RNG))
def _duel(kernel, one, other, t, start, num_ids, games, table, rng):
    """Return the sum of the payoffs, each from 0 to 1, of a player against another on every other seat."""
    v, w, seats, total = start.copy(), start.copy(), len(table.counts), 0.0
    scratch = new_scratch(num_ids, seats)
    chosen = np.empty(seats, np.int64)
    for game in range(games):
        v[:] = start
        mine = game % seats
        who = kernel.actors(t, v)
        while who:
            if who == 1:
                play_chance(kernel, t, v, scratch, rng)
                who = kernel.actors(t, v)
                continue
            seat = single_actor(who)
            rival = one if seat == mine else other
            if who & (who - 1):
                _draw_together(kernel, one, other, mine, v, w, who, table, scratch, chosen, rng)
            elif rival.longest == 0:
                count = kernel.legal(t, v, seat, scratch.ids)
                scratch.chosen[0] = scratch.ids[int(rng.random() * count)]
            else:
                action, _ = best_action(
                    kernel, rival.evaluator, rival.tables, v, seat, seats, num_ids, rival.longest, rng
                )
                scratch.chosen[0] = int(action)
            kernel.apply(t, v, scratch.chosen)
            who = kernel.actors(t, v)
        fill_payoffs(kernel, t, v, scratch.payoffs)
        total += scaled(scratch.payoffs[mine], one.evaluator.scale)
    return total


def random_rival(game: Game) -> Rival:
    """Return the player of random actions."""
    return Rival(find_evaluator(game)[0], game.tables, 0)


def written_rival(game: Game) -> Rival:
    """Return the player with the game's own evaluation."""
    return Rival(*find_evaluator(game), 1)


def duel(game: Game, one: Rival, other: Rival, games: int, seed: int = 0) -> float:
    """Return the mean payoff, from 0 to 1, of a player against another on every other seat."""
    total = _duel(
        game.kernel,
        one,
        other,
        game.tables,
        game.setup.start,
        game.num_ids,
        games,
        new_table(game.seats, game.num_ids),
        generator(seed),
    )
    return float(total) / games
