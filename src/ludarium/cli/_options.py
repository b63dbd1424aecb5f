"""Arguments and options that several commands share."""

from pathlib import Path

import click

FILE = click.Path(path_type=Path)
"""The type of the name of a file or folder."""
GAME = click.argument("game", help="A game, as in orion(clicks=2).")
SEED = click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Random seed of dice and bots."
)
EXECUTOR = click.option(
    "--executor", help="Where the work is done: processes:N, threads:N or dask://HOST:PORT; by default processes."
)
WORKERS = click.option(
    "--workers", type=click.IntRange(1, 1024), help="Jobs done at the same time; by default one for each core."
)
POSITION = click.option("--position", help="Start from this position.")
BUDGET = click.option(
    "--budget",
    type=click.IntRange(1, 86_400),
    help="Processor seconds that a player in JavaScript may take for a whole match; by default 60.",
)
CLOCK = click.option("--clock", help="Time control: seconds for the game + seconds for a turn, as in 60+1.")
