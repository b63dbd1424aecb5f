"""What was looked through so far, in a file beside the one that is made: a command that was stopped goes on there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ludarium.core.text import shorten
from ludarium.puzzles.making import Looked
from ludarium.puzzles.puzzle import Puzzle
from ludarium.tournament.journal_file import BadJournal, JournalFile


class _Line(msgspec.Struct, frozen=True):
    """A game that was looked through, of the set of options with this number."""

    options: int
    looked: Looked


class Journal(JournalFile):
    """Games that were looked through by a command, in a file to which they are added one by one.

    Raises `BadJournal` or `ParseError` if the file cannot be used or is of another command.
    """

    def __init__(self, path: Path, command: str) -> None:
        self._command, self._lines = command, list[_Line]()
        super().__init__(path.parent, command, f"another process looks for puzzles for {path}", path.name)

    def before(self, options: int) -> tuple[Looked, ...]:
        """Return the games of a set of options that have been looked through, in their order."""
        return tuple(line.looked for line in self._lines if line.options == options)

    def puzzles(self, options: int, looked: Iterable[Looked]) -> Iterator[Puzzle]:
        """Yield the puzzles of a set of options: those that were found, and what comes, each game written down.

        Raises `BadJournal` if the disk is full.
        """
        for one in self.before(options):
            yield from one.puzzles
        for one in looked:
            self._lines.append(_Line(options, one))
            self.append([msgspec.to_builtins(self._lines[-1])])
            yield from one.puzzles

    def check_header(self, header: Any) -> None:
        """Raise `BadJournal` if the file is of another command."""
        if header != self._command:
            raise BadJournal(self._begun_by(str(header)))

    def read_line(self, values: Any) -> None:
        """Store a game."""
        try:
            self._lines.append(msgspec.convert(values, _Line))
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from None

    def explain_damage(self, number: int, line: bytes, error: Exception) -> str:
        """Return what is said of a line that is no game; a first line may be of any file."""
        if number == 1:
            return self._begun_by(line.decode("utf-8", "replace"))
        return f"{self.path}, line {number} is no game that was looked through: {error}"

    def _begun_by(self, what: str) -> str:
        return f"{self.path} was begun by {shorten(what)}: expected the same command; remove the file to begin anew"

    def __len__(self) -> int:
        """Return how many games have been looked through."""
        return len(self._lines)
