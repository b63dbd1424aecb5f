"""Journals: files with a header and a line for everything that is finished, so that what was interrupted can continue.

Lines are only appended, and are on the disk before they count. A process that is killed can leave an incomplete last
line, which is cut off.
"""

from __future__ import annotations

import contextlib
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from ludarium.core.errors import LudariumError, ParseError

NAME = "journal.jsonl"


class BadJournal(LudariumError):
    """A journal cannot be read, written, or continued by this command."""


class JournalFile(ABC):
    """The journal in a folder, which is created if it is missing; one that is refused is left as it is.

    A new journal begins with `header`. Of an existing one `check_header` and `read_line` are called with the first and
    all other lines. Raises `BadJournal` or `ParseError` if the journal cannot be used; `busy` says that another process
    uses it.
    """

    def __init__(self, folder: Path, header: object, busy: str, name: str = NAME) -> None:
        self.path = folder / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = self.path.open("a+b")
        except OSError as error:
            raise BadJournal(f"{self.path} cannot be written: {error.strerror}") from None
        try:
            self._lock(busy)
            self._read(header)
        except BaseException:
            self.__exit__(None, None, None)
            raise

    @abstractmethod
    def check_header(self, header: Any) -> None:
        """Raise `BadJournal` if the journal is of something else."""

    @abstractmethod
    def read_line(self, values: Any) -> None:
        """Store the content of a line; any `ValueError`, `TypeError` or `KeyError` means that it is damaged."""

    def explain_damage(self, number: int, line: bytes, error: Exception) -> str:
        """Return what is said of a line that cannot be read, as a sentence."""
        advice = "remove it to play its game again" if number > 1 else "name another folder"
        return f"{self.path}: line {number} is damaged; {advice}"

    def append(self, lines: Iterable[object]) -> None:
        """Append lines; they are on the disk when this returns.

        Raises `BadJournal` if the disk is full.
        """
        try:
            self._file.write("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BadJournal(f"{self.path} cannot be written: {error.strerror}") from None

    def _lock(self, busy: str) -> None:
        """Exclude a second process; the operating system releases the lock when the process ends."""
        with contextlib.suppress(ImportError):  # Windows has no such locks
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadJournal(busy) from None

    def _read(self, header: object) -> None:
        """Read the lines of an existing journal, or write the header of a new one."""
        self._file.seek(0)
        content = self._file.read()
        complete = content[: content.rfind(b"\n") + 1]
        lines = complete.splitlines()
        for number, line in enumerate(lines, 1):
            try:
                (self.read_line if number > 1 else self.check_header)(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
                if isinstance(error, BadJournal):
                    raise
                raise ParseError(self.explain_damage(number, line, error)) from None
        if len(complete) < len(content):
            self._file.truncate(len(complete))
        if not lines:
            self.append([header])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with contextlib.suppress(OSError):  # `append` has already reported a full disk
            self._file.close()
