"""Bots of Hydra: an evaluation by connection distance, a greedy bot that uses it, and one that samples turns."""

import numpy as np

from ludarium.core.bits import count_bits
from ludarium.core.elementary import exp
from ludarium.core.game import Game, State
from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.core.rng import generator
from ludarium.core.spec import Option
from ludarium.games.orion.kernel import EAST, END, LEFT, ROWS, SOUTH, O, X
from ludarium.search.bot import Bot, BotKind, SearchInfo
from ludarium.search.evaluators import find_evaluator
from ludarium.search.greedy import Greedy
from ludarium.search.network import values_of

_TOP = 0b111111
"""The lattice points of the top edge (see the kernel's drawing)."""


@rule()
def spread(points, level, upright):
    """Return the lattice points connected with some points by the given slots."""
    before = 0
    while points != before:
        before = points
        points |= (points & level) << 1 | (points >> 1) & level
        points |= (points & upright) << 11 | (points >> 11) & upright
    return points


@rule()
def step(points, east, south):
    """Return the points and their neighbours, given the points with a slot to the east and to the south."""
    return points | (points & east) << 1 | (points >> 1) & east | (points & south) << 11 | (points >> 11) & south


@rule()
def layers(t, points, level, upright):
    """Return the points at a distance of at most 0, 1, ... 5 missing slots from some points."""
    east, south = t[EAST], t[SOUTH]
    first = spread(points, level, upright)
    second = spread(step(first, east, south), level, upright)
    third = spread(step(second, east, south), level, upright)
    fourth = spread(step(third, east, south), level, upright)
    fifth = spread(step(fourth, east, south), level, upright)
    return first, second, third, fourth, fifth, spread(step(fifth, east, south), level, upright)


@rule()
def prospect(t, slots):
    """Return how near a player's pieces are to a chain, from the missing slots and the number of ways to fill them.

    The weights are those that won most games between searches; `studies/levels.py` plays such games.
    """
    level, upright = slots & t[EAST], (slots >> 5) & t[SOUTH]
    edge = _TOP << 11 * t[ROWS]
    top, bottom = layers(t, _TOP, level, upright), layers(t, edge, level, upright)
    missing = 0
    while top[missing] & edge == 0:
        missing += 1
    shortest, longer = 0, 0
    for k in range(missing + 1):
        shortest |= top[k] & bottom[missing - k]
    for k in range(missing + 2):
        longer |= top[min(k, 5)] & bottom[min(missing + 1 - k, 5)]
    return 0.03 * count_bits(shortest) + 0.015 * count_bits(longer) - 1.8 * missing


@rule(EVALUATE)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Fill every seat's expected payoff, from how near each seat is to a chain."""
    out[0] = 1.0 / (1.0 + exp(prospect(t, v[O]) - prospect(t, v[X])))
    out[1] = 1.0 - out[0]
    return 0


def taught(state: State, seat: int, action: int) -> bool:
    """Return whether an action is what the first lesson teaches: one click, which is the whole turn."""
    return state.in_turn == (action == state.game.tables[END])


class Sampler(Bot):
    """Plays the best of some random turns, by the evaluation; none turns a wheel back that its last turn has turned."""

    def __init__(self, game: Game, seed: int, *, turns: int = 40) -> None:
        self._turns, self._rng = turns, generator(seed)
        self._evaluator, self._tables = find_evaluator(game, "default")
        self._end, self._expected = int(game.tables[END]), np.empty(game.seats)
        self._last, self._played = list[int](), list[int]()
        self._next: tuple[State, list[int]] | None = None

    def choose(self, state: State, seat: int) -> int:
        """Return the next action of the turn that it has chosen, or of one that it chooses from here."""
        if not state.in_turn:
            self._last, self._played = self._played, []
        if self._next is None or self._next[0] != state:
            self._next = state, self._best(state, seat)
        action, *rest = self._next[1]
        self._played.append(action)
        self._next = (state.play_unchecked(action), rest) if rest else None
        return action

    def _best(self, state: State, seat: int) -> list[int]:
        """Return the actions of the best of the random turns."""
        best, most = list[int](), -1.0
        for _ in range(self._turns):
            actions, after = self._some(state, seat)
            value = self._value(after, seat)
            if value > most:
                best, most = actions, value
        self.info = SearchInfo(most, self._turns)
        return best

    def _some(self, state: State, seat: int) -> tuple[list[int], State]:
        """Return a random turn, or the rest of one, and the state after it; its length is random, too."""
        actions, wanted = list[int](), int(self._rng.integers(1, 1 + self._left(state)))
        turned_back = {action ^ 1 for action in (*self._last, *self._played)}
        while True:
            legal = state.legal(seat)
            clicks = [action for action in legal if action != self._end]
            useful = [action for action in clicks if action not in turned_back and action ^ 1 not in actions] or clicks
            ends = self._end in legal and (len(actions) >= wanted or not useful)
            action = self._end if ends else useful[int(self._rng.integers(len(useful)))]
            actions.append(action)
            state = state.play_unchecked(action)
            if not state.in_turn:
                return actions, state

    def _left(self, state: State) -> int:
        return max(1, int(state.vector[LEFT]))

    def _value(self, state: State, seat: int) -> float:
        if state.payoffs is not None:
            return float(state.payoffs[seat])
        values_of(self._evaluator, self._tables, state.vector, self._expected)
        return float(self._expected[seat])


BOTS = {
    "chain": BotKind(Greedy, "Search one turn ahead for the shortest chain"),
    "sampler": BotKind(
        Sampler, "Best of some random turns", (Option("turns", 40, range(1, 10_001), "Turns that it tries."),)
    ),
}
LEVELS = {
    "easy": "sampler(turns=40)",
    "medium": "mcts(simulations=400,explore=0.2,widen=1)",
    "hard": "mcts(simulations=4000,explore=0.2,widen=1)",
    "champion": "mcts(simulations=100000,threads=2,explore=0.2,widen=1)",
}
LEARNED_LEVELS = {"champion": "mcts(simulations=45000,threads=2,explore=0.05,widen=1,minimax=0.6,evaluate=learned)"}
"""With the players in the folder `players`, for the options that they have learnt; it takes as long as that above."""
