"""Notices in the database; every channel delivers each of them once.

A notice is written in the transaction that causes it. It is unread while `read_at` is NULL, and is to be mailed while
`mail_at` is not NULL; the transaction that puts its mail into the outbox sets `mail_at` to NULL. A person has at most
one unread notice of a kind for each page: `add` sees to it, and so does the caller of `insert`.

Size: all that writes the one table of notices, and nearly all that reads it.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Update,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from ludarium.match.clock import DAY
from ludarium.store.changes import PersonChange
from ludarium.store.database import Repository
from ludarium.store.tables import blocks, matches, notice_settings, notices, seats

GRACE = 60.0
"""Seconds for which a mail waits, in which a person who is looking at the match sees the notice there."""
FIRST_OF_MATCH = "begun"
"""A key in the data of a notice: the first one of a match that others have begun, so its mail waits for nothing."""
MAILED = "mailed"
"""A key in the data of a notice: another mail takes the same text to the person, so none is sent for it."""
TURN, SHORT, REMINDER, OFFER, RESULT = "turn", "short", "reminder", "offer", "result"
BEGUN, JOINED, LEFT, CHALLENGE, ANSWER = "begun", "joined", "left", "challenge", "answer"
REMATCH, TOURNAMENT, TALK, MODERATION = "rematch", "tournament", "talk", "moderation"
APPOINTMENT = "appointment"
OFFER_ENDED = "offer-ended"
OFFER_WORDS = {"draw": "draw offer", "takeback": "request for a takeback", "stand-in": "proposal of a bot"}
"""The kinds of offers within a match, in words."""
OF_TURNS = (TURN, SHORT, REMINDER)
"""The kinds of notices about a turn, which end when it is played. `SHORT` says that time is short."""
_MOST_REMATCHES = 50
_PEOPLE_AT_ONCE = 1000
_row = notices.c
_BLOCKED = select(blocks.c.person_id).where(
    blocks.c.person_id == bindparam("person"), blocks.c.blocked_id == bindparam("by")
)
_REPLACE_UNREAD = update(notices).where(  # the parameters beside these three become the new values
    _row.person_id == bindparam("of_person"),
    _row.kind == bindparam("of_kind"),
    _row.path == bindparam("of_path"),
    _row.read_at.is_(None),
)
_UNREAD = select(_row.id, _row.person_id, _row.kind).where(_row.match_id == bindparam("match"), _row.read_at.is_(None))
_ENDED = (
    update(notices)
    .values(read_at=bindparam("now"), mail_at=None)
    .where(_row.id.in_(bindparam("ids", expanding=True)), _row.read_at.is_(None))
)


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice for a person.

    | field        | content                                                                          |
    |--------------|----------------------------------------------------------------------------------|
    | `person`     | the id of the person                                                             |
    | `kind`       | such as `TURN`                                                                   |
    | `path`       | the page of the site to which it leads                                           |
    | `match`      | the id of the match, if it is about one                                          |
    | `turns`      | how many turns of it had been played                                             |
    | `by`         | the id of who has caused it; nothing comes of it if the person has blocked them  |
    | `data`       | from which the text is made                                                      |
    | `read_at`    | when the person saw it, or it did not matter any more                            |
    | `mailed_at`  | when it was put into a mail                                                      |
    """

    person: str
    kind: str
    path: str
    created_at: float
    match: str | None = None
    turns: int = 0
    by: str | None = None
    data: Mapping[str, str] = field(default_factory=dict)
    id: str = ""
    read_at: float | None = None
    mailed_at: float | None = None


class Unread(NamedTuple):
    """An unread notice about a match, for a person."""

    id: str
    person: str
    kind: str


