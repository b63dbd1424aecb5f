"""Bots of Hydra: an evaluation by connection distance, and a greedy bot that uses it."""

from ludarium.core.bits import count_bits
from ludarium.core.elementary import exp
from ludarium.core.game import State
from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.games.orion.kernel import EAST, END, ROWS, SOUTH, O, X
from ludarium.search.bot import BotKind
from ludarium.search.greedy import Greedy

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


BOTS = {"chain": BotKind(Greedy, "Search one turn ahead for the shortest chain")}
LEVELS = {
    "easy": "mcts(simulations=60)",
    "medium": "mcts(simulations=400,explore=0.2,widen=1)",
    "hard": "mcts(simulations=4000,explore=0.2,widen=1)",
    "champion": "mcts(simulations=100000,threads=2,explore=0.2,widen=1)",
}
LEARNED_LEVELS = {"champion": "mcts(simulations=45000,threads=2,explore=0.05,widen=1,evaluate=learned)"}
"""With the player in the folder `players`, for the options that it has learnt; it takes as long as the search above."""
