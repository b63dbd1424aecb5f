"""People and their sessions, the names that matches show for them, and their vacations."""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, bindparam, exists, false, func, or_, select, union, update
from sqlalchemy.exc import IntegrityError

from ludarium.site.ground.changes import MatchChange
from ludarium.site.ground.mapping import Part, Values
from ludarium.site.ground.prepared import Prepared
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import (
    leavers,
    matches,
    notices,
    people,
    sanctions,
    seats,
    sessions,
    vacation_balances,
    vacations,
)
from ludarium.site.ground.values import Interval, Person, Session
from ludarium.site.match.rows.changes import fetch_changes

OWNERS = {
    seats.c.person: seats.c.match_id,
    matches.c.host: matches.c.id,
    leavers.c.person: leavers.c.match_id,
    leavers.c.replaced_by: leavers.c.match_id,
    notices.c.person: notices.c.match,
}
"""What of matches belongs to a person, each with its match."""
_SEATS = ((seats.c.person, seats.c.name), (leavers.c.replaced_by, leavers.c.stand_in))
"""The names of those who have a seat, also one that they have taken over."""
_NAMES = (*_SEATS, (leavers.c.person, leavers.c.name))
"""All names that matches show."""
_EMPTY = (leavers.c.match_id == seats.c.match_id, leavers.c.seat == seats.c.seat, leavers.c.stand_in == "")
"""Who has left a seat that nobody has taken over, and which goes on to have their name."""
_NEAR, _READ = 200, 20_000
"""Names that are read where a name is searched for: those that follow it in order, and those that may contain it."""


def show_name(connection: Connection, person_id: str, name: str) -> tuple[MatchChange, ...]:
    """Show the present name of a person wherever they have a seat; return the matches that change.

    The name of somebody who has left a seat stays as it was.
    """
    stale = [select(owner.table.c.match_id).where(owner == person_id, column != name) for owner, column in _SEATS]
    changes = _touch(connection, matches.c.id.in_(union(*stale)))
    rename_seats(connection, person_id, name)
    return changes


def rename_seats(connection: Connection, person_id: str, name: str) -> None:
    """Show another name of a person wherever they have a seat, in matches that are touched before."""
    for owner, column in _SEATS:
        connection.execute(update(owner.table).where(owner == person_id).values({column.name: name}))


def rename_in_matches(connection: Connection, person_id: str, name: str, only: str | None = None) -> None:
    """Show another name of a person in all their matches, or where they had only this one; also on a seat they left."""
    left = exists().where(*_EMPTY, leavers.c.person == person_id)
    theirs = [(column, owner == person_id) for owner, column in _NAMES]
    for column, own in (*theirs, (seats.c.name, and_(seats.c.person.is_(None), left))):
        chosen = own if only is None else and_(own, column == only)
        connection.execute(update(column.table).where(chosen).values({column.name: name}))


def touch_matches(connection: Connection, person_id: str) -> tuple[MatchChange, ...]:
    """Raise the revision of a person's matches, whose seats are about to change, and return them."""
    taken = [
        matches.c.id.in_(select(match).where(owner == person_id))
        for owner, match in OWNERS.items()
        if owner.table is not matches
    ]
    return _touch(connection, or_(matches.c.host == person_id, *taken))


def _touch(connection: Connection, chosen: ColumnElement[bool]) -> tuple[MatchChange, ...]:
    """Raise the revision of matches, and return them.

    So no cached match is stale, and a turn that is saved at the same time is tried again on the match as it is then.
    """
    connection.execute(update(matches).where(chosen).values(revision=matches.c.revision + 1))
    ids = connection.execute(select(matches.c.id).where(chosen)).scalars().all()
    return tuple(fetch_changes(connection, ids))


_MENTION = re.compile(r"\{person:([\w-]{1,32})\}")


def mention(person_id: str) -> str:
    """Return what stands for the name of a person in a text that stays.

    >>> mention("a1") + " against " + mention("b2")
    '{person:a1} against {person:b2}'
    """
    return f"{{person:{person_id}}}"


