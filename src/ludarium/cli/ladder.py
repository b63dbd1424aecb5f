"""`ludarium ladder`: the ranked matches of a site's ladder, played again."""

import gzip
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast
from urllib.parse import urlsplit

import click

from ludarium.cli._options import FILE, WORKERS
from ludarium.cli.bot import read_token
from ludarium.cli.terminal.output import BadFile, print_error, say
from ludarium.cli.terminal.site_http import PATIENCE, Refused, open_answer, parse_data
from ludarium.core.text import counted
from ludarium.tournament.executors import PROCESSES, open_workers
from ludarium.tournament.recomputing import LONGEST, Checked, LadderReader, RankedMatch, check_match
from ludarium.tournament.side_by_side import in_batches

_GZIP = b"\x1f\x8b"
_MOST_PRINTED = 20
"""Differences that are printed one by one."""
_PLACES = re.compile(r"([1-9][0-9]{0,11})-([1-9][0-9]{0,11})")


def _parse_places(context: click.Context, parameter: click.Parameter, text: str | None) -> range | None:
    """Return the places of ranked matches; None for all."""
    found = _PLACES.fullmatch(text) if text is not None else None
    if text is not None and (found is None or int(found[1]) > int(found[2])):
        raise click.BadParameter(f"{text} is no part of a ladder: expected two places, as in 1-5000")
    return range(int(found[1]), int(found[2]) + 1) if found else None


@click.command()
@click.option(
    "--verify",
    "source",
    required=True,
    metavar="FILE_OR_URL",
    help="The file of a ladder, or the address of the ladder on its site.",
)
@click.option(
    "--token",
    "token_file",
    type=FILE,
    help="The file with a token of yours there: bots of yours can be played again though you hide their code.",
)
@click.option(
    "--matches",
    "places",
    metavar="FROM-TO",
    callback=_parse_places,
    help="Play only these ranked matches, by their places, as in 1-5000: a long ladder can be played in parts.",
)
@WORKERS
def ladder(source: str, token_file: Path | None, places: range | None, workers: int | None) -> None:
    """Play every ranked match of a ladder again, compare the records, and compute its pairings again.

    It names what differs, and counts what cannot be played again: matches of bots whose author hides the code. Ratings
    and pairings are computed from the first match on.
    """
    reader = LadderReader()
    is_address = source.startswith(("http://", "https://"))
    token = read_token(token_file) if token_file else ""
    matches = _fetched(source, token, reader) if is_address else reader.matches(_read(Path(source)))
    jobs = [job for job in matches if places is None or reader.rated in places]
    found: list[Checked] = []
    with open_workers(PROCESSES, workers) as opened:
        for checked in in_batches(check_match, jobs, opened.executor, opened.number):
            found += checked
    _report(source, reader, found, places)


def _report(source: str, reader: LadderReader, found: list[Checked], places: range | None) -> None:
    """Say what was verified and what was not; exit with 2 if something differs."""
    counts = Counter(each.outcome for each in found)
    differing = sorted(each for each in found if each.outcome == "differs")
    faults = [*reader.faults, *(f"match {each.number}: {each.says}" for each in differing)]
    for fault in faults[:_MOST_PRINTED]:
        print_error(f"{source}: {fault}")
    if len(faults) > _MOST_PRINTED:
        print_error(f"{source}: {counted(len(faults) - _MOST_PRINTED, 'more difference')}")
    asked = f", {places[0]:,} to {places[-1]:,} of {reader.rated:,}" if places else ""
    ranked = f"{reader.game}: {counted(len(found), 'ranked match')}{asked}"
    say(f"{ranked}; {counts['same']:,} played again with the same record")
    if reader.paired:
        say(f"{counted(reader.paired, 'pairing')} computed again from the seed and the results")
    if counts["hidden"]:
        say(f"{counted(counts['hidden'], 'match')} of bots whose code is not shown: not verified")
    for cause, number in Counter(each.says for each in found if each.outcome == "unknown").items():
        say(f"{counted(number, 'match')} not verified: {cause}")
    if faults:
        raise click.exceptions.Exit(2)


def _read(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file.

    Raises `BadFile`.
    """
    try:
        with path.open("rb") as plain, _unpacked(plain) as file:
            while line := file.readline(LONGEST):
                if line.strip():
                    yield line
    except (OSError, EOFError, zlib.error) as error:
        raise BadFile(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _unpacked(file: BufferedReader) -> BinaryIO:
    """Return a file as it is, or unpacked if it is packed by gzip."""
    return cast(BinaryIO, gzip.open(file)) if file.peek(2)[:2] == _GZIP else file


def _fetched(address: str, token: str, reader: LadderReader) -> Iterator[RankedMatch]:
    """Yield the matches of the ladder at an address, which are asked for part by part.

    Raises `Refused` and `SiteAway`.
    """
    parts = urlsplit(address)
    path = parts.path.rstrip("/")
    path = path if path.endswith("/file") else f"{path}/file" if path.endswith("/ladder") else f"{path}/ladder/file"
    while True:
        before = reader.rated
        yield from reader.matches(_part(f"{parts.scheme}://{parts.netloc}{path}?after={before}", token))
        if reader.rated == before:
            return


def _part(address: str, token: str) -> Iterator[bytes]:
    headers = {"Accept": "application/x-ndjson", **({"Authorization": f"Bearer {token}"} if token else {})}
    with open_answer(address, None, headers, PATIENCE) as answer:
        if answer.status != HTTPStatus.OK:
            said = (parse_data(answer.read(LONGEST)) or {}).get("error") or f"the status {answer.status}"
            raise Refused(f"{address} answers: {said}", answer.status or HTTPStatus.OK)
        while line := answer.readline(LONGEST):
            yield line
