"""Optional libraries: imported where they are used, with an error that names the extra that installs them."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludarium.core.errors import LudariumError


class MissingExtra(LudariumError):
    """A library of an optional extra is not installed."""


@contextmanager
def extra(name: str, purpose: str) -> Iterator[None]:
    """Turn a failing import inside the block into an error that names the extra to install.

    >>> with extra("analysis", "counting"):
    ...     import abacus
    Traceback (most recent call last):
        ...
    ludarium.core.extras.MissingExtra: abacus is missing; counting needs pip install 'ludarium[analysis]'

    Raises `MissingExtra`.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        raise MissingExtra(f"{missing.name} is missing; {purpose} needs pip install 'ludarium[{name}]'") from missing
