"""The journal of a tournament: a file with its configuration and a line for every finished game.

Lines are only appended, and are on the disk before the games count. A process that is killed can leave an incomplete
last line; it is cut off and its game is played again.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.record import Record
from ludarium.tournament.arena import GameResult

NAME = "journal.jsonl"
FORMAT = 2
"""Version of the format; version 1 is not named in the file."""
_OLD_KEYS = {"outcome": "payoffs", "spent": "seat_seconds"}
"""Keys of a game in version 1 and their names now."""


class BadJournal(LudariumError):
    """A journal cannot be read, written, or used for this tournament."""


class Journal:
    """The journal in a folder, which is created if it is missing; `results` are its games by number.

    `config` is `TournamentConfig.to_dict()`. Raises `BadJournal` or `ParseError` if the journal cannot be used or
    belongs to a tournament with another configuration.
    """

    def __init__(self, folder: Path, config: Mapping[str, object]) -> None:
        self.path = folder / NAME
        self.results: dict[int, GameResult] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = self.path.open("a+b")
        except OSError as error:
            raise BadJournal(f"{self.path} cannot be written: {error.strerror}") from None
        try:
            self._lock()
            self._read(config)
        except BaseException:
            self._file.close()
            raise

    def add(self, results: Iterable[GameResult]) -> None:
        """Append games; they are on the disk when this returns.

        Raises `BadJournal` if the disk is full.
        """
        added = {result.number: result for result in results}
        self._write([result._asdict() for result in added.values()])
        self.results |= added

    def _write(self, lines: Iterable[object]) -> None:
        try:
            self._file.write("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BadJournal(f"{self.path} cannot be written: {error.strerror}") from None

    def _lock(self) -> None:
        """Exclude a second process; the operating system releases the lock when the process ends."""
        with contextlib.suppress(ImportError):  # Windows has no such locks
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadJournal(f"the tournament in {self.path.parent} is being played by another process") from None

    def _read(self, config: Mapping[str, object]) -> None:
        """Read the games of an existing journal, or write the header of a new one."""
        self._file.seek(0)
        content = self._file.read()
        complete = content[: content.rfind(b"\n") + 1]
        if len(complete) < len(content):
            self._file.truncate(len(complete))
        lines = complete.splitlines()
        if not lines:
            self._write([{"tournament": config, "format": FORMAT}])
            return
        for number, line in enumerate(lines, 1):
            try:
                values = json.loads(line)
                if number == 1:
                    self._check_header(values, json.loads(json.dumps(config)))
                else:
                    result = _parse_result(values)
                    self.results[result.number] = result
            except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
                if isinstance(error, BadJournal):
                    raise
                advice = "remove it to play its game again" if number > 1 else "name another folder"
                raise ParseError(f"{self.path}: line {number} is damaged; {advice}") from None

    def _check_header(self, header: Mapping[str, Any], config: Mapping[str, object]) -> None:
        """Raise `BadJournal` if the journal has another configuration, or rounds of an older pairing method."""
        found = header["tournament"]
        for key in {**config, **found}:
            if found.get(key) != config.get(key):
                before, now = (json.dumps(one.get(key), ensure_ascii=False) for one in (found, config))
                raise BadJournal(
                    f"{self.path.parent} holds a tournament whose {key} is {before}, not {now}; name another folder"
                )
        if header.get("format", 1) < 2 and found["system"] == "swiss":
            raise BadJournal(
                f"{self.path} is of an older version, which paired Swiss rounds in another way; name another folder"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with contextlib.suppress(OSError):  # `_write` has already reported a full disk
            self._file.close()


def _parse_result(values: Mapping[str, Any]) -> GameResult:
    """Return the game that a line of the journal holds.

    Raises `ValueError`, `TypeError`, `KeyError` or `OverflowError` if the line was changed or contradicts its record.
    """
    result = GameResult(**{_OLD_KEYS.get(key, key): value for key, value in dict(values).items()})
    payoffs, seat_seconds = tuple(map(float, result.payoffs)), tuple(map(float, result.seat_seconds))
    record = Record.parse(str(result.record))
    ending = " ".join(str(result.ending).split())  # as a record writes it
    found = (payoffs, len(seat_seconds), ending, result.turns)
    if found != (record.payoffs, len(payoffs), record.ending, len(record.turns)):
        raise ValueError(found)
    number = values["number"]
    if not isinstance(number, int) or number < 0:
        raise ValueError(number)
    return result._replace(payoffs=payoffs, seconds=float(result.seconds), seat_seconds=seat_seconds)
