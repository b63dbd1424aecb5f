"""The names that matches show for their people, and the matches that change with them."""

import re
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, or_, select, union, update

from ludarium.store.changes import MatchChange
from ludarium.store.match.changes import fetch_changes
from ludarium.store.tables import leavers, matches, notices, people, seats

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
    """Show another name of a person in all their matches, or where they had only this one."""
    for owner, column in _NAMES:
        theirs = owner == person_id if only is None else and_(owner == person_id, column == only)
        connection.execute(update(owner.table).where(theirs).values({column.name: name}))


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
