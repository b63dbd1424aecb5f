"""`ludarium match`: games between bots."""

from collections.abc import Sequence
from pathlib import Path

import click

from ludarium.cli._options import BUDGET, CLOCK, GAME, SEED
from ludarium.cli._standings import play_out, print_forfeits, standings_table
from ludarium.cli.terminal.output import BadFile, open_folder, show_table, write_file
from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.executors import PROCESSES, open_workers
from ludarium.tournament.forfeits import count_forfeits
from ludarium.tournament.side_by_side import GameResult
from ludarium.tournament.tournament import Tournament


@click.command()
@GAME
@click.argument(
    "bots",
    nargs=-1,
    required=True,
    help="A player for each seat: a level, a kind of bot as in mcts(seconds=1), or a file as in bot.py:choose.",
)
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=20, show_default=True, help="How many games to play."
)
@SEED
@CLOCK
@BUDGET
@click.option("--out", type=click.Path(path_type=Path), help="A new or empty folder for the records of the games.")
@click.option(
    "--workers", type=click.IntRange(1, 1024), default=1, show_default=True, help="Games played at the same time."
)
def match(
    game: str,
    bots: Sequence[str],
    games: int,
    seed: int,
    clock: str | None,
    budget: int | None,
    out: Path | None,
    workers: int,
) -> None:
    """Play games between bots and print the standings.

    The bots change seats from game to game.
    """
    loaded = load(game)
    if len(bots) != loaded.seats:
        raise ParseError(f"{loaded.name} has {loaded.seats} seats, so name {loaded.seats} bots, not {len(bots)}")
    config = TournamentConfig.make(game=game, players=[*bots], games=games, seed=seed, clock=clock, budget=budget)
    cup = Tournament(config)
    if out and out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise BadFile(f"{out} is not an empty folder; name another one for the records")
    if out:
        open_folder(out)

    def save(results: Sequence[GameResult]) -> None:
        for result in results:
            if out:
                write_file(out / f"{result.number + 1:0{len(str(games))}}.txt", result.record)

    with open_workers(PROCESSES, workers) as found:
        play_out(cup, found, save)
    show_table(standings_table(cup.standings()))
    print_forfeits(count_forfeits(cup.played()))
