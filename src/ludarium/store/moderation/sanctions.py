"""Decisions of moderators about people and matches, how long they are in force, and their effects in the database."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, RowMapping, and_, delete, insert, or_, select, union, update

from ludarium.store.database import Repository
from ludarium.store.match.changes import fetch_changes
from ludarium.store.tables import leavers, matches, people, sanctions, seats

SanctionKind = Literal["warn", "mute", "bar", "suspend", "rename", "void", "remove"]
_row = sanctions.c


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


class SanctionTable(Repository):
    """The decisions of moderators in one database."""

    def insert(self, sanction: Sanction) -> None:
        """Insert a decision."""
        values = {name: getattr(sanction, name) for name in _SAME}
        others = {"person_id": sanction.person, "match_id": sanction.match, "report_id": sanction.report}
        with self.database.begin() as connection:
            connection.execute(insert(sanctions).values(**values, **others))

    def load(self, sanction_id: str) -> Sanction | None:
        """Return a decision, or None."""
        found = self._find(_row.id == sanction_id, 1) if sanction_id.isprintable() else ()
        return next(iter(found), None)

    def of_person(self, person_id: str, limit: int) -> tuple[Sanction, ...]:
        """Return the decisions about a person, and about matches in which they have or had a seat, the latest first."""
        played = union(*(select(of.c.match_id).where(of.c.person_id == person_id) for of in (seats, leavers)))
        return self._find(or_(_row.person_id == person_id, _row.match_id.in_(played)), limit)

    def latest(self, limit: int) -> tuple[Sanction, ...]:
        """Return the latest decisions, the last one first."""
        return self._find(_row.created_at > 0, limit)

    def in_force(self, ids: Collection[str], kind: SanctionKind, now: float) -> dict[str, Sanction]:
        """Return the decisions in force about people, by their ids: for each person the one that ends last."""
        theirs = and_(_row.person_id.in_(ids), _row.kind == kind, _in_force(now))
        found = self._find(theirs, 1000) if ids else ()
        ordered = sorted(found, key=lambda one: one.ends_at or float("inf"))
        return {one.person: one for one in ordered if one.person}

    def of_match_in_force(self, match_id: str, kind: SanctionKind, now: float) -> Sanction | None:
        """Return the decision in force about a match, or None."""
        theirs = and_(_row.match_id == match_id, _row.kind == kind, _in_force(now))
        return next(iter(self._find(theirs, 1)), None)

    def undo(self, sanction_id: str, by: str, words: str, now: float) -> bool:
        """Record that a decision is undone; return False if it was before."""
        theirs = and_(_row.id == sanction_id, _row.undone_at.is_(None))
        with self.database.begin() as connection:
            values = {"undone_at": now, "undone_by": by, "undone_words": words}
            return connection.execute(update(sanctions).where(theirs).values(**values)).rowcount == 1

    def forget(self, before: float) -> None:
        """Delete decisions that ended or were undone before a time, and older warnings; decisions in force stay."""
        warned = and_(_row.kind == "warn", _row.created_at < before)
        with self.database.begin() as connection:
            connection.execute(delete(sanctions).where(or_(_row.ends_at < before, _row.undone_at < before, warned)))

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

    def _find(self, chosen: ColumnElement[bool], limit: int) -> tuple[Sanction, ...]:
        found = select(sanctions).where(chosen).order_by(_row.created_at.desc(), _row.id).limit(limit)
        with self.database.connect() as connection:
            return tuple(_sanction(row) for row in connection.execute(found).mappings())


_SAME = (
    "id", "kind", "reason", "words", "created_at", "decided_by", "ends_at", "undone_at", "undone_by", "undone_words",
    "former_name", "name_key", "was_private",
)  # fmt: skip


def _in_force(now: float) -> ColumnElement[bool]:
    return and_(_row.undone_at.is_(None), or_(_row.ends_at.is_(None), _row.ends_at > now))


def _sanction(row: RowMapping) -> Sanction:
    same = {name: row[name] for name in _SAME}
    return Sanction(person=row["person_id"], match=row["match_id"], report=row["report_id"], **same)
