"""Files that other programs see whole."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: Path, mode: int = 0o600) -> Iterator[IO[bytes]]:
    """Give a new file that takes the place of `path` at the end of the block.

    Other programs see the old file or the new one, even after a power cut; an error in the block leaves the old one.
    Folders that are missing are created. Raises `OSError` if the file cannot be written.

    >>> folder = tempfile.TemporaryDirectory()
    >>> path = Path(folder.name) / "new" / "notes.txt"
    >>> with replacing(path) as file:
    ...     _ = file.write(b"one")
    >>> path.read_text(), [found.name for found in path.parent.iterdir()]
    ('one', ['notes.txt'])
    >>> folder.cleanup()
    """
    part: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            part = Path(file.name)
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        part.replace(path)
    finally:
        if part is not None:
            with suppress(OSError):
                part.unlink(missing_ok=True)
