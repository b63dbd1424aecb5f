"""`ludarium rules`: the rules of a game."""

import click
from rich.markdown import Markdown

from ludarium.cli.terminal.output import console
from ludarium.core.registry import load
from ludarium.scenes.rules_page import rules_page


@click.command()
@click.argument("game", help="A game, as in orion.")
def rules(game: str) -> None:
    """Print the rules of a game."""
    page = rules_page(load(game).definition)
    if console.is_terminal:
        console.print(Markdown(page))
    else:
        click.echo(page)
