"""The people whom others follow, and private notes about people."""

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select, update

from ludarium.store.database import Repository
from ludarium.store.people.people import to_person
from ludarium.store.rows import Person
from ludarium.store.tables import follows, people, person_notes


class FollowsTable(Repository):
    """The people whom others follow, and the notes about them, in one database."""

    def insert(self, person_id: str, followed_id: str, now: float) -> None:
        """Insert that a person follows another, unless they do already."""
        with self.database.begin() as connection:
            if not connection.execute(select(follows).where(_pair(person_id, followed_id))).first():
                connection.execute(insert(follows).values(person_id=person_id, followed_id=followed_id, created_at=now))

    def remove(self, person_id: str, followed_id: str) -> None:
        """End a person's following of another one."""
        with self.database.begin() as connection:
            connection.execute(delete(follows).where(_pair(person_id, followed_id)))

    def remove_between(self, one: str, other: str) -> None:
        """End the following between two people, in both directions."""
        with self.database.begin() as connection:
            connection.execute(delete(follows).where(or_(_pair(one, other), _pair(other, one))))

    def of_person(self, person_id: str) -> tuple[Person, ...]:
        """Return the people whom a person follows, by name."""
        chosen = select(people).join(follows, follows.c.followed_id == people.c.id)
        chosen = chosen.where(follows.c.person_id == person_id).order_by(people.c.name)
        with self.database.connect() as connection:
            return tuple(to_person(row) for row in connection.execute(chosen).mappings())

    def note(self, person_id: str, about_id: str) -> str:
        """Return a person's note about another one."""
        with self.database.connect() as connection:
            return connection.execute(select(person_notes.c.text).where(_about(person_id, about_id))).scalar() or ""

    def save_note(self, person_id: str, about_id: str, text: str, now: float) -> None:
        """Store a person's note about another one; an empty text deletes it."""
        with self.database.begin() as connection:
            if not text:
                connection.execute(delete(person_notes).where(_about(person_id, about_id)))
                return
            changed = update(person_notes).where(_about(person_id, about_id)).values(text=text, noted_at=now)
            if not connection.execute(changed).rowcount:
                values = {"person_id": person_id, "about_id": about_id, "text": text, "noted_at": now}
                connection.execute(insert(person_notes).values(**values))

    def notes_of(self, person_id: str) -> tuple[tuple[str, str], ...]:
        """Return all notes of a person, each with the name of the person whom it is about."""
        chosen = select(people.c.name, person_notes.c.text).join(people, people.c.id == person_notes.c.about_id)
        with self.database.connect() as connection:
            found = connection.execute(chosen.where(person_notes.c.person_id == person_id).order_by(people.c.name))
            return tuple((row[0], row[1]) for row in found)


def _pair(person_id: str, followed_id: str) -> ColumnElement[bool]:
    return and_(follows.c.person_id == person_id, follows.c.followed_id == followed_id)


def _about(person_id: str, about_id: str) -> ColumnElement[bool]:
    return and_(person_notes.c.person_id == person_id, person_notes.c.about_id == about_id)
