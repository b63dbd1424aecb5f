"""`ludarium perft`: count every way that play can go."""

from typing import Annotated

import typer

from ludarium.core.registry import load
from ludarium.search.perft import DEEPEST
from ludarium.search.perft import perft as count


def perft(
    game: Annotated[str, typer.Argument(help="A game, as in orion(clicks=2).")],
    depth: Annotated[int, typer.Argument(min=0, max=DEEPEST, help="How many steps to look ahead.")],
    position: Annotated[str | None, typer.Option(help="Begin here instead of at the usual start.")] = None,
) -> None:
    """Count the ways that the first steps can go, a line a depth; a step is one choice, such as a click or a roll."""
    loaded = load(game)
    state = loaded.initial() if position is None else loaded.parse_position(position)
    for steps in range(depth + 1):
        typer.echo(f"{steps} {count(state, steps)}")
