"""The bot that gives hints and reviews matches."""

from __future__ import annotations

from ludarium.core.game import Game
from ludarium.search.bot import Bot
from ludarium.search.player import levels, make_bot
from ludarium.search.table_bot import TableBot
from ludarium.solve.installed import installed_table


def adviser_spec(game: Game) -> str:
    """Return the spec of the best bot that is installed for a game: its highest level.

    >>> from ludarium.core.registry import load
    >>> adviser_spec(load("ludo"))
    'champion'
    """
    return [*levels(game), "random"][max(0, len(levels(game)) - 1)]


def make_adviser(game: Game, seed: int) -> Bot:
    """Return the best bot that is installed for a game: an installed table, and a search for what it does not tell.

    Hints and reviews ask this bot and no other.
    """
    search, table = make_bot(adviser_spec(game), game, seed), installed_table(game)
    return TableBot(table, search) if table else search
