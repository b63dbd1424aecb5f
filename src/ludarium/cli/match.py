"""`ludarium match`: games between bots, and the progress and standings that `tournament` displays as well."""

import time
import warnings
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Group
from rich.live import Live
from rich.table import Table

from ludarium.cli._options import BUDGET, CLOCK, FILE, GAME, SEED
from ludarium.cli.terminal.output import (
    BadFile,
    errors,
    open_folder,
    print_error,
    progress,
    say,
    show_table,
    write_file,
)
from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.players.table import ForfeitWarning
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.executors import PROCESSES, Workers, open_workers
from ludarium.tournament.series import Score
from ludarium.tournament.side_by_side import GameResult, count_forfeits
from ludarium.tournament.tournament import Tournament

_Player = TypeVar("_Player", bound=Hashable)

_SHOWN = 12
"""The maximum number of lines of the standings during play, and of the causes of forfeits."""
_PAUSE = 0.3
"""The minimum number of seconds between two updates of the standings."""
_INTERRUPTED = 130
"""The exit code of a command that Ctrl+C ended."""
_SHARE = 20
"""Updates of the standings take at most this fraction of the time: 1 / `_SHARE`."""


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
@click.option("--out", type=FILE, help="A new or empty folder for the records of the games.")
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

    The bots change seats from game to game. Ctrl+C ends it, and prints the standings so far.
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

    stopped = False
    try:
        with open_workers(PROCESSES, workers) as found:
            play_out(cup, found, save)
    except KeyboardInterrupt:
        stopped = True
    show_table(standings_table(cup.standings()))
    print_forfeits(count_forfeits(cup.played()))
    if stopped:
        kept = f"; {out} holds {counted(sum(1 for _ in out.iterdir()), 'record')}" if out else ""
        print_error(f"stopped after {len(cup.results)} of {counted(games, 'game')}{kept}")
        raise click.exceptions.Exit(_INTERRUPTED)


def play_out(cup: Tournament, workers: Workers, save: Callable[[Sequence[GameResult]], object] | None = None) -> None:
    """Play a tournament to its end; meanwhile a terminal shows the games played, the time left and the standings.

    Players that fail are no warnings here: `print_forfeits` tells of them.
    """
    bar = progress()
    expected = cup.config.length()
    task = bar.add_task(cup.config.game, total=expected, completed=len(cup.results))
    live = Live(bar, console=errors, transient=True) if errors.is_terminal else None
    due = 0.0
    with live or nullcontext(), warnings.catch_warnings():
        warnings.simplefilter("ignore", ForfeitWarning)
        for _ in cup.play(workers.executor, workers.number, save):
            bar.update(task, completed=len(cup.results), total=max(expected, len(cup.results)))
            started = time.monotonic()
            if live and started >= due:
                live.update(Group(bar, standings_table(cup.standings()[:_SHOWN])))
                now = time.monotonic()
                due = now + max(_PAUSE, _SHARE * (now - started))


def print_forfeits(forfeits: Mapping[tuple[_Player, str], int]) -> None:
    """Print why games were lost outside the rules, by player and cause; the most common causes first."""
    found = Counter(dict(forfeits)).most_common()
    for (_, why), count in found[:_SHOWN]:
        say(f"{counted(count, 'game')} lost: {why}", "red")
    if len(found) > _SHOWN:
        say(f"and for {len(found) - _SHOWN} more causes", "red")


def standings_table(standings: Sequence[Score], more: Mapping[str, Sequence[str]] | None = None) -> Table:
    """Return the table of standings, best player first; `more` are further columns by heading."""
    table = Table("player", box=None, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("games", "won", "drawn", "lost", "score", "95 % interval", *(more or ())):
        table.add_column(heading, justify="right")
    for number, one in enumerate(standings):
        low, high = one.interval
        counts = map(str, (one.games, one.won, one.drawn, one.lost))
        score = f"{one.points / one.games:.1%}" if one.games else ""
        added = (texts[number] for texts in (more or {}).values())
        table.add_row(one.player, *counts, score, f"{low:.1%} to {high:.1%}", *added)
    return table
