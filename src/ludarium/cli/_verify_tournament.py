"""The check of a tournament or a season of a site, from its address or a file, or of a tournament in a folder."""

import os
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import click

from ludarium.cli.terminal.output import print_error, say
from ludarium.cli.terminal.site_http import PATIENCE, Data, Refused, open_answer, parse_data, unreachable
from ludarium.core.errors import ParseError
from ludarium.core.text import counted
from ludarium.tournament.journal_verification import check_folder
from ludarium.tournament.results import check_libraries
from ludarium.tournament.verification import faults_of, season_faults

_LARGEST = 10_000_000
"""Bytes of the data of a tournament at most."""


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
    try:
        with open_answer(address, None, {"Accept": "application/json"}, PATIENCE) as answer:
            status, body = answer.status, answer.read(_LARGEST)
    except (OSError, HTTPException) as error:
        raise unreachable(address, error) from error
    if status != HTTPStatus.OK:
        raise Refused(f"{address} answers with the status {status}", status or HTTPStatus.OK)
    return _parsed(body, address)


def _parsed(body: bytes, source: str) -> Data:
    data = parse_data(body)
    if data is None:
        raise ParseError(f"{source} is no tournament in JSON")
    return data
