"""`ludarium rules`: the rules of a game."""

from typing import Annotated

import typer
from rich.markdown import Markdown

from ludarium.cli._terminal import console
from ludarium.core.registry import load
from ludarium.core.rules_page import rules_page


def rules(game: Annotated[str, typer.Argument(help="A game, as in orion.")]) -> None:
    """Show the rules of a game."""
    page = rules_page(load(game).definition)
    if console.is_terminal:
        console.print(Markdown(page))
    else:
        typer.echo(page)
