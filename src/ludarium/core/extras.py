"""Libraries that only some need: they are imported where they are used, and missed in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludarium.core.errors import LudariumError


class MissingExtra(LudariumError):
    """A library is not installed that belongs to an extra of this package."""


@contextmanager
def extra(name: str, purpose: str) -> Iterator[None]:
    """Say which extra brings the libraries that are imported inside, if one is missing.

    >>> with extra("analysis", "counting"):
    ...     import abacus
    Traceback (most recent call last):
        ...
    ludarium.core.extras.MissingExtra: abacus is missing; counting needs pip install 'ludarium[analysis]'
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        raise MissingExtra(f"{missing.name} is missing; {purpose} needs pip install 'ludarium[{name}]'") from missing
