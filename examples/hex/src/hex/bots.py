"""Players of Hex: a random game says much about who is nearer to a chain, so the search plays games to the end."""

from ludarium.search.bot import BotKind

BOTS: dict[str, BotKind] = {}
"""Kinds of bots that only this game has."""

LEVELS = {
    "easy": "mcts(simulations=100)",
    "medium": "mcts(simulations=500)",
    "hard": "mcts(simulations=4000)",
    "champion": "mcts(simulations=100000,threads=2)",
}
"""What a person can choose, weakest first, and what it stands for."""
