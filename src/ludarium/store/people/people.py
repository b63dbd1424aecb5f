"""The tables of people and their sessions."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import fields

from sqlalchemy import ColumnElement, RowMapping, and_, bindparam, delete, false, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludarium.store.database import Repository
from ludarium.store.people.names import show_name
from ludarium.store.prepared import Prepared
from ludarium.store.rows import Person, Session
from ludarium.store.tables import leavers, matches, people, sanctions, seats, sessions

_PERSON = tuple(field.name for field in fields(Person))
_VISIT = Prepared(
    select(*(people.c[name] for name in _PERSON), sessions.c.browser, sessions.c.created_at, sessions.c.seen_at)
    .join(sessions)
    .where(sessions.c.token_hash == bindparam("token_hash"))
)


class PeopleTable(Repository):
    """The people of one database, and the browsers in which they are known."""

    def insert(self, person: Person) -> None:
        """Insert a new person, unless there is one with this id."""
        values = {"id": person.id, "name": person.name, "named": person.named, "created_at": person.created_at}
        with self.database.begin() as connection:
            if connection.execute(select(people.c.id).where(people.c.id == person.id)).first() is None:
                connection.execute(insert(people).values(**values))

    def suspended(self, now: float) -> frozenset[str]:
        """Return the ids of the people who cannot use their accounts at a time."""
        with self.database.connect() as connection:
            return frozenset(connection.execute(select(people.c.id).where(people.c.suspended_until > now)).scalars())

    def insert_bot(self, bot: Person, key: str) -> bool:
        """Insert the account of a bot; return False, and change nothing, if another account has the name's key."""
        values = {name: getattr(bot, name) for name in _PERSON}
        try:
            with self.database.begin() as connection:
                connection.execute(insert(people).values(name_key=key, **values))
        except IntegrityError:
            return False
        return True

    def bots_of(self, owner_id: str) -> tuple[Person, ...]:
        """Return the bots of an account that are not closed, the oldest first."""
        theirs = select(people).where(people.c.owner_id == owner_id, people.c.closed_at.is_(None))
        with self.database.connect() as connection:
            return tuple(map(to_person, connection.execute(theirs.order_by(people.c.created_at)).mappings()))

    def set_computers(self, person_id: str, *, allowed: bool) -> None:
        """Store whether accounts of bots may challenge a person."""
        with self.database.begin() as connection:
            connection.execute(update(people).where(people.c.id == person_id).values(computers=allowed))

    def load(self, person_id: str) -> Person | None:
        """Return the person of an id, or None."""
        if not person_id.isprintable():  # PostgreSQL refuses some of these texts
            return None
        with self.database.connect() as connection:
            row = connection.execute(select(people).where(people.c.id == person_id)).mappings().first()
        return to_person(row) if row else None

    def load_all(self, ids: Collection[str]) -> dict[str, Person]:
        """Return people by their ids."""
        with self.database.connect() as connection:
            rows = connection.execute(select(people).where(people.c.id.in_(ids))).mappings()
            return {row["id"]: to_person(row) for row in rows}

    def names(self, ids: Collection[str]) -> dict[str, str]:
        """Return the names of people by their ids."""
        if not ids:
            return {}
        with self.database.connect() as connection:
            rows = connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
            return {row[0]: row[1] for row in rows}

    def name_holder(self, key: str, since: float) -> str | None:
        """Return the id of the person whose name has this key, but not that of a guest who is gone since a time."""
        held = and_(people.c.name_key == key, ~is_gone(since))
        with self.database.connect() as connection:
            return connection.execute(select(people.c.id).where(held)).scalar()

    def is_taken_down(self, keys: Collection[str]) -> bool:
        """Return whether moderators have taken down a name with one of these keys, which must not come back."""
        taken = and_(sanctions.c.name_key.in_(keys), sanctions.c.undone_at.is_(None))
        with self.database.connect() as connection:
            return connection.execute(select(sanctions.c.id).where(taken).limit(1)).first() is not None

    def rename(self, person_id: str, name: str, key: str, since: float) -> bool:
        """Store the name that a person has chosen, and show it where they have a seat.

        Return False, for nothing to change, if another person has a name with the same key; a guest who is gone since
        a time has it no longer.
        """
        values = {"name": name, "named": True, "name_key": key}
        gone = and_(people.c.name_key == key, people.c.id != person_id, is_gone(since))
        try:
            with self.database.begin() as connection:
                connection.execute(update(people).where(gone).values(name_key=None))
                connection.execute(update(people).where(people.c.id == person_id).values(**values))
                self.database.changes += show_name(connection, person_id, name)
        except IntegrityError:
            return False
        return True

    def sweep(self, before: float) -> None:
        """Delete guests who were made before a time, were not seen since, and have no part in a match."""
        guest = and_(people.c.account_since.is_(None), people.c.closed_at.is_(None), people.c.invited == false())
        here = select(sessions.c.person_id).where(sessions.c.person_id == people.c.id, sessions.c.seen_at >= before)
        owners = (seats.c.person_id, matches.c.host_id, leavers.c.person_id, leavers.c.replaced_by)
        theirs = [~select(owner).where(owner == people.c.id).exists() for owner in owners]
        idle = and_(guest, people.c.created_at < before, ~here.exists(), *theirs)
        with suppress(IntegrityError), self.database.begin() as connection:  # one has taken a seat: the next time
            connection.execute(delete(people).where(idle))

    def set_challenges(self, person_id: str, allowed: str) -> None:
        """Store whether others may start a match with a person, only ask for one, or neither."""
        with self.database.begin() as connection:
            connection.execute(update(people).where(people.c.id == person_id).values(challenges=allowed))

    def insert_session(self, session: Session) -> None:
        """Insert a new session of a person."""
        values = {"token_hash": session.id, "person_id": session.person, "browser": session.browser}
        with self.database.begin() as connection:
            times = {"created_at": session.created_at, "seen_at": session.seen_at}
            connection.execute(insert(sessions).values(**values, **times))

    def of_session(self, session_id: str) -> tuple[Person, Session] | None:
        """Return a session and its person, or None."""
        with self.database.connect() as connection:
            row = _VISIT.first(connection, {"token_hash": session_id})
        if row is None:
            return None
        person = Person(*row[: len(_PERSON)])
        return person, Session(session_id, person.id, *row[len(_PERSON) :])

    def touch_session(self, session_id: str, now: float) -> None:
        """Record that a session has been used."""
        with self.database.begin() as connection:
            connection.execute(update(sessions).where(sessions.c.token_hash == session_id).values(seen_at=now))

    def sessions(self, person_id: str) -> tuple[Session, ...]:
        """Return the sessions of a person, the one used most recently first."""
        chosen = select(sessions).where(sessions.c.person_id == person_id).order_by(sessions.c.seen_at.desc())
        with self.database.connect() as connection:
            return tuple(_session(row) for row in connection.execute(chosen).mappings())

    def end_sessions(self, person_id: str, session_id: str | None = None) -> None:
        """Delete a session of a person, or all of them."""
        theirs = sessions.c.person_id == person_id
        chosen = theirs if session_id is None else and_(theirs, sessions.c.token_hash == session_id)
        with self.database.begin() as connection:
            connection.execute(delete(sessions).where(chosen))


def is_gone(since: float) -> ColumnElement[bool]:
    """Return whether a row is that of a guest who was not seen since a time and plays no match in progress."""
    guest = and_(people.c.account_since.is_(None), people.c.closed_at.is_(None))
    here = select(sessions.c.person_id).where(sessions.c.person_id == people.c.id, sessions.c.seen_at >= since)
    plays = select(seats.c.person_id).where(
        seats.c.person_id == people.c.id, seats.c.match_id == matches.c.id, matches.c.ending == ""
    )
    return and_(guest, people.c.created_at < since, ~here.exists(), ~plays.exists())


def to_person(row: RowMapping) -> Person:
    """Return the person of a row."""
    return Person(*(row[name] for name in _PERSON))


def _session(row: RowMapping) -> Session:
    return Session(row["token_hash"], row["person_id"], row["browser"], row["created_at"], row["seen_at"])
