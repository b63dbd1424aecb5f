"""Optional libraries: they are imported where they are used, and a missing one is an error with the command to run."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludarium.core.errors import LudariumError


class MissingExtra(LudariumError):
    """A library of one of this package's extras is not installed."""


def install_command(name: str) -> str:
    """Return the command that installs an extra: in a source checkout that of the checkout, else of the package."""
    sources = Path(__file__).parents[2]
    is_checkout = sources.name == "src" and (sources.parent / "pyproject.toml").is_file()
    return f"pip install -e '.[{name}]'" if is_checkout else f"pip install 'ludarium[{name}]'"


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
    ludarium.core.extras.MissingExtra: abacus is missing; counting needs pip install -e '.[analysis]'
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        raise missing_extra(str(missing.name), name, purpose) from missing
