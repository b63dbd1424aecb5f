"""A tournament of the command `tournament`, computed again from the files in its folder; nothing is played."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.record import Record
from ludarium.core.rng import derive
from ludarium.core.text import counted, shorten
from ludarium.match.dice import seeded
from ludarium.match.verify import verify
from ludarium.players.external.specs import player_name
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.journal import NAME, is_even, parse_result
from ludarium.tournament.report.tables import standings
from ludarium.tournament.results import Results
from ludarium.tournament.side_by_side import GameResult
from ludarium.tournament.tournament import Tournament


class CheckedFolder(NamedTuple):
    """A tournament that was computed again: its configuration, its number of games, and what is wrong."""

    config: TournamentConfig
    games: int
    faults: list[str]


def check_folder(folder: Path) -> CheckedFolder:
    """Compute a tournament again: draws, pairings, the records by the rules, and the standings.

    Raises `ParseError` for a folder that holds no tournament, and what `load` raises for a game that is not installed.
    """
    config, results = _read_journal(folder / NAME)
    cup = Tournament(config, results)
    try:
        for _ in cup.play(_PlaysNothing()):
            pass
    except _UnfinishedError:
        missing = sum(number not in results for number in range(len(cup.pairings)))
        fault = f"{counted(missing, 'game')} of the last round are missing: the same command plays on"
        return CheckedFolder(config, len(results), [*_game_faults(cup), fault])
    except ValueError:  # a game has another number of seats than its pairing
        faults = [*_game_faults(cup), "the games of the journal do not belong to the pairings"]
        return CheckedFolder(config, len(results), faults)
    faults = [*_game_faults(cup)]
    faults += [f"game {number + 1} is not one of this tournament" for number in sorted(results.keys() - _numbers(cup))]
    if not faults and not _is_of(_standings(cup), _read(folder / "standings.csv"), config):
        faults.append("standings.csv is not what follows from the games")
    return CheckedFolder(config, len(results), faults)


class _UnfinishedError(LudariumError):
    """A game would have to be played."""


class _PlaysNothing(Executor):
    """An executor that refuses to play the games that are missing."""

    def submit(self, *_: object, **__: object) -> NoReturn:
        raise _UnfinishedError("a game is missing")


def _numbers(cup: Tournament) -> set[int]:
    return {*range(len(cup.pairings))}


def _standings(cup: Tournament) -> bytes:
    file = BytesIO()
    standings(Results.of(cup)).write_csv(file)
    return file.getvalue()


def _is_of(computed: bytes, written: bytes, config: TournamentConfig) -> bool:
    """Return whether the standings are those that were computed.

    Versions up to 0.3 rated games of three and more seats in another way.
    """
    if computed == written or config.even or all(game.seats == 2 for game in config.all_games):
        return computed == written
    return [*_without_ratings(computed)] == [*_without_ratings(written)]


def _without_ratings(standings: bytes) -> Iterator[list[str]]:
    head, *rows = csv.reader(standings.decode("utf-8", "replace").splitlines())
    kept = [at for at, name in enumerate(head) if name not in ("rating", "error")]
    for row in (head, *rows):
        yield [row[at] for at in kept if at < len(row)]


def _game_faults(cup: Tournament) -> Iterator[str]:
    """Yield what is wrong with each game: who played what with which seed, its turns, and its result."""
    for pairing, result in cup.played():
        job = cup.config.job(result.number, pairing)
        record = Record.parse(result.record)
        seats = record.initial().game.setup.seat_names
        names = dict(zip(seats, map(player_name, job.bots), strict=False))
        expected = {
            "Game": cup.config.all_games[pairing.game].spec,
            **names,
            "Seed": str(job.seed),
            "Dice": seeded(derive(job.seed) % 10**9),
        }
        found = {"Game": record.initial().game.spec, **record.tags}
        for key, value in expected.items():
            if found.get(key) != value:
                has = shorten(found.get(key) or "nothing")
                yield f"game {result.number + 1} has {has} as {key}, where {value} follows from the configuration"
        try:
            verify(record)
        except LudariumError as error:
            yield f"game {result.number + 1}: {error}"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ParseError(f"{path} cannot be read: {error.strerror}") from None


def _read_journal(path: Path) -> tuple[TournamentConfig, dict[int, GameResult]]:
    """Return the configuration and the games of a journal, whose last line may be incomplete."""
    results: dict[int, GameResult] = {}
    config: TournamentConfig | None = None
    content = _read(path)
    for number, line in enumerate(content[: content.rfind(b"\n") + 1].splitlines(), 1):
        try:
            values: Any = json.loads(line)  # Any: JSON
            if config is None:
                config = replace(TournamentConfig.from_dict(values["tournament"]), even=is_even(values))
            else:
                result = parse_result(values)
                results[result.number] = result
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            raise ParseError(f"{path}: line {number} is damaged") from error
    if config is None:
        raise ParseError(f"{path} holds no tournament")
    return config, results
