"""`ludarium warm`: compile all games and searches in advance."""

import time

import click

from ludarium.cli.terminal.output import progress
from ludarium.core.registry import game_names
from ludarium.core.text import counted
from ludarium.search.compilation import units
from ludarium.search.compilers import compile_everything


@click.command()
def warm() -> None:
    """Compile all games and searches now, so that nobody waits later."""
    started = time.perf_counter()
    left = set(units())
    with progress() as bar:
        task = bar.add_task("compiling", total=len(left))
        for unit in compile_everything():
            bar.update(task, description=f"compiled {unit}", advance=unit in left)
            left.discard(unit)
    seconds = time.perf_counter() - started
    click.echo(f"{counted(len(game_names()), 'game')} and all searches are compiled ({seconds:.1f} s)")
