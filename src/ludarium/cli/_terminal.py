"""What the commands share: where they print, how they draw a board, what they read and write."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.record import LARGEST, Record
from ludarium.scenes import text
from ludarium.scenes.scene import Scene

_console = partial(Console, highlight=False, markup=False, emoji=False)  # a name such as [b] or :x: is a name
console = _console()
errors = _console(stderr=True, soft_wrap=True)
_LARGEST = 4 * LARGEST  # UTF-8 needs at most four bytes for a character
_STYLES = {"seat-0": "bold cyan", "seat-1": "bold yellow", "seat-2": "bold magenta", "seat-3": "bold green"}
_MARKS = {"last": "underline", "win": "reverse"}


class BadFile(LudariumError):
    """A file cannot be read, or not be written."""


def say(sentence: str, style: str = "") -> None:
    """Print a sentence: lines are broken between words on a screen, and not at all in a pipe."""
    console.print(Text(sentence, style), soft_wrap=not console.is_terminal)


def show_table(table: Table) -> None:
    """Print a table, which takes the room that it needs in a pipe."""
    (console if console.is_terminal else _console(file=console.file, width=1000)).print(table)


def complain(sentence: str) -> None:
    """Say on the error stream what is wrong, in one line."""
    errors.print(Text("".join(c if c.isprintable() else "\ufffd" for c in sentence)))


class Patience(logging.Handler):
    """Says once why nothing seems to happen: what was installed a moment ago is being compiled."""

    def emit(self, record: logging.LogRecord) -> None:
        """Hear that something was compiled; the rest of it goes on in silence."""
        logging.getLogger(record.name).removeHandler(self)
        complain("compiling for this machine, which is done once and takes a minute or two")


def board(scene: Scene) -> Text:
    """The picture for a terminal: every seat's pieces in a colour, the last move and a won chain marked."""
    lines = [Text(line) for line in text.render(scene).split("\n")]
    for element in scene.elements:
        words = element.look.split()
        style = " ".join(known[word] for known in (_STYLES, _MARKS) for word in words if word in known)
        for stamp in element.stamps if style else ():
            lines[stamp.row].stylize(style, stamp.column, stamp.column + len(stamp.text))
    return Text("\n").join(lines)


def progress() -> Progress:
    """A progress bar on the error stream, which shows nothing in a pipe."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=errors, disable=not errors.is_terminal, transient=True)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the file's name before what is said of its contents."""
    try:
        yield
    except LudariumError as error:
        raise type(error)(f"{path}: {error}") from error


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises `BadFile` or `ParseError`, with the file's name.
    """
    try:
        with path.open("rb") as file:
            found = file.read(_LARGEST + 1)
        if len(found) > _LARGEST:
            raise BadFile(f"{path} is no record: none is larger than {_LARGEST:,} bytes")
        written = found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"{path} is no record: it is not text in UTF-8 (byte {error.start})") from None
    except (OSError, ValueError) as error:  # Python's ValueError: no path has such characters
        raise BadFile(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    with naming(path):
        return Record.parse(written)


def open_folder(folder: Path) -> None:
    """Make a folder where there is none, and see that files can be written in it before there is work to lose.

    Raises `BadFile`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as error:
        raise BadFile(f"nothing can be written in {folder}: {getattr(error, 'strerror', None) or error}") from None


def write_file(path: Path, content: str | bytes, *, over: bool = False) -> None:
    """Write a file; one that exists stays as it is, unless it may be written over, and half of one is taken away.

    Raises `BadFile`.
    """
    made = False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb" if over else "xb") as file:
            made = not over
            file.write(content if isinstance(content, bytes) else (content.removesuffix("\n") + "\n").encode())
    except (OSError, ValueError) as error:
        if made:
            path.unlink(missing_ok=True)
        if isinstance(error, FileExistsError) and path.exists():
            raise BadFile(f"{path} exists already; name another file") from None
        raise BadFile(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
