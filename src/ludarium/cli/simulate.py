"""`ludarium simulate`: statistics of a game."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from ludarium.cli._options import GAME, SEED, WORKERS
from ludarium.cli.terminal.output import BadFile, open_folder, progress, say, show_table, write_file
from ludarium.core.errors import ParseError
from ludarium.core.extras import extra
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.tournament.executors import PROCESSES, THREADS, open_workers

if TYPE_CHECKING:
    from ludarium.analysis.simulation import Simulation

_TABLE_ENDINGS, _PICTURE_ENDINGS = (".parquet", ".csv"), (".png", ".svg", ".pdf")


@click.command()
@GAME
@click.argument("players", nargs=-1, help="A bot for each seat; by default random.")
@click.option(
    "--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="How many games to play."
)
@SEED
@click.option("--out", type=click.Path(path_type=Path), help="Write a row for each game to this .parquet or .csv file.")
@click.option(
    "--picture", type=click.Path(path_type=Path), help="Draw the statistics into this .png, .svg or .pdf file."
)
@WORKERS
@click.option(
    "--executor",
    help="Where games are played: processes, threads or dask://HOST:PORT; by default threads if all bots are random, "
    "else processes.",
)
def simulate(
    game: str,
    players: Sequence[str],
    games: int,
    seed: int,
    out: Path | None,
    picture: Path | None,
    workers: int | None,
    executor: str | None,
) -> None:
    """Play a game many times and print its statistics.

    The statistics are the winners, the length of games, their final points, and the number of legal actions.
    The same seed gives the same games, whatever the number of workers.
    """
    with extra("analysis", "a simulation"):
        from ludarium.analysis import plot, simulation
    loaded = load(game)
    players = players or ["random"] * loaded.seats
    for path, endings in ((out, _TABLE_ENDINGS), (picture, _PICTURE_ENDINGS)):
        if path:
            _check_file(path, endings)
    default = THREADS if simulation.compiled(loaded, players) else PROCESSES
    with open_workers(executor or default, workers) as found, progress() as bar:
        task = bar.add_task(loaded.name, total=games)
        made = simulation.simulate(
            loaded, players, games, seed, executor=found.executor, progress=lambda more: bar.advance(task, more)
        )
    if out:
        file = BytesIO()
        made.games().write_csv(file) if out.suffix == ".csv" else made.games().write_parquet(file)
        write_file(out, file.getvalue())
    if picture:
        file = BytesIO()
        plot.picture(made).savefig(file, format=picture.suffix[1:])
        write_file(picture, file.getvalue())
    _print_statistics(made)


def _check_file(path: Path, endings: Collection[str]) -> None:
    """Raise an error, before anything is played, if this file cannot be written."""
    if path.suffix not in endings:
        raise ParseError(f"{path} should end in {' or '.join(endings)}")
    if path.exists():
        raise BadFile(f"{path} exists already; name another file")
    open_folder(path.parent)


def _print_statistics(made: Simulation) -> None:
    """Print the statistics as tables and sentences."""
    say(f"{made.game.spec}: {counted(len(made), 'game')} of {' v '.join(made.players)}, seed {made.seed}\n")
    rows = [*made.seats().iter_rows(named=True)]
    if first := made.first():
        rows.append({"seat": "who chose first", "player": "", **first})
    paid = ["payoff"] if made.game.setup.payoff_range else []
    payoffs = dict(zip(made.game.setup.seat_names, made.numbers.payoffs.mean(axis=0), strict=True))
    table = _table("seat", "player", "won", "drawn", "lost", "score", "95 % interval", "points", *paid)
    for row in rows:
        counts = (f"{row[name]:,}" for name in ("won", "drawn", "lost"))
        points = _format_mean(row["mean"], row["error"]) if "mean" in row else ""
        means = [f"{payoffs[row['seat']]:,.4g}" if row["seat"] in payoffs else ""] if paid else []
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        table.add_row(row["seat"], row["player"], *counts, f"{row['score']:.1%}", interval, points, *means)
    show_table(table)
    say("")
    table = _table("length", "", "mean", "median", "5 to 95 %", "least", "most")
    for row in made.length().iter_rows(named=True):
        most = (f"{row[name]:,.0f}" for name in ("least", "most"))
        mean, spread = _format_mean(row["mean"], row["error"]), f"{row['p5']:,.0f} to {row['p95']:,.0f}"
        table.add_row(row["what"], "", mean, f"{row['median']:,.0f}", spread, *most)
    show_table(table)
    say(f"\nOn average {made.branching:.3g} actions are legal; {made.forced:.1%} of the choices have only one.")


def _table(*headings: str) -> Table:
    """Return an empty table: two columns of words, then columns of numbers."""
    table = Table(*headings[:2], box=None, header_style="bold", padding=(0, 2, 0, 0))
    for heading in headings[2:]:
        table.add_column(heading, justify="right")
    return table


def _format_mean(mean: float, error: float) -> str:
    """Return a mean and its error, with two significant digits of the error."""
    places = max(0, 1 - math.floor(math.log10(error))) if error else 0
    return f"{mean:,.{places}f} ± {error:,.{places}f}"
