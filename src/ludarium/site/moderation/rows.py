"""Reports, decisions with their effects, and what moderators see without a report."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, and_, func, or_, select, union, update

from ludarium.site.ground.mapping import Part, Values
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import (
    abandonments,
    leavers,
    matches,
    people,
    rating_changes,
    reports,
    sanctions,
    seats,
    seen_findings,
)
from ludarium.site.match.rows.changes import fetch_changes

_left = abandonments.c
_IN_ONE_QUERY = 500


class RatedResult(NamedTuple):
    """The score of a person in a rated match; scores compare the people of one match."""

    match_id: str
    person: str
    game: str
    score: float
    rated_at: float
    turns: int


class EvidenceTable(Rows, table=abandonments):
    """Who has abandoned which match, and other evidence in one database."""

    def never_begun(self, person_id: str, since: float) -> tuple[float, ...]:
        """Return when matches of a person ended in which their first turn never came, the earliest first."""
        return self.pick(_left.at, _left.at > since, order=(_left.at,), person=person_id, turns=0)

    def most_abandoned(self, since: float, least: int, limit: int) -> tuple[tuple[str, int], ...]:
        """Return the people who have abandoned at least so many matches since a time, the most first."""
        count = func.count()
        chosen = select(_left.person, count).where(_left.at > since).group_by(_left.person).having(count >= least)
        with self.database.connect() as connection:
            found = connection.execute(chosen.order_by(count.desc(), _left.person).limit(limit))
            return tuple((row[0], row[1]) for row in found)

    def rated_results(self, since: float, limit: int) -> tuple[RatedResult, ...]:
        """Return the scores of people in the latest rated matches since a time, the latest first."""
        change = rating_changes.c
        columns = (change.match_id, change.person, change.game, change.score, change.rated_at, matches.c.turn_count)
        chosen = select(*columns).join(matches, matches.c.id == change.match_id).where(change.rated_at > since)
        with self.database.connect() as connection:
            found = connection.execute(chosen.order_by(change.rated_at.desc(), change.person).limit(limit))
            return tuple(RatedResult(*row) for row in found)

    def networks(self, ids: Collection[str], since: float) -> Mapping[str, frozenset[str]]:
        """Return the networks from which people have begun matches since a time, as the keyed hashes of quotas."""
        found, wanted = defaultdict[str, set[str]](set), sorted(ids)
        row = matches.c
        with self.database.connect() as connection:
            for first in range(0, len(wanted), _IN_ONE_QUERY):
                theirs = row.host.in_(wanted[first : first + _IN_ONE_QUERY])
                chosen = select(row.host, row.origin).distinct()
                for person, origin in connection.execute(
                    chosen.where(theirs, row.origin.is_not(None), row.created_at > since)
                ):
                    found[person].add(origin)
        return {person: frozenset(origins) for person, origins in found.items()}

    def forget(self, before: float) -> None:
        """Delete the evidence that is older than a time."""
        self.remove(_left.at < before)


class SeenFindings(Rows, table=seen_findings):
    """The findings that moderators have seen, each with the number of matches that it then had."""

    def sizes(self) -> Mapping[str, int]:
        """Return the numbers of matches by finding."""
        return dict(self.pairs(seen_findings.c.finding, seen_findings.c.size))

    def forget(self, before: float) -> None:
        """Delete what was seen before a time."""
        self.remove(seen_findings.c.seen_at < before)


ReportState = Literal["open", "upheld", "dismissed"]
_report = reports.c
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
        "report": Part(Report, {field.name: _report[field.name] for field in fields(Report)}),
        "person": _person.c.name,
        "reporter": func.coalesce(_reporter.c.name, ""),
    },
    joined=reports.join(_person, _person.c.id == _report.person).outerjoin(
        _reporter, _reporter.c.id == _report.reporter
    ),
    order=(_report.created_at.desc(), _report.id),
):
    """The reports of one database, the latest first."""

    def is_there(self, reporter_id: str, person_id: str, match_id: str | None) -> bool:
        """Return whether a person has reported another one for the same match, or without a match and undecided."""
        about = _report.match == match_id if match_id else and_(_report.match.is_(None), _report.state == "open")
        return self.has(about, reporter=reporter_id, person=person_id)

    def made_since(self, reporter_id: str, since: float) -> int:
        """Return how many reports a person has made since a time."""
        return self.count(_report.created_at > since, reporter=reporter_id)

    def in_state(
        self, *, is_open: bool, kind: str, reader: str, all_people: bool, limit: int
    ) -> tuple[ListedReport, ...]:
        """Return the reports that a moderator may see: open ones, the oldest first, or decided ones, the latest first.

        None is about the `reader`; without `all_people` none is by the reader, or about a moderator.
        """
        chosen = [_report.state == "open" if is_open else _report.state != "open", _readable(reader, all_people)]
        chosen += [_report.kind == kind] if kind else []
        order = _report.created_at if is_open else _report.decided_at.desc()
        return self.find(*chosen, order=(order, _report.id), limit=limit)

    def count_open(self, reader: str, *, all_people: bool, limit: int) -> int:
        """Return how many open reports a moderator may see, at most `limit`."""
        found = (
            select(_report.id)
            .join(_person, _person.c.id == _report.person)
            .where(_report.state == "open", _readable(reader, all_people))
            .limit(limit)
        )
        with self.database.connect() as connection:
            return connection.execute(select(func.count()).select_from(found.subquery())).scalar_one()

    def decide(self, report_id: str, state: ReportState, by: str, now: float) -> bool:
        """Record the decision about an open report; return False if it was decided before."""
        return self.set(report_id, _report.state == "open", state=state, decided_at=now, decided_by=by) == 1

    def forget(self, before: float) -> None:
        """Delete the reports that were decided before a time."""
        self.remove(_report.decided_at < before)


def _readable(reader: str, all_people: bool) -> ColumnElement[bool]:
    """Return the condition that a moderator may see a report."""
    about_others = _report.person != reader
    if all_people:
        return about_others
    own = or_(_report.reporter.is_(None), _report.reporter != reader)
    return and_(about_others, own, _person.c.moderator.is_(False), _person.c.administrator.is_(False))


SanctionKind = Literal["warn", "mute", "bar", "suspend", "rename", "void", "remove"]
_sanction = sanctions.c


@dataclass(frozen=True, slots=True)
class Sanction:
    """A decision of a moderator about a person or a match.

    | field         | content                                                              |
    |---------------|----------------------------------------------------------------------|
    | `person`      | the id of the person whom it is about; None for a match              |
    | `match`       | the id of the match that it is about; None for a person              |
    | `reason`      | the word of the reason, and `words` what the moderator adds          |
    | `report`      | the id of the report that led to it, or None                         |
    | `decided_by`  | the id of the moderator, whose name the person does not learn        |
    | `ends_at`     | when it ends by itself, or None                                      |
    | `former_name` | the name that was taken down, and the `name_key` of all like it      |
    | `was_private` | whether a match that was removed from the lists was in none before   |
    """

    id: str
    kind: SanctionKind
    reason: str
    words: str
    created_at: float
    person: str | None = None
    match: str | None = None
    report: str | None = None
    decided_by: str | None = None
    ends_at: float | None = None
    undone_at: float | None = None
    undone_by: str | None = None
    undone_words: str = ""
    former_name: str | None = None
    name_key: str | None = None
    was_private: bool | None = None

    def is_in_force(self, now: float) -> bool:
        """Return whether it has an effect at a time; a warning has none."""
        ended = self.ends_at is not None and self.ends_at <= now
        return self.kind != "warn" and self.undone_at is None and not ended


class SanctionTable(
    Values[Sanction], table=sanctions, value=Sanction, order=(_sanction.created_at.desc(), _sanction.id)
):
    """The decisions of moderators in one database, the latest first."""

    def of_person(self, person_id: str, limit: int) -> tuple[Sanction, ...]:
        """Return the decisions about a person, and about matches in which they have or had a seat."""
        played = union(*(select(of.c.match_id).where(of.c.person == person_id) for of in (seats, leavers)))
        return self.find(or_(_sanction.person == person_id, _sanction.match.in_(played)), limit=limit)

    def in_force(self, ids: Collection[str], kind: SanctionKind, now: float) -> dict[str, Sanction]:
        """Return the decisions in force about people, by their ids: for each person the one that ends last."""
        found = self.find(_in_force(now), person=ids, kind=kind, limit=1000) if ids else ()
        ordered = sorted(found, key=lambda one: one.ends_at or float("inf"))
        return {one.person: one for one in ordered if one.person}

    def of_match_in_force(self, match_id: str, kind: SanctionKind, now: float) -> Sanction | None:
        """Return the decision in force about a match, or None."""
        return self.one(_in_force(now), match=match_id, kind=kind)

    def undo(self, sanction_id: str, by: str, words: str, now: float) -> bool:
        """Record that a decision is undone; return False if it was before."""
        is_in_force = _sanction.undone_at.is_(None)
        return self.set(sanction_id, is_in_force, undone_at=now, undone_by=by, undone_words=words) == 1

    def forget(self, before: float) -> None:
        """Delete decisions that ended or were undone before a time, and older warnings; decisions in force stay."""
        warned = and_(_sanction.kind == "warn", _sanction.created_at < before)
        self.remove(or_(_sanction.ends_at < before, _sanction.undone_at < before, warned))

    def set_suspended(self, person_id: str, until: float | None) -> None:
        """Record until when an account, and the bots of it, cannot be used."""
        theirs = or_(people.c.id == person_id, people.c.owner_id == person_id)
        with self.database.begin() as connection:
            connection.execute(update(people).where(theirs).values(suspended_until=until))

    def set_moderator(self, person_id: str, *, moderator: bool) -> None:
        """Record whether a person is a moderator."""
        with self.database.begin() as connection:
            connection.execute(update(people).where(people.c.id == person_id).values(moderator=moderator))

    def moderators(self) -> tuple[str, ...]:
        """Return the ids of the moderators, by name."""
        theirs = select(people.c.id).where(people.c.moderator.is_(True), people.c.closed_at.is_(None))
        with self.database.connect() as connection:
            return tuple(connection.execute(theirs.order_by(people.c.name)).scalars())

    def set_voided(self, match_id: str, *, voided: bool) -> None:
        """Record whether a match counts for no rating."""
        self._change_match(match_id, voided=voided)

    def set_private(self, match_id: str, *, private: bool) -> None:
        """Record whether a match is in no list."""
        self._change_match(match_id, private=private)

    def _change_match(self, match_id: str, **values: bool) -> None:
        """Change a match and raise its revision, so that no cached match is stale."""
        with self.database.begin() as connection:
            raised = {**values, "revision": matches.c.revision + 1}
            connection.execute(update(matches).where(matches.c.id == match_id).values(**raised))
            self.database.changes += fetch_changes(connection, [match_id])


def _in_force(now: float) -> ColumnElement[bool]:
    return and_(_sanction.undone_at.is_(None), or_(_sanction.ends_at.is_(None), _sanction.ends_at > now))
