"""`ludarium tournament`: a tournament between bots; or the check of one, which may be a site's or a season of its."""

import os
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from statistics import fmean
from urllib.parse import urlsplit

import click
from rich.table import Table

from ludarium.cli._options import BUDGET, CLOCK, EXECUTOR, FILE, WORKERS
from ludarium.cli.match import play_out, print_forfeits, standings_table
from ludarium.cli.terminal.output import console, print_error, resumable, say, show_table, write_file
from ludarium.cli.terminal.site_http import PATIENCE, Data, Refused, open_answer, parse_data
from ludarium.core.errors import ParseError
from ludarium.core.text import counted
from ludarium.tournament.config import SYSTEMS, TournamentConfig, read_config
from ludarium.tournament.executors import PROCESSES, open_workers
from ludarium.tournament.journal import Journal
from ludarium.tournament.journal_verification import check_folder
from ludarium.tournament.report.report import report
from ludarium.tournament.report.tables import write_tables
from ludarium.tournament.results import Results, check_libraries
from ludarium.tournament.tournament import Tournament
from ludarium.tournament.verification import faults_of, season_faults

_LARGEST = 10_000_000
"""Bytes of the data of a tournament at most."""
_WIDEST = 10
"""The maximum number of players for which the cross table is printed; the report has it for any number."""


@click.command()
@click.argument(
    "file",
    required=False,
    type=FILE,
    help="The tournament's configuration in TOML; options replace its keys.",
)
@click.option(
    "--game",
    multiple=True,
    help="A game, as in orion(clicks=2); repeat the option for several, or name all for every installed game.",
)
@click.option("--draw", type=int, help="Games that are drawn for each round, of several games.")
@click.option("--player", "players", multiple=True, help="A bot; repeat the option for each of them.")
@click.option("--system", help=f"The system of pairings: {', '.join(SYSTEMS)}.")
@click.option("--games", type=int, help="Games of each encounter; the players change seats from game to game.")
@click.option("--rounds", type=int, help="Rounds of the systems swiss and ladder, and of several games.")
@click.option("--seed", type=int, help="Random seed of dice and bots.")
@CLOCK
@BUDGET
@click.option("--out", type=FILE, help="The folder of the results; by default the name of FILE without its ending.")
@EXECUTOR
@click.option(
    "--replays",
    type=click.IntRange(0),
    help="Games that the report can replay; by default all, up to 100,000 turns in total.",
)
@WORKERS
@click.option(
    "--verify",
    "verified",
    metavar="FOLDER_OR_URL",
    help="Compute a tournament again and play nothing: from its folder, or one of a site from its address or its JSON.",
)
def tournament(
    file: Path | None,
    game: Sequence[str],
    players: Sequence[str],
    out: Path | None,
    executor: str | None,
    replays: int | None,
    workers: int | None,
    verified: str | None,
    **keys: str | int | None,
) -> None:
    """Run a tournament between bots, or continue one.

    All results are written into one folder: a report in HTML, tables, and a journal of the games.
    The same command continues a tournament that was interrupted.
    """
    if verified is not None:
        verify_tournament(verified)
        return
    games = game[0] if len(game) == 1 else [*game] or None
    given = {
        key: value for key, value in {**keys, "game": games, "players": [*players] or None}.items() if value is not None
    }
    config = read_config(file, **given) if file else TournamentConfig.make(**given)
    folder = out or (file.with_suffix("") if file and file.suffix else None)
    if folder is None:
        raise ParseError("name a folder for the results, as in --out cup")
    check_libraries()  # before anything is played
    with Journal(folder, config.to_dict()) as journal, resumable(folder, journal.results):
        cup = Tournament(replace(config, even=journal.even), journal.results.copy())
        with open_workers(executor or PROCESSES, workers) as found:
            play_out(cup, found, journal.add)
            with console.status("writing the report") if console.is_terminal else nullcontext():
                results = Results.of(cup)
                page = report(results, replays, found.executor)
    write_tables(results, folder, _overwrite)
    _overwrite(folder / "report.html", page)
    _print_results(results)
    tables = "standings, games, by_game and results" if config.several else "standings, games and results"
    say(f"written to {folder}: report.html, and the tables {tables}")


