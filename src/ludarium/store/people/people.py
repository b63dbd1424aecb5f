"""The tables of people and their sessions."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import fields

from sqlalchemy import ColumnElement, and_, bindparam, false, select
from sqlalchemy.exc import IntegrityError

from ludarium.store.mapping import Part, Values
from ludarium.store.people.names import show_name
from ludarium.store.prepared import Prepared
from ludarium.store.rows import Person, Session
from ludarium.store.tables import leavers, matches, people, sanctions, seats, sessions

_PERSON = tuple(field.name for field in fields(Person))
PERSON = Part(Person, {name: people.c[name] for name in _PERSON})
"""The columns of a person, for tables that are joined to people."""
_VISIT = Prepared(
    select(*(people.c[name] for name in _PERSON), sessions.c.browser, sessions.c.created_at, sessions.c.seen_at)
    .join(sessions)
    .where(sessions.c.token_hash == bindparam("token_hash"))
)


class PeopleTable(Values[Person], table=people, value=Person, order=(people.c.created_at,)):
    """The people of one database, the oldest first."""

    def add_new(self, person: Person) -> None:
        """Insert a new person, unless there is one with this id."""
        self.insert_once(**self.row(person))

    def suspended(self, now: float) -> frozenset[str]:
        """Return the ids of the people who cannot use their accounts at a time."""
        return frozenset(self.pick(people.c.id, people.c.suspended_until > now))

    def add_bot(self, bot: Person, key: str) -> bool:
        """Insert the account of a bot; return False, and change nothing, if another account has the name's key."""
        try:
            self.add(bot, name_key=key)
        except IntegrityError:
            return False
        return True

    def bots_of(self, owner_id: str) -> tuple[Person, ...]:
        """Return the bots of an account that are not closed."""
        return self.find(owner_id=owner_id, closed_at=None)

    def load_all(self, ids: Collection[str]) -> dict[str, Person]:
        """Return people by their ids."""
        return {person.id: person for person in self.find(id=ids, order=())}

    def names(self, ids: Collection[str]) -> dict[str, str]:
        """Return the names of people by their ids."""
        return dict(self.pairs(people.c.id, people.c.name, people.c.id.in_(ids))) if ids else {}

    def name_holder(self, key: str, since: float) -> str | None:
        """Return the id of the person whose name has this key, but not that of a guest who is gone since a time."""
        return next(iter(self.pick(people.c.id, ~is_gone(since), name_key=key)), None)

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
        try:
            with self.together() as rows, rows.database.begin() as connection:
                rows.set(people.c.name_key == key, people.c.id != person_id, is_gone(since), name_key=None)
                rows.set(person_id, name=name, named=True, name_key=key)
                self.database.changes += show_name(connection, person_id, name)
        except IntegrityError:
            return False
        return True

    def sweep(self, before: float) -> None:
        """Delete guests who were made before a time, were not seen since, and have no part in a match."""
        guest = and_(people.c.account_since.is_(None), people.c.closed_at.is_(None), people.c.invited == false())
        here = select(sessions.c.person).where(sessions.c.person == people.c.id, sessions.c.seen_at >= before)
        owners = (seats.c.person, matches.c.host, leavers.c.person, leavers.c.replaced_by)
        theirs = [~select(owner).where(owner == people.c.id).exists() for owner in owners]
        idle = and_(guest, people.c.created_at < before, ~here.exists(), *theirs)
        with suppress(IntegrityError):  # one has taken a seat: the next time
            self.remove(idle)


class SessionTable(
    Values[Session],
    table=sessions,
    value=Session,
    computed={"id": sessions.c.token_hash},
    order=(sessions.c.seen_at.desc(),),
):
    """The browsers in which people are known, the one used most recently first."""

    def visit(self, session_id: str) -> tuple[Person, Session] | None:
        """Return a session and its person, or None."""
        with self.database.connect() as connection:
            row = _VISIT.first(connection, {"token_hash": session_id})
        if row is None:
            return None
        person = Person(*row[: len(_PERSON)])
        return person, Session(session_id, person.id, *row[len(_PERSON) :])

    def end(self, person_id: str, session_id: str | None = None) -> None:
        """Delete a session of a person, or all of them."""
        self.remove(sessions.c.person == person_id, *([] if session_id is None else [session_id]))


def is_gone(since: float) -> ColumnElement[bool]:
    """Return whether a row is that of a guest who was not seen since a time and plays no match in progress."""
    guest = and_(people.c.account_since.is_(None), people.c.closed_at.is_(None))
    here = select(sessions.c.person).where(sessions.c.person == people.c.id, sessions.c.seen_at >= since)
    plays = select(seats.c.person).where(
        seats.c.person == people.c.id, seats.c.match_id == matches.c.id, matches.c.ending == ""
    )
    return and_(guest, people.c.created_at < since, ~here.exists(), ~plays.exists())
