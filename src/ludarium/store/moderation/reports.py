"""Reports of people to the moderators about others."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, RowMapping, and_, delete, func, insert, or_, select, true, update

from ludarium.store.database import Repository, lock
from ludarium.store.tables import people, reports

ReportState = Literal["open", "upheld", "dismissed"]
_row = reports.c
_person, _reporter = people.alias(), people.alias()


@dataclass(frozen=True, slots=True)
class Report:
    """A report of a person to the moderators about another one.

    | field        | content                                                              |
    |--------------|----------------------------------------------------------------------|
    | `reporter`   | the id of the person who made it; None once that account is closed   |
    | `person`     | the id of the person whom it is about                                |
    | `match`      | the id of the match in which it happened, or None                    |
    | `message`    | the text of a talk that it is about, as it was; None without one     |
    | `decided_by` | the id of the moderator who has decided                              |
    """

    id: str
    kind: str
    reporter: str | None
    person: str
    match: str | None
    text: str
    created_at: float
    message: str | None = None
    state: ReportState = "open"
    decided_at: float | None = None
    decided_by: str | None = None


class ListedReport(NamedTuple):
    """A report with the names of the two people as they are now."""

    report: Report
    person: str
    reporter: str


class ReportTable(Repository):
    """The reports of one database."""

    def hold(self, reporter_id: str) -> None:
        """Let only one transaction at a time count the reports of a person."""
        with self.database.begin() as connection:
            lock(connection, f"reports of {reporter_id}")

    def insert(self, report: Report) -> None:
        """Insert a report."""
        values = {name: getattr(report, name) for name in _SAME}
        others = {"reporter_id": report.reporter, "person_id": report.person, "match_id": report.match}
        with self.database.begin() as connection:
            connection.execute(insert(reports).values(**values, **others))

    def load(self, report_id: str) -> ListedReport | None:
        """Return a report, or None."""
        found = self._find(_row.id == report_id, 1) if report_id.isprintable() else ()
        return next(iter(found), None)

    def is_there(self, reporter_id: str, person_id: str, match_id: str | None) -> bool:
        """Return whether a person has reported another one for the same match, or without a match and undecided."""
        about = _row.match_id == match_id if match_id else and_(_row.match_id.is_(None), _row.state == "open")
        same = and_(_row.reporter_id == reporter_id, _row.person_id == person_id, about)
        with self.database.connect() as connection:
            return connection.execute(select(_row.id).where(same).limit(1)).first() is not None

    def made_since(self, reporter_id: str, since: float) -> int:
        """Return how many reports a person has made since a time."""
        counted = select(func.count()).where(_row.reporter_id == reporter_id, _row.created_at > since)
        with self.database.connect() as connection:
            return connection.execute(counted).scalar_one()

    def in_state(
        self, *, is_open: bool, kind: str, reader: str, all_people: bool, limit: int
    ) -> tuple[ListedReport, ...]:
        """Return the reports that a moderator may see: open ones, the oldest first, or decided ones, the latest first.

        None is about the `reader`; without `all_people` none is by the reader, or about a moderator.
        """
        state = _row.state == "open" if is_open else _row.state != "open"
        chosen = and_(state, _row.kind == kind if kind else true(), _readable(reader, all_people))
        return self._find(chosen, limit, _row.created_at if is_open else _row.decided_at.desc())

    def count_open(self, reader: str, *, all_people: bool, limit: int) -> int:
        """Return how many open reports a moderator may see, at most `limit`."""
        found = (
            select(_row.id)
            .join(_person, _person.c.id == _row.person_id)
            .where(_row.state == "open", _readable(reader, all_people))
            .limit(limit)
        )
        with self.database.connect() as connection:
            return connection.execute(select(func.count()).select_from(found.subquery())).scalar_one()

    def about(self, person_id: str, limit: int) -> tuple[ListedReport, ...]:
        """Return the reports about a person, the latest first."""
        return self._find(_row.person_id == person_id, limit)

    def made_by(self, person_id: str, limit: int) -> tuple[ListedReport, ...]:
        """Return the reports that a person has made, the latest first."""
        return self._find(_row.reporter_id == person_id, limit)

    def decide(self, report_id: str, state: ReportState, by: str, now: float) -> bool:
        """Record the decision about an open report; return False if it was decided before."""
        open_one = and_(_row.id == report_id, _row.state == "open")
        with self.database.begin() as connection:
            values = {"state": state, "decided_at": now, "decided_by": by}
            return connection.execute(update(reports).where(open_one).values(**values)).rowcount == 1

    def forget(self, before: float) -> None:
        """Delete the reports that were decided before a time."""
        with self.database.begin() as connection:
            connection.execute(delete(reports).where(_row.decided_at < before))

    def _find(
        self,
        chosen: ColumnElement[bool],
        limit: int,
        order: ColumnElement[Any] | None = None,  # Any: a column of any type
    ) -> tuple[ListedReport, ...]:
        found = (
            select(reports, _person.c.name.label("person"), _reporter.c.name.label("reporter"))
            .join(_person, _person.c.id == _row.person_id)
            .outerjoin(_reporter, _reporter.c.id == _row.reporter_id)
            .where(chosen)
            .order_by(_row.created_at.desc() if order is None else order, _row.id)
            .limit(limit)
        )
        with self.database.connect() as connection:
            return tuple(_listed(row) for row in connection.execute(found).mappings())


def _readable(reader: str, all_people: bool) -> ColumnElement[bool]:
    """Return the condition that a moderator may see a report."""
    about_others = _row.person_id != reader
    if all_people:
        return about_others
    own = or_(_row.reporter_id.is_(None), _row.reporter_id != reader)
    return and_(about_others, own, _person.c.moderator.is_(False), _person.c.administrator.is_(False))


_SAME = ("id", "kind", "text", "message", "created_at", "state", "decided_at", "decided_by")


def _listed(row: RowMapping) -> ListedReport:
    same = {name: row[name] for name in _SAME}
    report = Report(reporter=row["reporter_id"], person=row["person_id"], match=row["match_id"], **same)
    return ListedReport(report, row["person"], row["reporter"] or "")
