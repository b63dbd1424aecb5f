"""`ludarium study`: what a designer wants to know of a game, on one page."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludarium.cli._options import EXECUTOR, FILE, GAME, SEED, WORKERS
from ludarium.cli.terminal.output import BadFile, progress, say, write_file
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.extras import extra
from ludarium.core.registry import load
from ludarium.search.learned import find_player
from ludarium.search.player import make_bot
from ludarium.tournament.executors import PROCESSES, open_workers
from ludarium.tournament.journal_file import NAME

if TYPE_CHECKING:
    from ludarium.core.game import Game
    from ludarium.study.counts import Counts
    from ludarium.study.journal import StudyJournal
    from ludarium.study.parts import Study

PAGE, DATA = "index.html", "study.json"


@click.command()
@GAME
@click.option("--minutes", type=click.FloatRange(0, 100_000, min_open=True), default=60, show_default=True,
              help="About how long it may take, with a core for each worker; this chooses the counts.")  # fmt: skip
@click.option("--counts", "given", help="How much is done, in place of --minutes, as in games=100,learn=0.")
@click.option(
    "--player", default="", help="A bot whose games with itself are observed; by default what fits, at most hard."
)
@SEED
@click.option("--out", type=FILE, help="The folder of the page and its data; by default GAME-study.")
@click.option("--site", default="", help="The address of a site with the game, for links to play on.")
@WORKERS
@EXECUTOR
def study(
    game: str,
    minutes: float,
    given: str | None,
    player: str,
    seed: int,
    out: Path | None,
    site: str,
    workers: int | None,
    executor: str | None,
) -> None:
    """Study a game: what a designer wants to know of it, on one page.

    The page is index.html in the folder of --out, its data study.json. Both are written again after each part, every
    game is kept as soon as it is played, and the same command goes on where it was stopped.
    """
    loaded = load(game)
    if player:
        make_bot(player, loaded, 0, read=find_player)
    if site and not site.startswith(("http://", "https://")):
        raise ParseError(f"{site} is no address of a site: expected one that begins with https:// or http://")
    with extra("analysis", "a study"):
        from ludarium.study.counts import Counts
        from ludarium.study.journal import StudyJournal
        from ludarium.study.parts import Study
    counts = Counts.parse(given) if given is not None else None
    folder = out or Path(f"{loaded.name}-study")
    if folder.exists() and not (folder / NAME).exists():
        raise BadFile(f"{folder} exists already, and holds no study; name a new folder")
    with open_workers(executor or PROCESSES, workers) as found:
        player, counts = _budget(loaded, player, counts, minutes, found.number)
        made = Study(loaded, player, counts, seed, folder, site.rstrip("/"))
        say(f"{loaded.spec}: this is {made.command}")
        with StudyJournal(folder, loaded, player, seed) as journal, _resumable(folder, journal):
            _run(made, journal, found.executor, found.number)
    say(f"written to {folder / PAGE}, with its data in {folder / DATA}")


def _budget(game: Game, player: str, counts: Counts | None, minutes: float, workers: int) -> tuple[str, Counts]:
    """Return the player and the counts: those that are given, or what fits into the time."""
    from ludarium.study.counts import fitting

    if counts is None:
        return fitting(game, minutes, workers, player)
    return player or "hard", counts


def _run(made: Study, journal: StudyJournal, executor: Executor, workers: int) -> None:
    """Do the parts, and write the page and the data after each."""
    from ludarium.study.journal import Runner
    from ludarium.study.page import page
    from ludarium.study.parts import PARTS, jobs_of

    with progress() as bar:
        task = bar.add_task("", total=None)

        def begin(name: str) -> None:
            bar.reset(task, description=PARTS[name], total=jobs_of(made.game, name, made.counts))

        runner = Runner(journal, executor, workers, lambda jobs: bar.advance(task, jobs))
        for _ in made.run(runner, begin):
            missing = tuple(says for name, says in PARTS.items() if name not in made.parts)
            write_file(made.folder / DATA, made.json(), over=True)
            write_file(made.folder / PAGE, page(made.game, made.data(), missing), over=True)


@contextmanager
def _resumable(folder: Path, journal: StudyJournal) -> Iterator[None]:
    """Say, where it is stopped, what is kept and how it goes on."""
    try:
        yield
    except (LudariumError, KeyboardInterrupt) as error:
        what = f"{error}" if isinstance(error, LudariumError) else "stopped"
        raise LudariumError(
            f"{what}; {folder} keeps {len(journal.done):,} finished jobs, and the same command goes on from there"
        ) from None
