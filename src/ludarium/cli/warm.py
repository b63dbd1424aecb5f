"""`ludarium warm`: compile all games and searches in advance."""

import importlib
import pkgutil
import time

import click

from ludarium import search
from ludarium.cli._terminal import progress
from ludarium.core.compiler import compile_pending
from ludarium.core.registry import game_names, load
from ludarium.core.text import counted
from ludarium.search.playout import playouts


@click.command()
def warm() -> None:
    """Compile all games and searches now, so that nobody waits later."""
    started = time.perf_counter()
    searches = [module.name for module in pkgutil.iter_modules(search.__path__)]
    with progress() as bar:
        task = bar.add_task("compiling", total=len(searches) + len(game_names()))
        for name in searches:
            bar.update(task, description=f"search: {name}")
            importlib.import_module(f"{search.__name__}.{name}")
            compile_pending()
            bar.advance(task)
        for name in game_names():
            bar.update(task, description=f"game: {name}")
            game = load(name)
            for module in ("bots", "observation", "view"):
                game.definition.optional_module(module)
            compile_pending()
            playouts(game.initial(), games=1, seed=0)
            bar.advance(task)
    count, seconds = counted(len(game_names()), "game"), time.perf_counter() - started
    click.echo(f"{count} and {len(searches)} searches are compiled ({seconds:.1f} s)")
