"""Games between two players that look one turn ahead, compiled: thousands of games in a second."""

from __future__ import annotations

from typing import NamedTuple

from numba import types

from ludarium.core.game import Game
from ludarium.core.kernel import INTS, KERNEL, RNG, Vector, compiled, named_tuple
from ludarium.core.payoffs import fill_payoffs, scaled
from ludarium.core.rng import generator
from ludarium.learn.experience import play_chance
from ludarium.search.evaluators import find_evaluator
from ludarium.search.greedy import best_action
from ludarium.search.network import EVALUATOR, Evaluator
from ludarium.search.playout import new_scratch


class Rival(NamedTuple):
    """A player of a duel: what it values positions with, the tables for that, and the actions that it looks ahead.

    One that looks no action ahead plays at random.
    """

    evaluator: Evaluator
    tables: Vector
    longest: int


RIVAL = named_tuple(Rival, EVALUATOR, INTS, types.int64)


@compiled(types.float64(KERNEL, RIVAL, RIVAL, INTS, INTS, types.int64, types.int64, types.int64, RNG))
def _duel(kernel, one, other, t, start, num_ids, seats, games, rng):
    """Return the sum of the payoffs, each from 0 to 1, of a player against another on every other seat."""
    v, scratch, total = start.copy(), new_scratch(num_ids, seats), 0.0
    for game in range(games):
        v[:] = start
        mine = game % seats
        who = kernel.actors(t, v)
        while who:
            if who == 1:
                play_chance(kernel, t, v, scratch, rng)
                who = kernel.actors(t, v)
                continue
            seat = 0
            while who >> (seat + 1) > 1:
                seat += 1
            rival = one if seat == mine else other
            if rival.longest == 0:
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
        game.kernel, one, other, game.tables, game.setup.start, game.num_ids, game.seats, games, generator(seed)
    )
    return float(total) / games