def name_mentions(connection: Connection, texts: Sequence[str], closed: str = "") -> list[str]:
    """Return texts with the names of the people in them; `closed` names those of closed accounts, unless it is empty.

    What names nobody is left as it is.
    """
    ids = {found for text in texts for found in _MENTION.findall(text)}
    if not ids:
        return list(texts)
    rows = connection.execute(select(people.c.id, people.c.name, people.c.closed_at).where(people.c.id.in_(ids)))
    names = {row.id: closed if closed and row.closed_at is not None else row.name for row in rows}
    return [_MENTION.sub(lambda found: names.get(found[1], found[0]), text) for text in texts]


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

    def search(self, key: str, text: str, limit: int) -> tuple[Person, ...]:
        """Return the accounts whose names begin with a key or contain it, or contain a text; those that begin first.

        An index leads to names that begin with it; for those that contain it, so many names are read at most.
        """
        name_key, is_account = people.c.name_key, people.c.account_since.is_not(None)
        near = select(people.c.id).where(name_key >= key).order_by(name_key).limit(_NEAR)
        some = select(people.c.id).where(name_key.is_not(None)).order_by(name_key).limit(_READ)
        begins = name_key.startswith(key, autoescape=True)
        contains = or_(
            name_key.contains(key, autoescape=True), func.lower(people.c.name).contains(text.lower(), autoescape=True)
        )
        found = {
            person.id: person
            for chosen, where in ((near, begins), (some, contains))
            for person in self.find(
                people.c.id.in_(chosen),
                where,
                is_account,
                closed_at=None,
                order=(func.lower(people.c.name),),
                limit=limit,
            )
        }
        return tuple(found.values())[:limit]

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

    def last_seen(self, person_id: str) -> float:
        """Return when a person was last seen in a browser, to within a day; 0 for one without a session."""
        return max(self.pick(sessions.c.seen_at, sessions.c.person == person_id), default=0.0)

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


_row = vacations.c


class Balance(NamedTuple):
    """The seconds of vacation that a person had at a time."""

    seconds: float
    counted_at: float


class VacationBalances(Values[Balance], table=vacation_balances, value=Balance):
    """What people have left, each since their first vacation."""

    def replace(self, person_id: str, old: Balance | None, new: Balance) -> bool:
        """Replace a balance; return False if it is not the old one any more."""
        if old is None:
            return self.insert_once(person=person_id, **self.row(new))
        return self.set(person_id, *self.conditions((), old._asdict()), **self.row(new)) == 1


class VacationTable(Rows, table=vacations):
    """The vacations of one database. Every change checks the balance that it was made from."""

    def balance(self, person_id: str) -> Balance | None:
        """Return the balance of a person; None before their first vacation."""
        return VacationBalances(self.database).load(person_id)

    def intervals(self, people: Collection[str], after: float) -> dict[str, tuple[Interval, ...]]:
        """Return the vacations that end after a time, in order, by person."""
        found = defaultdict[str, list[Interval]](list)
        columns = (_row.person, _row.begins_at, _row.ends_at)
        chosen = select(*columns).where(_row.person.in_(people), _row.ends_at > after).order_by(_row.begins_at)
        with self.database.connect() as connection:
            for person, begins_at, ends_at in connection.execute(chosen):
                found[person].append((begins_at, ends_at))
        return {person: tuple(own) for person, own in found.items()}

    def take(self, person_id: str, old: Balance | None, new: Balance, vacation: Interval) -> bool:
        """Insert a vacation, or prolong the one that ends where it begins; False if the balance has changed."""
        begins_at, ends_at = vacation
        with self.together() as rows:
            if not VacationBalances(rows.database).replace(person_id, old, new):
                return False
            if not rows.set(_row.person == person_id, _row.ends_at == begins_at, ends_at=ends_at):
                rows.insert({"person": person_id, "begins_at": begins_at, "ends_at": ends_at})
        return True

    def shorten(self, person_id: str, old: Balance | None, new: Balance, vacation: Interval, ends_at: float) -> bool:
        """End a vacation earlier, or delete it where nothing is left; return False if the balance has changed."""
        ours = and_(_row.person == person_id, _row.begins_at == vacation[0])
        with self.together() as rows:
            if not VacationBalances(rows.database).replace(person_id, old, new):
                return False
            if ends_at > vacation[0]:
                rows.set(ours, ends_at=ends_at)
            else:
                rows.remove(ours)
        return True

    def matches_of(self, person_id: str) -> tuple[str, ...]:
        """Return the ids of a person's correspondence matches whose clocks are running."""
        theirs = select(seats.c.match_id).where(seats.c.person == person_id)
        chosen = select(matches.c.id).where(
            matches.c.id.in_(theirs), matches.c.deadline.is_not(None), matches.c.clock.contains("/")
        )
        with self.database.connect() as connection:
            return tuple(connection.execute(chosen).scalars())
