"""What makes the tests quicker and changes nothing that they test.

Files are written in memory, templates are compiled once, and what takes long to make is made once a run.
"""

import fcntl
import os
import shutil
import tempfile
from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import FileSystemBytecodeCache

from ludarium.site.web.templating import templates

MadeOnce = Callable[[str, Callable[[Path], object]], Path]
"""Returns the folder of a name, which a function fills unless it is there."""
_MEMORY = Path("/dev/shm")
_ENOUGH = 4 * 2**30
"""Bytes; a run of all tests uses less than a tenth of them at a time."""


def write_in_memory() -> None:
    """Let this process, and all that it starts, write temporary files in memory, where there is room for them.

    A test of the site writes a database of some megabytes. A folder that is chosen stays.
    """
    if "TMPDIR" in os.environ or not os.access(_MEMORY, os.W_OK):
        return
    found = os.statvfs(_MEMORY)
    if found.f_bavail * found.f_frsize < _ENOUGH or found.f_flag & os.ST_NOEXEC:  # tests also write programs
        return
    os.environ["TMPDIR"] = str(_MEMORY)
    tempfile.tempdir = None


class UsedFolders:
    """The folders of tests that are over, which are deleted some tests later: threads may go on in them for a while."""

    def __init__(self, most: int = 200) -> None:
        self._most, self._folders = most, deque[Path]()

    def add(self, folder: Path) -> None:
        """Add the folder of a test that has passed, and delete the one that is due."""
        self._folders.append(folder)
        self.delete(self._most)

    def delete(self, most: int = 0) -> None:
        """Delete all but so many."""
        while len(self._folders) > most:
            shutil.rmtree(self._folders.popleft(), ignore_errors=True)


def keep_templates() -> None:
    """Read the code of templates that another process has compiled from the same text, and keep what is new."""
    folder = Path(os.environ["LUDARIUM_CACHE"]) / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    templates().bytecode_cache = FileSystemBytecodeCache(str(folder))


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> MadeOnce:
    """Make folders once for all processes of a run: the first that asks makes one, others wait; tests change nothing.

    A fixture of a module is made in each process that runs a test of it.
    """
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def made(name: str, fill: Callable[[Path], object]) -> Path:
        folder, begun = shared / f"made-{name}", shared / f"begun-{name}"
        with (shared / f"lock-{name}").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                shutil.rmtree(begun, ignore_errors=True)  # of a process that failed
                begun.mkdir()
                fill(begun)
                begun.rename(folder)
        return folder

    return made
