"""A tournament's folder: its plan and every game that was played, a line each, so that nothing is played twice.

The journal is only added to, and what is added is on the disk before it counts. A process that is killed can leave
half a line at the end; it is cut off, and its game is played again.
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
from ludarium.tournament.arena import Result

NAME = "journal.jsonl"


class BadJournal(LudariumError):
    """A journal cannot be read, written, or used for this tournament."""


class Journal:
    """The journal in a folder, made where there is none; `kept` are the games that it holds, by number.

    Raises `BadJournal` where it cannot be used, or is that of a tournament with another plan.
    """

    def __init__(self, folder: Path, plan: Mapping[str, object]) -> None:
        self.path = folder / NAME
        self.kept: dict[int, Result] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = self.path.open("a+b")
        except OSError as error:
            raise BadJournal(f"{self.path} cannot be written: {error.strerror}") from None
        try:
            self._lock()
            self._read(plan)
        except BaseException:
            self._file.close()
            raise

    def add(self, results: Iterable[Result]) -> None:
        """Keep some games; they are on the disk when this returns.

        Raises `BadJournal` where the disk is full.
        """
        kept = {result.number: result for result in results}
        self._write([result._asdict() for result in kept.values()])
        self.kept |= kept

    def _write(self, lines: Iterable[object]) -> None:
        try:
            self._file.write("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BadJournal(f"{self.path} cannot be written: {error.strerror}") from None

    def _lock(self) -> None:
        """Keep out a second process; the lock goes with the process, however it ends."""
        with contextlib.suppress(ImportError):  # Windows has no such locks
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadJournal(f"the tournament in {self.path.parent} is being played by another process") from None

    def _read(self, plan: Mapping[str, object]) -> None:
        """Read what there is, and write the plan where there is nothing."""
        self._file.seek(0)
        whole = self._file.read()
        complete = whole[: whole.rfind(b"\n") + 1]
        if len(complete) < len(whole):
            self._file.truncate(len(complete))
        lines = complete.splitlines()
        if not lines:
            self._write([{"tournament": plan}])
            return
        for number, line in enumerate(lines, 1):
            try:
                read = json.loads(line)
                if number == 1:
                    self._compare(read["tournament"], json.loads(json.dumps(plan)))
                else:
                    result = _result(read)
                    self.kept[result.number] = result
            except (ValueError, TypeError, KeyError) as error:
                if isinstance(error, BadJournal):
                    raise
                advice = "remove it to play its game again" if number > 1 else "name another folder"
                raise ParseError(f"{self.path}: line {number} is damaged; {advice}") from None

    def _compare(self, kept: Mapping[str, object], plan: Mapping[str, object]) -> None:
        """Raise `BadJournal` where the plan is another."""
        for key in {**plan, **kept}:
            if kept.get(key) != plan.get(key):
                before, now = (json.dumps(one.get(key), ensure_ascii=False) for one in (kept, plan))
                raise BadJournal(
                    f"{self.path.parent} holds a tournament whose {key} is {before}, not {now}; name another folder"
                )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with contextlib.suppress(OSError):  # what a full disk did not take is not kept, and was told
            self._file.close()


def _result(read: Mapping[str, Any]) -> Result:
    """The game that a line of the journal holds.

    Raises `ValueError` or its like where the line is not as it was written, or contradicts its record.
    """
    result = Result(**read)
    payoffs, spent = tuple(map(float, result.payoffs)), tuple(map(float, result.spent))
    record = Record.parse(str(result.record))
    ending = " ".join(str(result.ending).split())  # as a record writes it
    told = (payoffs, len(spent), ending, result.turns)
    if told != (record.payoffs, len(payoffs), record.ending, len(record.turns)):
        raise ValueError(told)
    return result._replace(number=int(result.number), payoffs=payoffs, seconds=float(result.seconds), spent=spent)
