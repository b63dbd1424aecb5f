"""The people whom accounts have blocked."""

from collections.abc import Collection

from sqlalchemy import and_, delete, insert, select

from ludarium.store.database import Repository
from ludarium.store.people.people import to_person
from ludarium.store.rows import Person
from ludarium.store.tables import blocks, people


class BlocksTable(Repository):
    """The blocks of one database."""

    def insert(self, person_id: str, blocked_id: str, now: float) -> bool:
        """Block an account for a person; return False if it is blocked already."""
        ours = (blocks.c.person_id == person_id, blocks.c.blocked_id == blocked_id)
        with self.database.begin() as connection:
            if connection.execute(select(blocks).where(*ours)).first():
                return False
            connection.execute(insert(blocks).values(person_id=person_id, blocked_id=blocked_id, created_at=now))
        return True

    def remove(self, person_id: str, blocked_id: str) -> bool:
        """End a block; return whether there was one."""
        ours = (blocks.c.person_id == person_id, blocks.c.blocked_id == blocked_id)
        with self.database.begin() as connection:
            return connection.execute(delete(blocks).where(*ours)).rowcount > 0

    def of_person(self, person_id: str) -> tuple[Person, ...]:
        """Return the accounts that a person has blocked, by name."""
        chosen = select(people).join(blocks, blocks.c.blocked_id == people.c.id)
        chosen = chosen.where(blocks.c.person_id == person_id).order_by(people.c.name)
        with self.database.connect() as connection:
            return tuple(to_person(row) for row in connection.execute(chosen).mappings())

    def has(self, blocked_id: str, by: Collection[str]) -> bool:
        """Return whether one of these people has blocked somebody."""
        chosen = select(blocks.c.person_id).where(blocks.c.blocked_id == blocked_id, blocks.c.person_id.in_(by))
        with self.database.connect() as connection:
            return connection.execute(chosen).first() is not None

    def among(self, ids: Collection[str]) -> frozenset[frozenset[str]]:
        """Return the pairs of these people of whom one has blocked the other."""
        both = and_(blocks.c.person_id.in_(ids), blocks.c.blocked_id.in_(ids))
        with self.database.connect() as connection:
            rows = connection.execute(select(blocks.c.person_id, blocks.c.blocked_id).where(both))
            return frozenset(frozenset(row) for row in rows)
