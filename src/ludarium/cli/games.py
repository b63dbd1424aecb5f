"""`ludarium games`: what can be played here."""

from rich.table import Table

from ludarium.cli._terminal import console
from ludarium.core.registry import game_names, load
from ludarium.search.player import levels


def games() -> None:
    """List the installed games, their seats, options and levels."""
    table = Table("game", "title", "seats", "options", "levels", box=None, header_style="bold", padding=(0, 2, 0, 0))
    for name in game_names():
        game = load(name)
        options = "\n".join(
            f"{option.name}={option.default}: {option.expected()}" for option in game.definition.options
        )
        table.add_row(name, game.definition.title, str(game.seats), options, " ".join(levels(game)))
    console.print(table)
