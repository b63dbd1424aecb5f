"""The luck of a game: how chance changes the expectation of a seat, according to a network or a table of exact values.

What an outcome of chance promises, less what all of them promise on average, is nothing on average, whatever a network
believes. So a result less its luck says on average the same as the result, and varies much less where the network
knows the game (White and Bowling, 2009: MIVAT). A match then needs a fraction of the games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ludarium.core.bits import single_actor
from ludarium.core.game import Game, State
from ludarium.core.kernel import FLOATS, INTS, KERNEL, Floats, compiled, types
from ludarium.core.payoffs import fill_payoffs, scaled
from ludarium.core.vectors import copy
from ludarium.learn.self_play.greedy import best
from ludarium.search.evaluators import network_evaluator
from ludarium.search.learned import Learned
from ludarium.search.network import EVALUATOR, value
from ludarium.search.playout import new_scratch, random_outcome
from ludarium.solve.table import Table

_MOST_OUTCOMES = 1000
"""Of chance with more outcomes, such as a deal of cards, the luck is not computed: it would take too long."""


@compiled(types.void(KERNEL, EVALUATOR, INTS, INTS, types.int64, types.int64, types.int64, FLOATS))
def _promises(kernel, evaluator, t, v, seat, seats, num_ids, out):
    """Fill in what a seat can expect after each outcome of chance, if the seat that then moves does its best."""
    scratch, ahead = new_scratch(num_ids, seats), new_scratch(num_ids, seats)
    w, x = v.copy(), v.copy()
    count = kernel.legal(t, v, -1, scratch.ids)
    for outcome in range(count):
        copy(v, w)
        scratch.chosen[0] = scratch.ids[outcome]
        kernel.apply(t, w, scratch.chosen)
        who = kernel.actors(t, w)
        if who > 1 and who & (who - 1) == 0:
            choices = kernel.legal(t, w, single_actor(who), ahead.ids)
            pick, _ = best(kernel, evaluator, t, w, x, single_actor(who), choices, ahead)
            ahead.chosen[0] = ahead.ids[pick]
            kernel.apply(t, w, ahead.chosen)
            who = kernel.actors(t, w)
        if who:
            out[outcome] = value(evaluator, t, w, seat)
        else:
            fill_payoffs(kernel, t, w, scratch.payoffs)
            out[outcome] = scaled(scratch.payoffs[seat], evaluator.scale)


Judge = Learned | Table
"""What a position promises is asked of a network, or of a table."""


class Luck:
    """Draws the outcomes of chance in a game, and adds up the luck of a seat in `total`; payoffs are from 0 to 1.

    With an exact table, what is left of a result is what the players gave away. Where the table does not tell what
    every outcome promises, the draw counts as no luck, whatever comes.
    """

    def __init__(self, game: Game, judge: Judge, seat: int) -> None:
        self._game, self._seat, self.total = game, seat, 0.0
        self._promised = partial(_by_table, judge) if isinstance(judge, Table) else self._by_network(judge)

    def draw(self, state: State, rng: np.random.Generator) -> int:
        """Return a random outcome of a position in which chance acts."""
        outcome, outcomes = random_outcome(state, rng), state.chance_outcomes()
        promised = self._promised(state, self._seat) if len(outcomes) <= _MOST_OUTCOMES else None
        if promised is not None:
            average = (promised * np.array([*outcomes.values()])).sum()  # `@` differs by processor
            self.total += float(promised[[*outcomes].index(outcome)] - average)
        return outcome

    def _by_network(self, learned: Learned) -> Callable[[State, int], Floats | None]:
        """Return the function that asks a network what a seat can expect after each outcome of chance."""
        game, evaluator = self._game, network_evaluator(self._game, learned)

        def promised(state: State, seat: int) -> Floats:
            found = np.empty(len(state.chance_outcomes()))
            _promises(game.kernel, evaluator, game.tables, state.vector, seat, game.seats, game.num_ids, found)
            return found

        return promised


def _by_table(table: Table, state: State, seat: int) -> Floats | None:
    """Return what a seat can expect after each outcome of chance; None if the table does not tell all of it."""
    found = [table.payoffs(state.play_unchecked(outcome)) for outcome in state.chance_outcomes()]
    known = [table.game.payoff_range.parts(payoffs)[seat] for payoffs in found if payoffs is not None]
    return np.array(known) if len(known) == len(found) else None
