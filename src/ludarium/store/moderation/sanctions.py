"""Decisions of moderators about people and matches, how long they are in force, and their effects in the database."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, and_, or_, select, union, update

from ludarium.store.mapping import Values
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


class SanctionTable(Values[Sanction], table=sanctions, value=Sanction, order=(_row.created_at.desc(), _row.id)):
    """The decisions of moderators in one database, the latest first."""

    def of_person(self, person_id: str, limit: int) -> tuple[Sanction, ...]:
        """Return the decisions about a person, and about matches in which they have or had a seat."""
        played = union(*(select(of.c.match_id).where(of.c.person == person_id) for of in (seats, leavers)))
        return self.find(or_(_row.person == person_id, _row.match.in_(played)), limit=limit)

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
        is_in_force = _row.undone_at.is_(None)
        return self.set(sanction_id, is_in_force, undone_at=now, undone_by=by, undone_words=words) == 1

    def forget(self, before: float) -> None:
        """Delete decisions that ended or were undone before a time, and older warnings; decisions in force stay."""
        warned = and_(_row.kind == "warn", _row.created_at < before)
        self.remove(or_(_row.ends_at < before, _row.undone_at < before, warned))

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
    return and_(_row.undone_at.is_(None), or_(_row.ends_at.is_(None), _row.ends_at > now))
