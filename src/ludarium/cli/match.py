"""`ludarium match`: bots against each other."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli._standings import play_out, standings_table, tell_forfeits
from ludarium.cli._terminal import BadFile, open_folder, show_table, write_file
from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.tournament.arena import GameResult
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.executors import PROCESSES, open_workers
from ludarium.tournament.forfeits import count_forfeits
from ludarium.tournament.tournament import Tournament


def match(
    game: Annotated[str, typer.Argument(help="A game, as in orion(clicks=2).")],
    bots: Annotated[
        list[str],
        typer.Argument(
            help="A player for each seat: a level, a kind as in mcts(seconds=1), or your own, as in bot.py:think."
        ),
    ],
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="What dice and bots follow from.")] = 0,
    clock: Annotated[str | None, typer.Option(help="Seconds for a game and what a turn adds, as in 60+1.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="A folder for the records, which is made where there is none.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=1024, help="Games played at the same time.")] = 1,
) -> None:
    """Play games between bots, who change seats from game to game, and count."""
    loaded = load(game)
    if len(bots) != loaded.seats:
        raise ParseError(f"{loaded.name} has {loaded.seats} seats, so name {loaded.seats} bots, not {len(bots)}")
    cup = Tournament(TournamentConfig.make(game=game, players=bots, games=games, seed=seed, clock=clock))
    if out and out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise BadFile(f"{out} is no empty folder; name another one for the records")
    if out:
        open_folder(out)

    def keep(results: Sequence[GameResult]) -> None:
        for result in results:
            if out:
                write_file(out / f"{result.number + 1:0{len(str(games))}}.txt", result.record)

    with open_workers(PROCESSES, workers) as found:
        play_out(cup, found, keep)
    show_table(standings_table(cup.standings()))
    tell_forfeits(count_forfeits(cup.played()))
