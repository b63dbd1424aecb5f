"""What was looked through so far, in a file beside the one that is made: a command that was stopped goes on there.

The first line names the command, each line below is a game of it. A line that was not written to its end is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.puzzles.making import Looked
from ludarium.puzzles.puzzle import Puzzle


class _Line(msgspec.Struct, frozen=True):
    """A game that was looked through, of the set of options with this number."""

    options: int
    looked: Looked


class Journal:
    """Games that were looked through, in a file to which they are added one by one; the first one makes the file.

    Raises `LudariumError` if the file is that of another command or no journal, `OSError` if it cannot be read or
    written.
    """

    def __init__(self, path: Path, command: str) -> None:
        self._path, self._first, self._lines = path, msgspec.json.encode(command), list[_Line]()
        written = path.read_bytes() if path.exists() else b""
        first, *lines = written[: written.rfind(b"\n") + 1].splitlines() or [b""]
        if first and first != self._first:
            raise LudariumError(
                f"{path} was begun by {shorten(first.decode('utf-8', 'replace'))}: "
                "expected the same command; remove the file to begin anew"
            )
        for number, line in enumerate(lines, 2):
            try:
                self._lines.append(msgspec.json.decode(line, type=_Line))
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise ParseError(f"{path}, line {number} is no game that was looked through: {error}") from None
        self._whole = sum(len(line) + 1 for line in (first, *lines)) if first else 0

    def before(self, options: int) -> tuple[Looked, ...]:
        """Return the games of a set of options that have been looked through, in their order."""
        return tuple(line.looked for line in self._lines if line.options == options)

    def puzzles(self, options: int, looked: Iterable[Looked]) -> Iterator[Puzzle]:
        """Yield the puzzles of a set of options: those that were found, and what comes, each game written down."""
        for one in self.before(options):
            yield from one.puzzles
        for one in looked:
            self._lines.append(_Line(options, one))
            self._write(msgspec.json.encode(self._lines[-1]))
            yield from one.puzzles

    def __len__(self) -> int:
        """Return how many games have been looked through."""
        return len(self._lines)

    def _write(self, line: bytes) -> None:
        """Add a line after the last one that is whole."""
        with self._path.open("r+b" if self._whole else "wb") as file:
            file.seek(self._whole)
            file.truncate()
            file.write(b"".join(one + b"\n" for one in (() if self._whole else (self._first,))) + line + b"\n")
            self._whole = file.tell()