def _overwrite(path: Path, content: str | bytes) -> None:
    """Write a file that an earlier run may have written."""
    write_file(path, content, over=True)


def _print_results(results: Results) -> None:
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
    for spec, table in results.tables.items():
        say(f"\n{spec}")
        show_table(standings_table(table))
    print_forfeits(results.forfeits)
    if 2 < len(players) <= _WIDEST:
        console.print()
        show_table(_cross_table(results))


def _cross_table(results: Results) -> Table:
    """Return the cross table: the row's points against the column's player, and the number of games."""
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


def verify_tournament(source: str) -> None:
    """Compute a tournament or a season of a league again, and print whether it is correct; exit with 2 if it is not.

    Raises a `LudariumError` for what cannot be read.
    """
    if Path(source).is_dir():
        _verify_folder(Path(source))
        return
    data = _fetched(source) if source.startswith(("http://", "https://")) else _read(Path(source))
    if "league" in data and "divisions" in data:
        _verify_season(source, data)
        return
    _report(source, faults_of(data))
    games = counted(sum(map(len, data["waves"])), "game")
    what = f"{counted(len(data['players']), 'player')}, {games}"
    say(f"{data['name']}: {what}: seed numbers, pairings and table follow from the seed and the results: correct")


def _verify_folder(folder: Path) -> None:
    """Compute a tournament again that this command has played."""
    check_libraries()
    config, games, faults = check_folder(folder)
    _report(f"{folder}", faults)
    what = f"{counted(len(config.players), 'player')}, {counted(games, 'game')}"
    drawn = "draws, pairings" if config.several else "pairings"
    say(f"{folder}: {what}: {drawn}, records and standings follow from the seed and the rules: correct")


def _verify_season(source: str, league: Data) -> None:
    """Compute a season again from the tournaments that are its divisions, and from those of the season before."""
    address = urlsplit(source)
    if not address.scheme:
        raise ParseError(f"{source} is a league, which is read from its address: its divisions are not in the file")
    site = f"{address.scheme}://{address.netloc}{address.path.rpartition('/leagues/')[0]}"
    try:
        name, season = league["name"], league["season"]
        last = _fetched(f"{site}/leagues/{league['league']}?season={season - 1}") if season > 1 else None
        played, former = (_divisions(site, one) if one else [] for one in (league, last))
    except (KeyError, TypeError) as error:
        raise ParseError(f"{source} has no data of a league: {type(error).__name__} {error}") from error
    if not played:
        raise ParseError(f"{name} has no season to compute again yet")
    _report(source, season_faults(league, played, former))
    what = f"{counted(len(played), 'division')}, {counted(sum(len(one['players']) for one in played), 'player')}"
    say(f"{name}, season {season}: {what}: divisions, pairings, tables and moves follow: correct")


def _divisions(site: str, league: Data) -> list[Data]:
    return [_fetched(f"{site}/tournaments/{one['tournament']}") for one in league["divisions"]]


def _report(source: str, faults: list[str]) -> None:
    for fault in faults:
        print_error(f"{source}: {fault}")
    if faults:
        raise click.exceptions.Exit(2)


def _read(path: Path) -> Data:
    try:
        with path.open("rb") as file:
            body = file.read(_LARGEST)
    except OSError as error:
        raise ParseError(f"{path} cannot be read: {os.strerror(error.errno or 0)}") from error
    return _parsed(body, str(path))


def _fetched(address: str) -> Data:
    with open_answer(address, None, {"Accept": "application/json"}, PATIENCE) as answer:
        status, body = answer.status, answer.read(_LARGEST)
    if status != HTTPStatus.OK:
        raise Refused(f"{address} answers with the status {status}", status or HTTPStatus.OK)
    return _parsed(body, address)


def _parsed(body: bytes, source: str) -> Data:
    data = parse_data(body)
    if data is None:
        raise ParseError(f"{source} is no tournament in JSON")
    return data