class NoticeTable(Repository):
    """The notices of one database."""

    def of_person(self, person_id: str, limit: int) -> tuple[Notice, ...]:
        """Return the notices of a person, the unread ones first, then the newest."""
        order = (_row.read_at.is_not(None), _row.created_at.desc())
        return self._fetch(_row.person_id == person_id, *order, limit=limit)

    def of_ids(self, ids: Collection[str]) -> tuple[Notice, ...]:
        """Return the notices with these ids that are still unread, the oldest first."""
        return self._fetch(and_(_row.id.in_(ids), _row.read_at.is_(None)), _row.created_at, limit=len(ids))

    def see(self, person_id: str, now: float, path: str | None = None) -> None:
        """Record that a person has seen the notices that lead to a page, or all; write nothing if none is unread."""
        unread = and_(_row.person_id == person_id, _row.read_at.is_(None))
        if path is not None:  # an anchor is a part of its page
            unread = and_(unread, or_(_row.path == path, _row.path.startswith(f"{path}#", autoescape=True)))
        with self.database.connect() as connection:
            if connection.execute(select(_row.id).where(unread).limit(1)).first() is None:
                return
        with self.database.begin() as connection:
            connection.execute(_read(now).where(unread))

    def unread(self, match_id: str) -> list[Unread]:
        """Return the unread notices about a match."""
        with self.database.connect() as connection:
            return [Unread(*row) for row in connection.execute(_UNREAD, {"match": match_id})]

    def tells_first(self, notice: Notice) -> bool:
        """Return whether no earlier mail has said to the person of a notice that its match has begun."""
        earlier = and_(_row.person_id == notice.person, _row.match_id == notice.match, _row.id != notice.id)
        found = self._fetch(and_(earlier, _row.kind.in_((BEGUN, TURN))), _row.created_at, limit=1)
        return not any(one.mailed_at and FIRST_OF_MATCH in one.data for one in found)

    def unseen(self, match_id: str, kind: str, until: float) -> frozenset[str]:
        """Return the people who had not read a notice of a kind about a match when a time came."""
        late = or_(_row.read_at.is_(None), _row.read_at >= until)
        chosen = select(_row.person_id).where(_row.match_id == match_id, _row.kind == kind, late)
        with self.database.connect() as connection:
            return frozenset(connection.execute(chosen).scalars())

    def end(self, ids: Collection[str], now: float) -> None:
        """End notices that do not matter any more."""
        with self.database.begin() as connection:
            connection.execute(_ENDED, {"ids": ids, "now": now})

    def end_path(self, path: str, now: float) -> None:
        """End the notices that lead to a page which does not matter any more."""
        with self.database.begin() as connection:
            connection.execute(_read(now).where(_row.path == path, _row.read_at.is_(None)))

    def asked(self, by: str, paths: Collection[str]) -> frozenset[str]:
        """Return those of some pages that a person has sent to somebody as a request for a rematch."""
        chosen = select(_row.path).where(_row.by_id == by, _row.kind == REMATCH, _row.path.in_(paths))
        with self.database.connect() as connection:
            return frozenset(connection.execute(chosen).scalars())

    def rematches(self, person_id: str) -> tuple[Notice, ...]:
        """Return the latest requests of others for a rematch with a person, read ones included."""
        theirs = and_(_row.person_id == person_id, _row.kind == REMATCH)
        return self._fetch(theirs, _row.created_at.desc(), limit=_MOST_REMATCHES)

    def add(self, notice: Notice) -> None:
        """Insert a notice, unless its person has blocked the person who has caused it.

        If one of the same kind about the same page is unread, its content is replaced, and at most one mail is sent:
        where that was sent before, no mail has the new content.
        """
        with self.database.begin() as connection:
            blocked = {"person": notice.person, "by": notice.by}
            if notice.by and connection.execute(_BLOCKED, blocked).first():
                return
            same = {"of_person": notice.person, "of_kind": notice.kind, "of_path": notice.path}
            if not connection.execute(_REPLACE_UNREAD, {**same, **_content(notice)}).rowcount:
                connection.execute(insert(notices), [_row_of(notice)])
        self._count([notice])

    def insert(self, found: Sequence[Notice]) -> None:
        """Insert notices without asking about blocks; the caller leaves out those of which an unread one exists."""
        with self.database.begin() as connection:
            connection.execute(insert(notices), [_row_of(notice) for notice in found])
        self._count(found)

    def fetch_revisions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """Return what grows with every notice of these people, by id: none for who has no unread one."""
        unread = select(_row.person_id, func.max(_row.created_at)).where(_row.read_at.is_(None))
        parts = (ids[first : first + _PEOPLE_AT_ONCE] for first in range(0, len(ids), _PEOPLE_AT_ONCE))
        asked = (unread.where(_row.person_id.in_(part)).group_by(_row.person_id) for part in parts)
        with self.database.connect() as connection:
            found = [row for each in asked for row in connection.execute(each)]
        return {person: revision_of(at) for person, at in found}

    def _count(self, found: Sequence[Notice]) -> None:
        latest = {notice.person: revision_of(notice.created_at) for notice in found}
        self.database.changes.extend(PersonChange(*last) for last in latest.items())

    def due(self, now: float, limit: int) -> tuple[Notice, ...]:
        """Return the notices whose mails are due, the oldest first."""
        return self._fetch(_row.mail_at <= now, _row.mail_at, limit=limit)

    def postpone(self, ids: Collection[str], until: float | None) -> None:
        """Postpone the mails of notices until a time; None if they need none."""
        waiting = and_(_row.id.in_(ids), _row.mail_at.is_not(None))
        with self.database.begin() as connection:
            connection.execute(update(notices).where(waiting).values(mail_at=until))

    def take_mails(self, ids: Sequence[str], now: float) -> list[str]:
        """Record that notices are mailed; return those that no other process mails, and that were not read."""
        waiting = and_(_row.id.in_(ids), _row.mail_at.is_not(None), _row.read_at.is_(None))
        taken = update(notices).where(waiting).values(mail_at=None, mailed_at=now).returning(_row.id)
        with self.database.begin() as connection:
            ours = {*connection.execute(taken).scalars()}
        return [each for each in ids if each in ours]

    def idle(self, now: float, usual_days: int, limit: int) -> tuple[tuple[str, str, int, float], ...]:
        """Return the people whose turn has waited for longer than their reminder days, and who were not reminded of it.

        Each is a match, a person, the number of turns played, and when the turn began. The reminder days of a match
        replace those of a person, but a person who wants no reminders (0 days) gets none. Only matches by
        correspondence count, and of those without a clock the ones with another person, as in
        `ludarium.club.notices.changes.is_slow`.
        """
        person, other = seats.c.person_id, seats.alias()
        own = func.coalesce(notice_settings.c.nag_days, usual_days)
        days = case((own == 0, 0), else_=func.coalesce(matches.c.nag_days, own))
        of_match = and_(_row.match_id == matches.c.id, _row.turns == matches.c.turns)
        reminded = exists().where(_row.person_id == person, of_match, _row.kind == REMINDER)
        beside = exists().where(other.c.match_id == matches.c.id, other.c.person_id != person)
        is_open = exists().where(other.c.match_id == matches.c.id, other.c.invitation.is_not(None))
        is_slow = or_(matches.c.clock.contains("/"), and_(matches.c.clock.is_(None), beside))  # a slash: 10d+36h/10d
        columns = (matches.c.id, person, matches.c.turns, matches.c.turn_started_at)
        chosen = select(*columns).distinct().join_from(seats, matches)
        chosen = chosen.outerjoin(notice_settings, notice_settings.c.person_id == person)
        idle = and_(days > 0, matches.c.turn_started_at <= now - days * DAY, matches.c.live.is_(None))
        chosen = chosen.where(seats.c.awaited == true(), person.is_not(None), is_slow, ~is_open, idle, ~reminded)
        with self.database.connect() as connection:
            return tuple((row[0], row[1], row[2], row[3]) for row in connection.execute(chosen.limit(limit)))

    def forget(self, before: float) -> None:
        """Delete the notices that were read before a time."""
        with self.database.begin() as connection:
            connection.execute(delete(notices).where(_row.read_at < before))

    def _fetch(self, condition: ColumnElement[bool], *order: ColumnElement[Any], limit: int) -> tuple[Notice, ...]:
        with self.database.connect() as connection:
            rows = connection.execute(select(notices).where(condition).order_by(*order).limit(limit)).mappings()
            return tuple(_notice(row) for row in rows)


def revision_of(at: float) -> int:
    """Return the revision of the notices of a person, of which the last was written at a time: its milliseconds."""
    return round(at * 1000)


def _content(notice: Notice) -> dict[str, object]:
    return {"turns": notice.turns, "by_id": notice.by, "data": dict(notice.data), "created_at": notice.created_at}


def _row_of(notice: Notice) -> dict[str, object]:
    about = {"person_id": notice.person, "kind": notice.kind, "path": notice.path, "match_id": notice.match}
    grace = 0.0 if FIRST_OF_MATCH in notice.data else GRACE
    mail_at = None if MAILED in notice.data else notice.created_at + grace
    return {"id": secrets.token_hex(12), "mail_at": mail_at, **about, **_content(notice)}


def _read(now: float) -> Update:
    return update(notices).values(read_at=now, mail_at=None)


def _notice(row: RowMapping) -> Notice:
    same = ("kind", "path", "created_at", "turns", "data", "id", "read_at", "mailed_at")
    return Notice(row["person_id"], match=row["match_id"], by=row["by_id"], **{name: row[name] for name in same})
