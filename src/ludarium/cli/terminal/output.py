"""Output, boards and files of the commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Sized
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.record import LARGEST, Record
from ludarium.core.text import counted, plain
from ludarium.scenes import text
from ludarium.scenes.scene import Scene

_console = partial(Console, highlight=False, markup=False, emoji=False)  # print names such as [b] or :x: as they are
console = _console()
errors = _console(stderr=True, soft_wrap=True)
_ENDLESS_WORD = re.compile(r"(\S{60})\S{240,}")
_LARGEST = 4 * LARGEST  # UTF-8 needs at most four bytes for a character
_COLOURS = ("cyan", "yellow", "magenta", "green", "red", "blue")
_STYLES = {f"seat-{seat}": f"bold {colour}" for seat, colour in enumerate(_COLOURS)}
_MARKS = {"last": "underline", "win": "reverse"}


class BadFile(LudariumError):
    """A file cannot be read or written."""


def say(sentence: str, style: str = "") -> None:
    """Print a sentence; a terminal wraps it between words, a pipe gets one line."""
    console.print(Text(plain(sentence, keep="\n"), style), soft_wrap=not console.is_terminal)


def show_table(table: Table) -> None:
    """Print a table; in a pipe it is as wide as its contents."""
    (console if console.is_terminal else _console(file=console.file, width=1000)).print(table)


def print_error(sentence: str) -> None:
    """Print a sentence on standard error, in one line; words that no sentence has are cut."""
    errors.print(Text(plain(_ENDLESS_WORD.sub(r"\1...", sentence))))


def board(scene: Scene) -> Text:
    """Return a scene as coloured text: each seat has a colour; the last move and a winning chain are marked."""
    lines = [Text(plain(line)) for line in text.render(scene).split("\n")]
    for element in scene.elements:
        words = element.look.split()
        style = " ".join(known[word] for known in (_STYLES, _MARKS) for word in words if word in known)
        for stamp in element.stamps if style else ():
            lines[stamp.row].stylize(style, stamp.column, stamp.column + len(stamp.text))
    return Text("\n").join(lines)


def progress(*, slow: bool = False) -> Progress:
    """Return a progress bar on standard error; in a pipe it shows nothing.

    With `slow` it shows a part of the whole, not counts, and the speed of the last ten minutes tells what is left.
    """
    done = TaskProgressColumn() if slow else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), done, TimeRemainingColumn())
    period = 600.0 if slow else 30.0
    return Progress(
        *columns, console=errors, disable=not errors.is_terminal, transient=True, speed_estimate_period=period
    )


@contextmanager
def name_file_in_errors(path: Path) -> Iterator[None]:
    """Put the file's name before the message of an error that is raised inside."""
    try:
        yield
    except LudariumError as error:
        raise type(error)(f"{path}: {error}") from error


def listed_records(files: Sequence[Path]) -> list[Path]:
    """Return the files, and the records of folders with their subfolders, which are the text files there.

    Raises `BadFile` for a folder without any.
    """
    found = list[Path]()
    for path in files:
        inside = sorted(one for one in path.rglob("*.txt") if one.is_file()) if path.is_dir() else [path]
        if not inside:
            raise BadFile(f"{path} is a folder without records: expected .txt files in it")
        found += inside
    return found


def read_record(path: Path) -> Record:
    """Read the record in a file.

    Raises `BadFile` or `ParseError`; the message begins with the file's name.
    """
    try:
        with path.open("rb") as file:
            found = file.read(_LARGEST + 1)
        written = found.decode("utf-8-sig") if len(found) <= _LARGEST else ""
    except UnicodeDecodeError as error:
        raise ParseError(f"{path} is not a record: it is not text in UTF-8 (byte {error.start})") from None
    except (OSError, ValueError) as error:  # ValueError: the path holds a character that no path may hold
        raise BadFile(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(found) > _LARGEST:
        raise BadFile(f"{path} is not a record: a record has at most {_LARGEST:,} bytes")
    with name_file_in_errors(path):
        return Record.parse(written)


def read_text(path: Path, largest: int) -> str:
    """Read the text of a file, of which at most so many bytes; raise `BadFile` if it cannot be read."""
    try:
        with path.open("rb") as opened:
            return opened.read(largest).decode("utf-8")
    except (OSError, ValueError) as error:
        raise BadFile(f"it cannot be read: {getattr(error, 'strerror', None) or error}") from None


def open_folder(folder: Path) -> None:
    """Create a folder if it is missing, and check that files can be written in it.

    Raises `BadFile`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot write in {folder}: {getattr(error, 'strerror', None) or error}") from None


def write_file(path: Path, content: str | bytes, *, over: bool = False) -> None:
    """Write a file.

    Raises `BadFile` if it cannot be written, or if it exists and `over` is false. A file that was created but could
    not be written completely is removed.
    """
    created = False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb" if over else "xb") as file:
            created = not over
            file.write(content if isinstance(content, bytes) else (content.removesuffix("\n") + "\n").encode())
    except (OSError, ValueError) as error:
        if created:
            path.unlink(missing_ok=True)
        if isinstance(error, FileExistsError) and path.exists():
            raise BadFile(f"{path} exists already; name another file") from None
        raise BadFile(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


@contextmanager
def resumable(folder: Path, games: Sized) -> Iterator[None]:
    """Add to an error which games the folder holds and how to continue, unless the command itself is wrong."""
    try:
        yield
    except ParseError:
        raise
    except (LudariumError, KeyboardInterrupt) as error:
        kind, what = (type(error), f"{error}") if isinstance(error, LudariumError) else (LudariumError, "stopped")
        saved = f"{folder} holds {counted(len(games), 'game')}, and the same command continues from there"
        raise kind(f"{what}; {saved}") from None
