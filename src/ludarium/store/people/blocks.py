"""Whom accounts have blocked."""

from collections.abc import Collection

from sqlalchemy import delete, insert, select

from ludarium.store.begin.challenges import end_between
from ludarium.store.database import Database
from ludarium.store.people.acts import log_act
from ludarium.store.people.people import to_person
from ludarium.store.rows import Act, Person
from ludarium.store.tables import blocks, people


class BlocksTable:
    """The blocks of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def insert(self, person_id: str, blocked_id: str, act: Act) -> None:
        """Block an account for a person, and end the challenges between them; do nothing if it is blocked already."""
        values = {"person_id": person_id, "blocked_id": blocked_id, "created_at": act.at}
        ours = (blocks.c.person_id == person_id, blocks.c.blocked_id == blocked_id)
        with self._database.begin() as connection:
            if connection.execute(select(blocks).where(*ours)).first() is None:
                connection.execute(insert(blocks).values(**values))
                log_act(connection, act)
                end_between(connection, person_id, blocked_id, act.at)

    def remove(self, person_id: str, blocked_id: str, act: Act) -> None:
        """End a block, if there is one."""
        ours = (blocks.c.person_id == person_id, blocks.c.blocked_id == blocked_id)
        with self._database.begin() as connection:
            if connection.execute(delete(blocks).where(*ours)).rowcount:
                log_act(connection, act)

    def of_person(self, person_id: str) -> tuple[Person, ...]:
        """Return the accounts that a person has blocked, by name."""
        chosen = select(people).join(blocks, blocks.c.blocked_id == people.c.id)
        chosen = chosen.where(blocks.c.person_id == person_id).order_by(people.c.name)
        with self._database.connect() as connection:
            return tuple(to_person(row) for row in connection.execute(chosen).mappings())

    def has(self, blocked_id: str, by: Collection[str]) -> bool:
        """Return whether one of these people has blocked somebody."""
        chosen = select(blocks.c.person_id).where(blocks.c.blocked_id == blocked_id, blocks.c.person_id.in_(by))
        with self._database.connect() as connection:
            return connection.execute(chosen).first() is not None
