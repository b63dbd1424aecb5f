"""The journal of a tournament: its configuration and a line for every finished game.

A game whose line was cut off is played again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ludarium.core.record import Record
from ludarium.tournament.journal_file import NAME, BadJournal, JournalFile
from ludarium.tournament.side_by_side import GameResult

__all__ = ["NAME", "BadJournal", "Journal"]

FORMAT, EVEN = 3, 3
"""The format, and the first one of tournaments with even seats and one pairing of Swiss rounds for programs and people.
"""


class Journal(JournalFile):
    """The journal in a folder; `results` are its games by number.

    `config` is `TournamentConfig.to_dict()`, and `even` the value of the configuration by which the journal was begun.

    Raises `BadJournal` or `ParseError` if the journal cannot be used or belongs to a tournament with another
    configuration.
    """

    def __init__(self, folder: Path, config: Mapping[str, object]) -> None:
        self.results: dict[int, GameResult] = {}
        self.even = True
        self._config: Mapping[str, object] = json.loads(json.dumps(config))
        busy = f"the tournament in {folder} is being played by another process"
        super().__init__(folder, {"tournament": config, "format": FORMAT}, busy)

    def add(self, results: Iterable[GameResult]) -> None:
        """Append games; they are on the disk when this returns.

        Raises `BadJournal` if the disk is full.
        """
        added = {result.number: result for result in results}
        self.append(result._asdict() for result in added.values())
        self.results |= added

    def check_header(self, header: Mapping[str, Any]) -> None:
        """Raise `BadJournal` if the journal has another configuration."""
        config, found = self._config, header["tournament"]
        for key in {**config, **found}:
            if found.get(key) != config.get(key):
                before, now = (json.dumps(one.get(key), ensure_ascii=False) for one in (found, config))
                raise BadJournal(
                    f"{self.path.parent} holds a tournament whose {key} is {before}, not {now}; name another folder"
                )
        self.even = is_even(header)

    def read_line(self, values: Any) -> None:
        """Store a game."""
        result = parse_result(values)
        self.results[result.number] = result


def is_even(header: Mapping[str, Any]) -> bool:
    """Return whether the first line of a journal is one of a tournament with even seats."""
    return int(header["format"]) >= EVEN


def parse_result(values: Mapping[str, Any]) -> GameResult:
    """Return the game that a line of the journal holds.

    Raises `ValueError`, `TypeError`, `KeyError` or `OverflowError` if the line was changed or contradicts its record.
    """
    result = GameResult(**values)
    payoffs, seat_seconds = tuple(map(float, result.payoffs)), tuple(map(float, result.seat_seconds))
    record = Record.parse(str(result.record))
    ending = " ".join(str(result.ending).split())  # as a record writes it
    found = (payoffs, len(seat_seconds), ending)
    if found != (record.payoffs, len(payoffs), record.ending):
        raise ValueError(found)
    if not 0 <= result.turns <= len(record.turns):  # rolls and draws are none
        raise ValueError(result.turns)
    number = values["number"]
    if not isinstance(number, int) or number < 0:
        raise ValueError(number)
    return result._replace(payoffs=payoffs, seconds=float(result.seconds), seat_seconds=seat_seconds)
