"""`ludarium perft`: the number of ways to play the first steps."""

import click

from ludarium.cli._options import GAME, POSITION
from ludarium.core.registry import load
from ludarium.search.counts import DEEPEST
from ludarium.search.counts import perft as count


@click.command(context_settings={"ignore_unknown_options": True})  # so that -1 is a depth, which is refused
@GAME
@click.argument("depth", type=click.IntRange(0, DEEPEST), help="How many steps to count.")
@POSITION
def perft(game: str, depth: int, position: str | None) -> None:
    """Count the ways in which the first steps can be played.

    Prints a line for each depth: the depth and the count. A step is one choice, such as a click, or one roll.
    """
    loaded = load(game)
    state = loaded.initial() if position is None else loaded.parse_position(position)
    for steps in range(depth + 1):
        click.echo(f"{steps} {count(state, steps)}")
