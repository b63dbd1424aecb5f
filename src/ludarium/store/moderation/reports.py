"""Reports of people to the moderators about others."""

from dataclasses import dataclass, fields
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, and_, func, or_, select

from ludarium.store.mapping import Part, Values
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


class ReportTable(
    Values[ListedReport],
    table=reports,
    value=ListedReport,
    computed={
        "report": Part(Report, {field.name: _row[field.name] for field in fields(Report)}),
        "person": _person.c.name,
        "reporter": func.coalesce(_reporter.c.name, ""),
    },
    joined=reports.join(_person, _person.c.id == _row.person).outerjoin(_reporter, _reporter.c.id == _row.reporter),
    order=(_row.created_at.desc(), _row.id),
):
    """The reports of one database, the latest first."""

    def is_there(self, reporter_id: str, person_id: str, match_id: str | None) -> bool:
        """Return whether a person has reported another one for the same match, or without a match and undecided."""
        about = _row.match == match_id if match_id else and_(_row.match.is_(None), _row.state == "open")
        return self.has(about, reporter=reporter_id, person=person_id)

    def made_since(self, reporter_id: str, since: float) -> int:
        """Return how many reports a person has made since a time."""
        return self.count(_row.created_at > since, reporter=reporter_id)

    def in_state(
        self, *, is_open: bool, kind: str, reader: str, all_people: bool, limit: int
    ) -> tuple[ListedReport, ...]:
        """Return the reports that a moderator may see: open ones, the oldest first, or decided ones, the latest first.

        None is about the `reader`; without `all_people` none is by the reader, or about a moderator.
        """
        chosen = [_row.state == "open" if is_open else _row.state != "open", _readable(reader, all_people)]
        chosen += [_row.kind == kind] if kind else []
        order = _row.created_at if is_open else _row.decided_at.desc()
        return self.find(*chosen, order=(order, _row.id), limit=limit)

    def count_open(self, reader: str, *, all_people: bool, limit: int) -> int:
        """Return how many open reports a moderator may see, at most `limit`."""
        found = (
            select(_row.id)
            .join(_person, _person.c.id == _row.person)
            .where(_row.state == "open", _readable(reader, all_people))
            .limit(limit)
        )
        with self.database.connect() as connection:
            return connection.execute(select(func.count()).select_from(found.subquery())).scalar_one()

    def decide(self, report_id: str, state: ReportState, by: str, now: float) -> bool:
        """Record the decision about an open report; return False if it was decided before."""
        return self.set(report_id, _row.state == "open", state=state, decided_at=now, decided_by=by) == 1

    def forget(self, before: float) -> None:
        """Delete the reports that were decided before a time."""
        self.remove(_row.decided_at < before)


def _readable(reader: str, all_people: bool) -> ColumnElement[bool]:
    """Return the condition that a moderator may see a report."""
    about_others = _row.person != reader
    if all_people:
        return about_others
    own = or_(_row.reporter.is_(None), _row.reporter != reader)
    return and_(about_others, own, _person.c.moderator.is_(False), _person.c.administrator.is_(False))
