"""Bots of Hex: random games show well which seat is nearer to a chain, so the levels are searches with rollouts."""

from ludarium.authoring import BotKind

BOTS: dict[str, BotKind] = {}
"""Kinds of bots that only this game has."""

LEVELS = {
    "easy": "mcts(simulations=100)",
    "medium": "mcts(simulations=500)",
    "hard": "mcts(simulations=4000)",
    "champion": "mcts(simulations=100000,threads=2)",
}
"""The levels, weakest first, and the specs of their bots."""
