"""`ludarium simulate`: statistics of a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from io import BytesIO
from pathlib import Path

import click

from ludarium.cli._options import FILE, GAME, SEED, WORKERS
from ludarium.cli.terminal.output import BadFile, open_folder, progress, say, show_table, write_file
from ludarium.core.errors import ParseError
from ludarium.core.extras import extra
from ludarium.core.registry import load
from ludarium.tournament.executors import PROCESSES, THREADS, open_workers

_TABLE_ENDINGS, _PICTURE_ENDINGS = (".parquet", ".csv"), (".png", ".svg", ".pdf")


@click.command()
@GAME
@click.argument("players", nargs=-1, help="A bot for each seat; by default random.")
@click.option(
    "--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="How many games to play."
)
@SEED
@click.option("--out", type=FILE, help="Write a row for each game to this .parquet or .csv file.")
@click.option("--picture", type=FILE, help="Draw the statistics into this .png, .svg or .pdf file.")
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
        from ludarium.analysis import simulation

        if picture:
            from ludarium.analysis import plot
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
    for part in made.printed():
        say(part) if isinstance(part, str) else show_table(part)


def _check_file(path: Path, endings: Collection[str]) -> None:
    """Raise an error, before anything is played, if this file cannot be written."""
    if path.suffix not in endings:
        raise ParseError(f"{path} should end in {' or '.join(endings)}")
    if path.exists():
        raise BadFile(f"{path} exists already; name another file")
    open_folder(path.parent)
