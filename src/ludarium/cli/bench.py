"""`ludarium bench`: how fast the installed games and the search are on this machine."""

import json
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from ludarium import __version__
from ludarium.analysis.bench import bench as measure
from ludarium.cli._terminal import console, open_folder, progress, write_file
from ludarium.core.registry import game_names, load


def bench(
    games: Annotated[
        list[str] | None, typer.Argument(help="Games, as in orion(clicks=2); all that are installed.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads of the second measurement; as many as cores.")
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the figures to this file, too.")] = None,
) -> None:
    """Measure random play, search and first calls; each figure's answer is confirmed by another way."""
    specs = games or list(game_names())
    loaded = [load(spec) for spec in specs]
    figures = []
    if json_file is not None:
        open_folder(json_file.parent)
    for game in loaded:
        table = Table("what", "figure", "", "answer that was timed", title=game.spec)
        with progress() as bar:
            task = bar.add_task(f"measuring {game.spec}", total=None)
            for figure in measure(game, threads):
                bar.update(task, description=f"{game.spec}: {figure.name}")
                shown = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.2f}"
                table.add_row(figure.name, shown, figure.unit, figure.answer)
                figures.append({"game": game.spec, **asdict(figure)})
        console.print(table)
    if json_file is not None:
        machine = {"machine": platform.machine(), "python": platform.python_version(), "ludarium": __version__}
        write_file(json_file, json.dumps({**machine, "figures": figures}, indent=2) + "\n", over=True)
        typer.echo(f"written to {json_file}")
