"""`ludarium bench`: the speed of games and searches on this machine."""

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click
from rich.table import Table

from ludarium import __version__
from ludarium.analysis.bench import bench as measure
from ludarium.cli._options import FILE
from ludarium.cli.terminal.output import console, open_folder, progress, write_file
from ludarium.core.registry import game_names, load


@click.command()
@click.argument("games", nargs=-1, help="Games, as in orion(clicks=2); by default all installed ones.")
@click.option(
    "--threads", type=click.IntRange(1), help="Threads of the second measurement; by default one for each core."
)
@click.option("--json", "json_file", type=FILE, help="Also write the figures to this file.")
def bench(games: Sequence[str], threads: int | None, json_file: Path | None) -> None:
    """Measure how fast games and searches run on this machine.

    Each figure comes with the result of the timed run, which a second, slower method confirms.
    """
    loaded = [load(spec) for spec in games or game_names()]
    figures = []
    if json_file is not None:
        open_folder(json_file.parent)
    for game in loaded:
        table = Table("what", "figure", "", "result of the timed run", title=game.spec)
        with progress() as bar:
            task = bar.add_task(f"measuring {game.spec}", total=None)
            for figure in measure(game, threads):
                bar.update(task, description=f"{game.spec}: {figure.name}")
                value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.2f}"
                table.add_row(figure.name, value, figure.unit, figure.answer)
                figures.append({"game": game.spec, **asdict(figure)})
        console.print(table)
    if json_file is not None:
        machine = {"machine": platform.machine(), "python": platform.python_version(), "ludarium": __version__}
        write_file(json_file, json.dumps({**machine, "figures": figures}, indent=2) + "\n", over=True)
        click.echo(f"written to {json_file}")
