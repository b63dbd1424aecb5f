"""`ludarium match`: bots against each other."""

from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from ludarium.cli._terminal import BadFile, console, progress, write_file
from ludarium.core.errors import Unreadable
from ludarium.core.registry import load
from ludarium.play.players import check_player
from ludarium.play.series import Standing, play_series


def match(
    game: Annotated[str, typer.Argument(help="A game, as in orion(clicks=2).")],
    bots: Annotated[list[str], typer.Argument(help="A bot for each seat: a level, or a kind as in mcts(seconds=1).")],
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="What dice and bots follow from.")] = 0,
    out: Annotated[Path | None, typer.Option(help="A folder for the records.")] = None,
    workers: Annotated[int, typer.Option(min=1, max=1024, help="Games played at the same time.")] = 1,
) -> None:
    """Play games between bots, who change seats from game to game, and count."""
    loaded = load(game)
    if len(bots) != loaded.seats:
        raise Unreadable(f"{loaded.name} has {loaded.seats} seats, so name {loaded.seats} bots, not {len(bots)}")
    for bot in bots:
        check_player(bot, loaded)
    if out and out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise BadFile(f"{out} is no empty folder; name another one for the records")
    standings = [Standing(bot) for bot in bots]
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn")) if workers > 1 else nullcontext()
    with pool as executor, progress() as bar:
        task = bar.add_task(loaded.name, total=games)
        for number, record in enumerate(play_series(loaded.spec, bots, games, seed, executor=executor)):
            for player, standing in enumerate(standings):
                assert record.outcome is not None
                standings[player] = standing.add(record.outcome[(player + number) % loaded.seats])
            if out:
                write_file(out / f"{number + 1:0{len(str(games))}}.txt", str(record))
            bar.advance(task)
    console.print(_table(standings))


def _table(standings: list[Standing]) -> Table:
    """A line a bot, the best first."""
    table = Table("bot", box=None, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("games", "won", "drawn", "lost", "score", "95 % interval"):
        table.add_column(heading, justify="right")
    for standing in sorted(standings, key=lambda standing: -standing.points):
        low, high = standing.interval
        counts = map(str, (standing.games, standing.won, standing.shared, standing.lost))
        table.add_row(standing.player, *counts, f"{standing.points / standing.games:.1%}", f"{low:.1%} to {high:.1%}")
    return table
