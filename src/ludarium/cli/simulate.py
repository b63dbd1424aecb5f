"""`ludarium simulate`: a game in numbers."""

from __future__ import annotations

import math
from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from ludarium.cli._terminal import BadFile, open_folder, progress, say, show_table, write_file
from ludarium.core.errors import ParseError
from ludarium.core.extras import extra
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.tournament.executors import PROCESSES, THREADS, open_workers

if TYPE_CHECKING:
    from ludarium.analysis.simulate import Simulation

_TABLES, _PICTURES = (".parquet", ".csv"), (".png", ".svg", ".pdf")


def simulate(
    game: Annotated[str, typer.Argument(help="A game, as in orion(clicks=2).")],
    players: Annotated[list[str] | None, typer.Argument(help="A bot for each seat; random for all.")] = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="What dice and bots follow from.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write a row a game into this file: .parquet or .csv.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the picture into this file: .png, .svg or .pdf.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Games at once; as many as cores.")] = None,
    executor: Annotated[
        str | None,
        typer.Option(help="processes, threads or dask://HOST:PORT; threads where all are random, else processes."),
    ] = None,
) -> None:
    """Play a game many times and tell how long it is, who wins, what it counts, and how much there is to choose.

    The same seed gives the same games, however many workers there are.
    """
    with extra("analysis", "a simulation"):
        from ludarium.analysis import plot
        from ludarium.analysis import simulate as study
    loaded = load(game)
    players = players or ["random"] * loaded.seats
    for path, endings in ((out, _TABLES), (picture, _PICTURES)):
        if path:
            _check(path, endings)
    usual = THREADS if study.compiled(loaded, players) else PROCESSES
    with open_workers(executor or usual, workers) as found, progress() as bar:
        task = bar.add_task(loaded.name, total=games)
        made = study.simulate(
            loaded, players, games, seed, executor=found.executor, told=lambda more: bar.advance(task, more)
        )
    if out:
        file = BytesIO()
        made.games().write_csv(file) if out.suffix == ".csv" else made.games().write_parquet(file)
        write_file(out, file.getvalue())
    if picture:
        file = BytesIO()
        plot.picture(made).savefig(file, format=picture.suffix[1:])
        write_file(picture, file.getvalue())
    _tell(made)


def _check(path: Path, endings: Collection[str]) -> None:
    """Refuse a file that could not be written in the end, before anything is played."""
    if path.suffix not in endings:
        raise ParseError(f"{path} should end in {' or '.join(endings)}")
    if path.exists():
        raise BadFile(f"{path} exists already; name another file")
    open_folder(path.parent)


def _tell(made: Simulation) -> None:
    """The numbers as tables and sentences."""
    say(f"{made.game.spec}: {counted(len(made), 'game')} of {' v '.join(made.players)}, seed {made.seed}\n")
    rows = [*made.seats().iter_rows(named=True)]
    if first := made.first():
        rows.append({"seat": "who chose first", "player": "", **first})
    table = _table("seat", "player", "won", "drawn", "lost", "score", "95 % interval", "points")
    for row in rows:
        counts = (f"{row[name]:,}" for name in ("won", "drawn", "lost"))
        points = _around(row["mean"], row["error"]) if "mean" in row else ""
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        table.add_row(row["seat"], row["player"], *counts, f"{row['score']:.1%}", interval, points)
    show_table(table)
    say("")
    table = _table("length", "", "mean", "median", "5 to 95 %", "least", "most")
    for row in made.length().iter_rows(named=True):
        most = (f"{row[name]:,.0f}" for name in ("least", "most"))
        mean, spread = _around(row["mean"], row["error"]), f"{row['p5']:,.0f} to {row['p95']:,.0f}"
        table.add_row(row["what"], "", mean, f"{row['median']:,.0f}", spread, *most)
    show_table(table)
    choice = f"A choice is between {made.branching:.3g} actions on average"
    say(f"\n{choice}; {made.forced:.1%} of the choices leave only one.")


def _table(*headings: str) -> Table:
    """Two columns of words, the rest of numbers."""
    table = Table(*headings[:2], box=None, header_style="bold", padding=(0, 2, 0, 0))
    for heading in headings[2:]:
        table.add_column(heading, justify="right")
    return table


def _around(mean: float, error: float) -> str:
    """A mean and its error, with two figures of the error."""
    places = max(0, 1 - math.floor(math.log10(error))) if error else 0
    return f"{mean:,.{places}f} ± {error:,.{places}f}"
