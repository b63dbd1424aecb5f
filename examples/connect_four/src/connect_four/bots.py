"""Bots of Connect Four: threats decide within few turns, so the levels are searches with rollouts."""

from ludarium.authoring import BotKind

BOTS: dict[str, BotKind] = {}
"""Kinds of bots that only this game has."""

LEVELS = {
    "easy": "mcts(simulations=30)",
    "medium": "mcts(simulations=300)",
    "hard": "mcts(simulations=3000)",
    "champion": "mcts(simulations=100000,threads=2)",
}
"""The levels, weakest first, and the specs of their bots."""
