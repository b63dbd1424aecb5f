"""`ludarium measure`: what a game is like, in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludarium.cli._options import FILE, GAME, SEED, WORKERS
from ludarium.cli.terminal.output import BadFile, progress, resumable, say, show_table, write_file
from ludarium.core.errors import LudariumError
from ludarium.core.extras import extra
from ludarium.core.registry import load
from ludarium.search.learned import find_player
from ludarium.search.player import make_bot
from ludarium.tournament.executors import PROCESSES, open_workers
from ludarium.tournament.journal_file import NAME

if TYPE_CHECKING:
    from ludarium.analysis.measuring.measures import Measures


@click.command()
@GAME
@click.option("--games", type=click.IntRange(2, 1_000_000), default=200, show_default=True,
              help="How many games the player plays with itself, and in every duel.")  # fmt: skip
@click.option("--player", default="hard", show_default=True, help="A bot whose games with itself are observed.")
@SEED
@click.option("--out", type=FILE,
              help="Write the tables, the measures as JSON and a picture into this folder.")  # fmt: skip
@WORKERS
@click.option("--executor", help="Where games are played: processes, threads or dask://HOST:PORT.")
def measure(
    game: str, games: int, player: str, seed: int, out: Path | None, workers: int | None, executor: str | None
) -> None:
    """Measure what a game is like.

    The measures are its size, how it is decided, what skill and search are worth, and what its options change.
    The same seed gives the same measures, unless the player looks at the time. With --out every finished game is saved,
    and the same command continues a measure that was interrupted, or adds games to it.
    """
    loaded = load(game)
    make_bot(player, loaded, 0, read=find_player)
    with extra("analysis", "a measure"):
        from ludarium.analysis.measuring import measures
        from ludarium.analysis.measuring.played import MeasureJournal
    with ExitStack() as stack:
        journal = None
        if out:
            if out.exists() and not (out / NAME).exists():
                raise BadFile(f"{out} exists already, and holds no measure; name a new folder")
            journal = stack.enter_context(MeasureJournal(out, loaded, player, seed))
        stack.enter_context(resumable(out, journal.games) if out and journal else _no_journal())
        found = stack.enter_context(open_workers(executor or PROCESSES, workers))
        bar = stack.enter_context(progress())
        task = bar.add_task(loaded.name, total=measures.steps_of(loaded, games))
        made = measures.measure(
            loaded, games, player, seed, executor=found.executor, workers=found.number, journal=journal,
            progress=lambda: bar.advance(task),
        )  # fmt: skip
        if out:
            _write(made, out)
    for part in made.printed():
        say(part) if isinstance(part, str) else show_table(part)


@contextmanager
def _no_journal() -> Iterator[None]:
    """Raise an error that says how an interrupted measure can be saved."""
    try:
        yield
    except KeyboardInterrupt:
        raise LudariumError(
            "stopped; with --out FOLDER the finished games are saved, and the measure can be continued"
        ) from None


def _write(made: Measures, out: Path) -> None:
    from ludarium.analysis.measuring.picture import picture
    from ludarium.analysis.measuring.tables import tables

    for name, table in tables(made).items():
        table.write_parquet(file := BytesIO())
        write_file(out / f"{name}.parquet", file.getvalue(), over=True)
    picture(made).savefig(file := BytesIO(), format="png", dpi=120)
    write_file(out / "picture.png", file.getvalue(), over=True)
    write_file(out / "measures.json", made.json(), over=True)
