"""The greedy bot: tries every way to play a turn and takes the one with the best evaluation."""

import numpy as np

from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import INTS, KERNEL, RNG, compiled, types
from ludarium.core.payoffs import fill_payoffs
from ludarium.core.rng import generator
from ludarium.core.vectors import copy
from ludarium.search.bot import Bot, BotKind, SearchInfo
from ludarium.search.evaluators import EVALUATE, find_evaluator, has_evaluation
from ludarium.search.learned import Learned
from ludarium.search.network import EVALUATOR, expect, values_of

LONGEST_TURN = 8
"""Steps of a turn that are searched; a longer turn is valued after this many."""


@compiled(types.UniTuple(types.float64, 2)(KERNEL, EVALUATOR, INTS, INTS, types.int64, types.int64, types.int64,
                                           types.int64, RNG))  # fmt: skip
def best_action(kernel, evaluator, t, v, seat, seats, num_ids, longest, rng):
    """Return the first action of the seat's best turn from v, and its value; ties are broken at random."""
    states = np.empty((longest + 1, len(v)), np.int64)
    ids = np.empty((longest + 1, num_ids), np.int64)
    counts, following = np.zeros(longest + 1, np.int64), np.zeros(longest + 1, np.int64)
    values, chosen = np.empty(seats, np.float64), np.empty(1, np.int64)
    best_first, best, ties = -1, -np.inf, 0
    copy(v, states[0])
    counts[0] = kernel.legal(t, v, seat, ids[0])
    level = 0
    while level >= 0:
        if following[level] == counts[level]:
            level -= 1
            continue
        chosen[0] = ids[level, following[level]]
        following[level] += 1
        level += 1
        copy(states[level - 1], states[level])
        kernel.apply(t, states[level], chosen)
        who = kernel.actors(t, states[level])
        if who == 2 << seat and level < longest:
            counts[level], following[level] = kernel.legal(t, states[level], seat, ids[level]), 0
            continue
        if who:
            expect(evaluator, t, states[level], values)
        else:
            fill_payoffs(kernel, t, states[level], values)
        if values[seat] > best:
            best, ties = values[seat], 0
        if values[seat] == best:
            ties += 1
            if rng.random() * ties < 1.0:
                best_first = ids[0, following[0] - 1]
        level -= 1
    return float(best_first), best


class Greedy(Bot):
    """Plays the turn after which the game's evaluation gives the seat the most.

    In a simultaneous turn it supposes that every other seat plays its default action.
    """

    def __init__(self, game: Game, seed: int, *, evaluate: str | Learned = "default") -> None:
        if not has_evaluation(game, evaluate):
            raise InvalidOption(f"{game.name} has no evaluation, and a greedy bot needs one")
        self._evaluator, self._tables = find_evaluator(game, evaluate)
        self._game, self._rng = game, generator(seed)

    def choose(self, state: State, seat: int) -> int:
        """Return the next action of the best turn; ties are broken at random."""
        if state.actors != (seat,):
            return self._choose_among_others(state, seat)
        game = self._game
        first, value = best_action(
            game.kernel, self._evaluator, self._tables, state.vector, seat, game.seats, game.num_ids, LONGEST_TURN,
            self._rng,
        )  # fmt: skip
        self.info = SearchInfo(float(value))
        return int(first)

    def _choose_among_others(self, state: State, seat: int) -> int:
        """Return the seat's best action in a simultaneous turn; ties are broken at random."""
        step = {actor: state.default_action(actor) for actor in state.actors}
        legal = state.legal(seat)
        values = [self._value(state.play_unchecked(*(step | {seat: action}).values()), seat) for action in legal]
        self.info = SearchInfo(max(values), len(legal))
        best = [action for action, value in zip(legal, values, strict=True) if value == self.info.value]
        return best[int(self._rng.integers(len(best)))]

    def _value(self, state: State, seat: int) -> float:
        """Return the seat's payoff at the end of a game, before it the one that the evaluation expects."""
        if state.payoffs is not None:
            return state.payoffs[seat]
        expected = np.empty(self._game.seats)
        values_of(self._evaluator, self._tables, state.vector, expected)
        return float(expected[seat])


GREEDY = BotKind(Greedy, "The turn with the best evaluation; for games with an evaluation.", (EVALUATE,))
"""The kind of the bot `greedy`."""
