"""The people whom others follow or have blocked, and private notes about people."""

from collections.abc import Collection

from sqlalchemy import and_, select

from ludarium.store.mapping import Values
from ludarium.store.people.people import PERSON
from ludarium.store.rows import Person
from ludarium.store.table import Rows
from ludarium.store.tables import blocks, follows, people, person_notes

_note = person_notes.c


class FollowsTable(
    Values[Person],
    table=follows,
    value=Person,
    computed=PERSON.columns,
    joined=follows.join(people, people.c.id == follows.c.followed),
    order=(people.c.name,),
):
    """Whom people follow, in one database: of a `person`, those who are `followed`, by name."""


class PersonNotes(Rows, table=person_notes):
    """The notes of people about others."""

    def note(self, person_id: str, about_id: str) -> str:
        """Return a person's note about another one."""
        return next(iter(self.pick(_note.text, (person_id, about_id))), "")

    def save(self, person_id: str, about_id: str, text: str, now: float) -> None:
        """Store a person's note about another one; an empty text deletes it."""
        if text:
            self.put(person=person_id, about=about_id, text=text, noted_at=now)
        else:
            self.remove((person_id, about_id))

    def of_person(self, person_id: str) -> tuple[tuple[str, str], ...]:
        """Return all notes of a person, each with the name of the person whom it is about."""
        chosen = select(people.c.name, _note.text).join(people, people.c.id == _note.about)
        with self.database.connect() as connection:
            found = connection.execute(chosen.where(_note.person == person_id).order_by(people.c.name))
            return tuple((row[0], row[1]) for row in found)


class BlocksTable(
    Values[Person],
    table=blocks,
    value=Person,
    computed=PERSON.columns,
    joined=blocks.join(people, people.c.id == blocks.c.blocked),
    order=(people.c.name,),
):
    """The blocks of one database: of a `person`, the accounts that are `blocked`, by name."""

    def among(self, ids: Collection[str]) -> frozenset[frozenset[str]]:
        """Return the pairs of these people of whom one has blocked the other."""
        both = and_(blocks.c.person.in_(ids), blocks.c.blocked.in_(ids))
        return frozenset(map(frozenset, self.pairs(blocks.c.person, blocks.c.blocked, both)))
