"""What a process does that opens a database, perhaps together with others."""

import os
from pathlib import Path

from ludarium.site.ground.engine import open_engine


def open_once(url: str, errors: Path) -> None:
    """Open a database, and close it; what is printed as an error goes to a file."""
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT, 0o600), 2)
    open_engine(url).dispose()
