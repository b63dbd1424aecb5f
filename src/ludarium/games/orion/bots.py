"""Bots of Hydra: an evaluation by connection distance, and a greedy bot that uses it."""

from ludarium.core.bits import count_bits
from ludarium.core.elementary import exp
from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.games.orion.kernel import O, X
from ludarium.search.bot import BotKind
from ludarium.search.greedy import Greedy

_LEVEL = sum(1 << (11 * row + column) for row in range(6) for column in range(5))
_UPRIGHT = sum(1 << (11 * row + column) for row in range(5) for column in range(6))
_TOP, _BOTTOM = 0b111111, 0b111111 << 55
"""Sets of lattice points (see the kernel's drawing): with a slot to the east, with a slot to the south, the edges."""


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
def step(points):
    """Return the points and their neighbours."""
    return (
        points | (points & _LEVEL) << 1 | (points >> 1) & _LEVEL | (points & _UPRIGHT) << 11 | (points >> 11) & _UPRIGHT
    )


@rule()
def layers(points, level, upright):
    """Return the points at a distance of at most 0, 1, ... 5 missing slots from some points."""
    first = spread(points, level, upright)
    second = spread(step(first), level, upright)
    third = spread(step(second), level, upright)
    fourth = spread(step(third), level, upright)
    fifth = spread(step(fourth), level, upright)
    return first, second, third, fourth, fifth, spread(step(fifth), level, upright)


@rule()
def prospect(slots):
    """Return how near a player's pieces are to a chain, from the missing slots and the number of ways to fill them.

    The weights are those that won most games between searches; `studies/levels.py` plays such games.
    """
    level, upright = slots & _LEVEL, (slots >> 5) & _UPRIGHT
    top, bottom = layers(_TOP, level, upright), layers(_BOTTOM, level, upright)
    missing = 0
    while top[missing] & _BOTTOM == 0:
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
    out[0] = 1.0 / (1.0 + exp(prospect(v[O]) - prospect(v[X])))
    out[1] = 1.0 - out[0]
    return 0


BOTS = {"chain": BotKind(Greedy, "Search one turn ahead for the shortest chain")}
LEVELS = {
    "easy": "mcts(simulations=60)",
    "medium": "mcts(simulations=400,explore=0.2,widen=1)",
    "hard": "mcts(simulations=4000,explore=0.2,widen=1)",
    "champion": "mcts(simulations=100000,threads=2,explore=0.2,widen=1)",
}
LEARNED_LEVELS = {"champion": "mcts(simulations=45000,threads=2,explore=0.05,widen=1,evaluate=learned)"}
"""With the player in the folder `players`, for the options that it has learnt; it takes as long as the search above."""
