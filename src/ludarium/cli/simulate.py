"""`ludarium simulate`: a game in numbers."""

import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from ludarium.cli._terminal import BadFile, console, progress, say
from ludarium.core.errors import Unreadable
from ludarium.core.extras import extra
from ludarium.core.registry import load
from ludarium.core.spec import nearest

_TABLES, _PICTURES = (".parquet", ".csv"), (".png", ".svg", ".pdf")


def simulate(
    game: Annotated[str, typer.Argument(help="A game, as in orion(clicks=2).")],
    players: Annotated[list[str] | None, typer.Argument(help="A bot for each seat; random for all.")] = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="What dice and bots follow from.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write a row a game into this file: .parquet or .csv.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the picture into this file: .png, .svg or .pdf.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Games at once; as many as cores.")] = None,
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
    fast = study.compiled(loaded, players)
    count = workers or os.cpu_count() or 1
    pool = ThreadPoolExecutor(count) if fast else ProcessPoolExecutor(count, mp_context=get_context("spawn"))
    with pool, progress() as bar:
        task = bar.add_task(loaded.name, total=games)
        made = study.simulate(
            loaded, players, games, seed, executor=pool, told=lambda more: bar.advance(task, more)
        )  # fmt: skip
    _tell(made)
    try:
        if out:
            frame = made.games()
            frame.write_csv(out) if out.suffix == ".csv" else frame.write_parquet(out)
        if picture:
            plot.picture(made).savefig(picture)
    except OSError as error:
        raise BadFile(f"{out} or {picture} cannot be written: {error.strerror or error}") from None
