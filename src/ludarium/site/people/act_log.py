"""The log of acts of administrators, and of people against others; administrators read it."""

from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.site.ground.values import LoggedAct, Person
from ludarium.site.people.rows.known import ActsTable

_PAGE = 100
"""Acts on a page."""


class NotAdministrator(LudariumError):
    """Only administrators may do this."""

    status = 403
    kind = "not-administrator"


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
        require_administrator(reader)
        pages = max(1, -(-self._table.count() // _PAGE))
        number = min(max(number, 1), pages)
        return LogPage(self._table.latest(_PAGE, (number - 1) * _PAGE), number, pages)


def require_administrator(person: Person | None) -> Person:
    """Return a person who is an administrator; raise `NotAdministrator` for others."""
    if person is None or not person.administrator:
        raise NotAdministrator("only administrators may see this page")
    return person
