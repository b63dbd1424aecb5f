"""The check of a tournament of a site, from a file or from its address."""

import os
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path

import click

from ludarium.cli.terminal.output import print_error, say
from ludarium.cli.terminal.site_http import PATIENCE, Data, Refused, open_answer, parse_data, unreachable
from ludarium.core.errors import ParseError
from ludarium.core.text import counted
from ludarium.tournament.verification import faults_of

_LARGEST = 10_000_000
"""Bytes of the data of a tournament at most."""


def verify_tournament(source: str) -> None:
    """Compute a tournament again, and say whether it is correct; exit with 2 if it is not.

    Raises a `LudariumError` for what cannot be read.
    """
    data = _fetched(source) if source.startswith(("http://", "https://")) else _read(Path(source))
    faults = faults_of(data)
    for fault in faults:
        print_error(f"{source}: {fault}")
    if faults:
        raise click.exceptions.Exit(2)
    games = counted(sum(map(len, data["waves"])), "game")
    what = f"{counted(len(data['players']), 'player')}, {games}"
    say(f"{data['name']}: {what}: seed numbers, pairings and table follow from the seed and the results: correct")


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
