"""`ludarium tournament`: many bots against each other."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer
from rich.table import Table

from ludarium.analysis.report import report
from ludarium.analysis.results import standings, write_tables
from ludarium.cli._standings import play_out, standings_table, tell_faults
from ludarium.cli._terminal import console, say, show_table, write_file
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import counted
from ludarium.tournament.config import SYSTEMS, TournamentConfig, read_config
from ludarium.tournament.executors import PROCESSES, open_workers
from ludarium.tournament.journal import Journal
from ludarium.tournament.ratings import rate
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
    plan = read_config(file, **instead) if file else TournamentConfig.make(**instead)
    folder = out or (file.with_suffix("") if file and file.suffix else None)
    if folder is None:
        raise ParseError("name the folder of the results, as in --out cup")
    rate(0, ())  # what is missing at the end is missed before anything is played
    cup = Tournament(plan)
    with Journal(folder, plan.to_dict()) as journal, _interruptible(journal, folder):
        cup.results |= journal.kept
        with open_workers(executor, workers) as found:
            play_out(cup, found, journal.add)
            with console.status("drawing the games") if console.is_terminal else nullcontext():
                page = report(cup, replays, found.executor)
    write_tables(cup, folder, write_over)
    write_over(folder / "report.html", page)
    tell(cup)
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
        kept = f"{folder} keeps {counted(len(journal.kept), 'game')}, and the same command goes on from there"
        raise kind(f"{said}; {kept}") from None


def write_over(path: Path, content: str | bytes) -> None:
    """Write a file that may be there from an earlier run."""
    write_file(path, content, over=True)


def tell(cup: Tournament) -> None:
    """Print the standings, and who has scored what against whom."""
    table, lines, spent = standings(cup), cup.standings(), cup.spent()
    more = {
        "rating": [f"{row['rating']:.1f} ± {row['error']:.1f}" for row in table.iter_rows(named=True)],
        "byes": [str(count) if count else "" for count in table["byes"]],
        "forfeits": [str(count) if count else "" for count in table["forfeits"]],
        "seconds a game": [f"{fmean(spent[line.player]):.2g}" if line.games else "" for line in lines],
    }
    show_table(standings_table(lines, {name: texts for name, texts in more.items() if any(texts)}))
    tell_faults(cup)
    if 2 < len(lines) <= _WIDEST:
        console.print()
        show_table(_cross(cup, [line.player for line in lines]))


def _cross(cup: Tournament, order: list[str]) -> Table:
    """The points that each line's player has made against each column's, of how many games."""
    table = Table("points against", box=None, header_style="bold", padding=(0, 2, 0, 0))
    for number, _ in enumerate(order, 1):
        table.add_column(str(number), justify="right")
    met = cup.cross_table()
    for number, player in enumerate(order, 1):
        cells = []
        for other in order:
            points, games = met.get((player, other), (0.0, 0))
            cells.append(f"{round(points, 2):g}/{games}" if games else "·")
        table.add_row(f"{number} {player}", *cells)
    return table
