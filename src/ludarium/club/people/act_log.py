"""The log of acts: what administrators have done, and people to others; administrators read it."""

from typing import NamedTuple

from ludarium.club.people.people import Person
from ludarium.core.errors import LudariumError
from ludarium.store.people.acts import ActsTable
from ludarium.store.rows import LoggedAct

_PAGE = 100
"""Acts on a page."""


class NotAdministrator(LudariumError):
    """Only administrators may do this."""


class LogPage(NamedTuple):
    """A page of the log, the latest acts first; pages have numbers from 1."""

    acts: tuple[LoggedAct, ...]
    number: int
    pages: int


class ActLog:
    """The log of a database."""

    def __init__(self, table: ActsTable) -> None:
        self._table = table

    def latest(self, limit: int = _PAGE) -> tuple[LoggedAct, ...]:
        """Return the latest acts, the last one first."""
        return self._table.latest(limit)

    def page(self, reader: Person | None, number: int) -> LogPage:
        """Return a page of the log, or the one nearest to it; raise `NotAdministrator` for other readers."""
        if reader is None or not reader.administrator:
            raise NotAdministrator("only administrators may read the log")
        pages = max(1, -(-self._table.count() // _PAGE))
        number = min(max(number, 1), pages)
        return LogPage(self._table.latest(_PAGE, (number - 1) * _PAGE), number, pages)
