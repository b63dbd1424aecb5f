"""Optional libraries: they are imported where they are used, and a missing one is an error with the command to run."""

import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

from ludarium.core.errors import LudariumError

_PACKAGE = "ludarium"
_EXTRA = re.compile(r"extra *== *['\"]([\w.-]+)['\"]")


class MissingExtra(LudariumError):
    """A library of one of this package's extras is not installed."""


def install_command(name: str) -> str:
    """Return the command that installs an extra: in the environment of a checkout that of its Makefile.

    Elsewhere it names the libraries of the extra, so that it does not matter from where the package was installed, and
    the Python whose pip installs them.
    """
    checkout = Path(__file__).parents[3]
    if Path(sys.prefix) == checkout / ".venv" and (checkout / "Makefile").is_file():
        return f"make install EXTRAS={name}"
    python = shlex.quote(sys.executable)
    pip = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return " ".join([pip, *(f"'{library}'" for library in _libraries(name))])


def _libraries(name: str) -> Iterator[str]:
    """Yield the requirements of an extra, and of the extras that it has in it."""
    for line in requires(_PACKAGE) or ():
        requirement, _, condition = (part.strip() for part in line.partition(";"))
        if _EXTRA.findall(condition) == [name]:
            within = re.fullmatch(rf"{_PACKAGE}\[(.*)\]", requirement)
            for each in within[1].split(",") if within else ():
                yield from _libraries(each.strip())
            if not within:
                yield requirement


def missing_extra(library: str, name: str, purpose: str) -> MissingExtra:
    """Return the error that a library is missing which the extra `name` installs and `purpose` needs."""
    return MissingExtra(f"{library} is missing; {purpose} needs {install_command(name)}")


@contextmanager
def extra(name: str, purpose: str) -> Iterator[None]:
    """Raise `MissingExtra` if a library that is imported inside is not installed.

    >>> with extra("analysis", "counting"):
    ...     import abacus
    Traceback (most recent call last):
        ...
    ludarium.core.extras.MissingExtra: abacus is missing; counting needs make install EXTRAS=analysis
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        raise missing_extra(str(missing.name), name, purpose) from missing
