"""What makes processes of the tests quicker and changes nothing that they test: a folder in memory, kept templates."""

import os
import tempfile
from pathlib import Path

from jinja2 import FileSystemBytecodeCache

from ludarium.site.web.templating import templates

_MEMORY = Path("/dev/shm")
_ENOUGH = 4 * 2**30
"""Bytes; a run of all tests uses less than a tenth of them at a time."""


def write_in_memory() -> None:
    """Let this process, and all that it starts, write temporary files in memory, where there is room for them.

    A test of the site writes a database of some megabytes and deletes it again. A folder that is chosen stays.
    """
    if "TMPDIR" in os.environ or not os.access(_MEMORY, os.W_OK):
        return
    found = os.statvfs(_MEMORY)
    if found.f_bavail * found.f_frsize < _ENOUGH or found.f_flag & os.ST_NOEXEC:  # tests also write programs
        return
    os.environ["TMPDIR"] = str(_MEMORY)
    tempfile.tempdir = None


def keep_templates() -> None:
    """Read the code of templates that another process has compiled from the same text, and keep what is new."""
    folder = Path(os.environ["LUDARIUM_CACHE"]) / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    templates().bytecode_cache = FileSystemBytecodeCache(str(folder))
