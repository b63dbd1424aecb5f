"""Players of Hex: a random game says much about who is nearer to a chain, so the search plays games to the end."""

from ludarium.search.bot import BotKind

BOTS: dict[str, BotKind] = {}
"""Kinds of bots that only this game has."""

LEVELS = {
    "easy": "mcts(playouts=100)",
    "medium": "mcts(playouts=500)",
    "hard": "mcts(playouts=4000)",
    "champion": "mcts(playouts=100000,threads=2)",
}
"""What a person can choose, weakest first, and what it stands for."""
