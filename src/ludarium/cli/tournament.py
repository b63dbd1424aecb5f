"""`ludarium tournament`: many bots against each other."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer
from rich.table import Table

from ludarium.analysis.report import report
from ludarium.analysis.results import write_tables
from ludarium.cli._standings import play_out, standings_table, tell_forfeits
from ludarium.cli._terminal import console, say, show_table, write_file
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import counted
from ludarium.tournament.config import SYSTEMS, TournamentConfig, read_config
from ludarium.tournament.executors import PROCESSES, open_workers
from ludarium.tournament.journal import Journal
from ludarium.tournament.results import Results, check_libraries
from ludarium.tournament.tournament import Tournament

_WIDEST = 10
"""A cross table of more players is only in the report."""


def tournament(
    file: Annotated[
        Path | None, typer.Argument(help="What is played, in TOML; options take the place of its keys.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="A game, as in orion(clicks=2).")] = None,
    players: Annotated[list[str] | None, typer.Option("--player", help="A bot; to be given for every one.")] = None,
    system: Annotated[str | None, typer.Option(help=f"Who meets whom: {', '.join(SYSTEMS)}.")] = None,
    games: Annotated[
        int | None, typer.Option(help="Games of every encounter; seats change from one to the next.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="Rounds of swiss and ladder.")] = None,
    seed: Annotated[int | None, typer.Option(help="What dice and bots follow from.")] = None,
    clock: Annotated[str | None, typer.Option(help="Time control, as in 60+1.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="The folder of the results; that of FILE, by its name, where none is given.")
    ] = None,
    executor: Annotated[
        str, typer.Option(help="Where it is played: processes, threads, dask://host:port.")
    ] = PROCESSES,
    replays: Annotated[
        int | None, typer.Option(min=0, help="Games that the report can replay; all, up to 100,000 turns together.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Games at a time; as many as cores.")] = None,
) -> None:
    """Play a tournament between bots, or go on with one that was interrupted; the folder then holds all results."""
    given = {"game": game, "players": players, "system": system, "games": games, "rounds": rounds, "seed": seed}
    instead = {key: value for key, value in {**given, "clock": clock}.items() if value is not None}
    config = read_config(file, **instead) if file else TournamentConfig.make(**instead)
    folder = out or (file.with_suffix("") if file and file.suffix else None)
    if folder is None:
        raise ParseError("name the folder of the results, as in --out cup")
    check_libraries()  # before anything is played
    cup = Tournament(config)
    with Journal(folder, config.to_dict()) as journal, _interruptible(journal, folder):
        cup.results |= journal.results
        with open_workers(executor, workers) as found:
            play_out(cup, found, journal.add)
            with console.status("drawing the games") if console.is_terminal else nullcontext():
                results = Results.of(cup)
                page = report(results, replays, found.executor)
    write_tables(results, folder, write_over)
    write_over(folder / "report.html", page)
    tell(results)
    say(f"written to {folder}: report.html, and the tables standings, games and results")


@contextmanager
def _interruptible(journal: Journal, folder: Path) -> Iterator[None]:
    """Say what is kept, whatever stops the tournament, unless another command is needed."""
    try:
        yield
    except ParseError:
        raise
    except (LudariumError, KeyboardInterrupt) as error:
        kind, said = (type(error), f"{error}") if isinstance(error, LudariumError) else (LudariumError, "stopped")
        kept = f"{folder} keeps {counted(len(journal.results), 'game')}, and the same command goes on from there"
        raise kind(f"{said}; {kept}") from None


def write_over(path: Path, content: str | bytes) -> None:
    """Write a file that may be there from an earlier run."""
    write_file(path, content, over=True)


def tell(results: Results) -> None:
    """Print the standings, the forfeits, and the cross table."""
    players = results.players
    more = {
        "rating": [f"{player.rating.strength:.1f} ± {player.rating.error:.1f}" for player in players],
        "byes": [str(player.byes or "") for player in players],
        "forfeits": [str(player.forfeits or "") for player in players],
        "seconds a game": [f"{fmean(player.seconds):.2g}" if player.seconds else "" for player in players],
    }
    scores = [player.score for player in players]
    show_table(standings_table(scores, {name: texts for name, texts in more.items() if any(texts)}))
    tell_forfeits(results.forfeits)
    if 2 < len(players) <= _WIDEST:
        console.print()
        show_table(_cross(results))


def _cross(results: Results) -> Table:
    """The cross table: points of the player in the row against the one in the column, and the number of games."""
    table = Table("points against", box=None, header_style="bold", padding=(0, 2, 0, 0))
    order = [player.name for player in results.players]
    for number, _ in enumerate(order, 1):
        table.add_column(str(number), justify="right")
    for number, player in enumerate(order, 1):
        cells = []
        for other in order:
            points, games = results.cross_table.get((player, other), (0.0, 0))
            cells.append(f"{round(points, 2):g}/{games}" if games else "·")
        table.add_row(f"{number} {player}", *cells)
    return table
