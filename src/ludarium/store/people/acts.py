"""The log of acts, which can only be added to."""

import secrets

from sqlalchemy import ColumnElement, FromClause, case, func, literal, select, true

from ludarium.store.people.names import name_mentions
from ludarium.store.rows import Act, LoggedAct
from ludarium.store.table import Rows
from ludarium.store.tables import acts, matches, people

CLOSED = "a closed account"
"""How the log calls people who have closed their accounts."""


class ActsTable(Rows, table=acts):
    """The log of one database."""

    def latest_of(self, act: str) -> LoggedAct | None:
        """Return the latest act of a kind; None if there was none."""
        return next(iter(self._latest(1, 0, acts.c.act == act)), None)

    def latest(self, limit: int, before: int = 0) -> tuple[LoggedAct, ...]:
        """Return the latest acts but `before`, the last one first, with the names of people as they are now.

        Those of closed accounts are not named, nor where a detail mentions them.
        """
        return self._latest(limit, before, true())

    def _latest(self, limit: int, before: int, wanted: ColumnElement[bool]) -> tuple[LoggedAct, ...]:
        actor, subject = people.alias(), people.alias()
        columns = (acts.c.at, acts.c.actor, acts.c.act, acts.c.subject, acts.c.detail)
        names = (_name(actor, acts.c.actor), _name(subject, literal("")))
        named = (*names, matches.c.number)
        joined = (
            acts.outerjoin(actor, actor.c.id == acts.c.actor)
            .outerjoin(subject, subject.c.id == acts.c.subject)
            .outerjoin(matches, matches.c.id == acts.c.subject)
        )
        chosen = select(*columns, *named).select_from(joined).where(wanted).order_by(acts.c.at.desc(), acts.c.id)
        with self.database.connect() as connection:
            rows = connection.execute(chosen.limit(limit).offset(before)).all()
            details = name_mentions(connection, [row.detail for row in rows], CLOSED)
        return tuple(
            LoggedAct(Act(*row[:5])._replace(detail=detail), *row[5:])
            for row, detail in zip(rows, details, strict=True)
        )

    def add(self, act: Act) -> None:
        """Add an act to the log."""
        self.insert({"id": secrets.token_urlsafe(12), **act._asdict()})


def _name(person: FromClause, otherwise: ColumnElement[str]) -> ColumnElement[str]:
    named = case((person.c.closed_at.is_not(None), CLOSED), else_=person.c.name)
    return func.coalesce(named, otherwise)
