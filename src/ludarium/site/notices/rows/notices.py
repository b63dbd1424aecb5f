"""Notices in the database, each delivered once by every channel, and who wants them how.

A notice is written in the transaction that causes it. It is unread while `read_at` is NULL, and is to be mailed while
`mail_at` is not NULL; the transaction that puts its mail into the outbox sets `mail_at` to NULL. A person has at most
one unread notice of a kind for each page: `add` sees to it, and so does the caller of `add_fresh`.

Size: all that writes the one table of notices, and nearly all that reads it.

The notification settings of people, and addresses that refuse mail.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from sqlalchemy import and_, bindparam, case, exists, func, insert, or_, select, true, update

from ludarium.match.clock import DAY
from ludarium.site.ground.changes import PersonChange
from ludarium.site.ground.mapping import Part, Values
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import blocks, matches, notice_settings, notices, refusing_addresses, seats

GRACE = 60.0
"""Seconds for which a mail waits, in which a person who is looking at the match sees the notice there."""
FIRST_OF_MATCH = "begun"
"""A key in the data of a notice: the first one of a match that others have begun, so its mail waits for nothing."""
MAILED = "mailed"
"""A key in the data of a notice: another mail takes the same text to the person, so none is sent for it."""
AT_ONCE = "at-once"
"""A key in the data of a notice of a challenge: it is accepted without choosing a time."""
OF, DECLINED = "of", "declined"
"""Keys in the data of a request for a rematch: the id of the match, and that its person has declined."""
TURN, SHORT, REMINDER, OFFER, RESULT = "turn", "short", "reminder", "offer", "result"
BEGUN, JOINED, LEFT, CHALLENGE, ANSWER = "begun", "joined", "left", "challenge", "answer"
TERMS = ("clock", "tick", "rated")
"""What the data of a notice of a challenge have of its terms, as text."""
REMATCH, TOURNAMENT, TALK, MODERATION = "rematch", "tournament", "talk", "moderation"
APPOINTMENT = "appointment"
OFFER_ENDED = "offer-ended"
OFFER_WORDS = {"draw": "draw offer", "takeback": "request for a takeback", "stand-in": "proposal of a bot"}
"""The kinds of offers within a match, in words."""
OF_TURNS = (TURN, SHORT, REMINDER)
"""The kinds of notices about a turn, which end when it is played. `SHORT` says that time is short."""
_MOST_REMATCHES = 50
_PEOPLE_AT_ONCE = 1000
_notice = notices.c
_BLOCKED = select(blocks.c.person).where(blocks.c.person == bindparam("person"), blocks.c.blocked == bindparam("by"))
_REPLACE_UNREAD = update(notices).where(  # the parameters beside these three become the new values
    _notice.person == bindparam("of_person"),
    _notice.kind == bindparam("of_kind"),
    _notice.path == bindparam("of_path"),
    _notice.read_at.is_(None),
)
_UNREAD = select(_notice.id, _notice.person, _notice.kind).where(
    _notice.match == bindparam("match"), _notice.read_at.is_(None)
)
_ENDED = (
    update(notices)
    .values(read_at=bindparam("now"), mail_at=None)
    .where(_notice.id.in_(bindparam("ids", expanding=True)), _notice.read_at.is_(None))
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


class NoticeTable(Values[Notice], table=notices, value=Notice):
    """The notices of one database."""

    def of_person(self, person_id: str, limit: int) -> tuple[Notice, ...]:
        """Return the notices of a person, the unread ones first, then the newest."""
        return self.find(person=person_id, order=(_notice.read_at.is_not(None), _notice.created_at.desc()), limit=limit)

    def of_ids(self, ids: Collection[str]) -> tuple[Notice, ...]:
        """Return the notices with these ids that are still unread, the oldest first."""
        return self.find(_notice.read_at.is_(None), id=ids, order=(_notice.created_at,), limit=len(ids))

    def see(self, person_id: str, now: float, path: str | None = None) -> None:
        """Record that a person has seen the notices that lead to a page, or all; write nothing if none is unread."""
        unread = and_(_notice.person == person_id, _notice.read_at.is_(None))
        if path is not None:  # an anchor is a part of its page
            unread = and_(unread, or_(_notice.path == path, _notice.path.startswith(f"{path}#", autoescape=True)))
        if self.has(unread):
            self.set(unread, read_at=now, mail_at=None)

    def unread(self, match_id: str) -> list[Unread]:
        """Return the unread notices about a match."""
        with self.database.connect() as connection:
            return [Unread(*row) for row in connection.execute(_UNREAD, {"match": match_id})]

    def tells_first(self, notice: Notice) -> bool:
        """Return whether no earlier mail has said to the person of a notice that its match has begun."""
        earlier = and_(_notice.id != notice.id, _notice.kind.in_((BEGUN, TURN)))
        first = self.one(earlier, person=notice.person, match=notice.match, order=(_notice.created_at,))
        return not (first and first.mailed_at and FIRST_OF_MATCH in first.data)

    def unseen(self, match_id: str, kind: str, until: float) -> frozenset[str]:
        """Return the people who had not read a notice of a kind about a match when a time came."""
        late = or_(_notice.read_at.is_(None), _notice.read_at >= until)
        return frozenset(self.pick(_notice.person, late, match=match_id, kind=kind))

    def is_new(self, person_id: str, kind: str, match_id: str, since: float) -> bool:
        """Return whether a person has had a notice of a kind about a match since a time, and has not read it."""
        is_unread = _notice.read_at.is_(None)
        return self.has(is_unread, _notice.created_at >= since, person=person_id, kind=kind, match=match_id)

    def end(self, ids: Collection[str], now: float) -> None:
        """End notices that do not matter any more."""
        with self.database.begin() as connection:
            connection.execute(_ENDED, {"ids": ids, "now": now})

    def end_path(self, path: str, now: float) -> None:
        """End the notices that lead to a page which does not matter any more."""
        self.set(_notice.path == path, _notice.read_at.is_(None), read_at=now, mail_at=None)

    def end_kind(self, person_id: str, kind: str, path: str, now: float) -> None:
        """End the notices of a kind for a person that lead to pages below an address."""
        below = and_(_notice.kind == kind, _notice.path.startswith(path, autoescape=True))
        self.set(_notice.person == person_id, below, _notice.read_at.is_(None), read_at=now, mail_at=None)

    def asked(self, by: str, paths: Collection[str]) -> tuple[Notice, ...]:
        """Return the notices by which a person has sent some pages to somebody as a request for a rematch."""
        return self.find(by=by, kind=REMATCH, path=paths)

    def offers(self, match_id: str, people: Collection[str]) -> tuple[Notice, ...]:
        """Return the notices by which people have asked each other for a rematch of a match, read ones included."""
        found = self.find(person=people, by=people, kind=REMATCH)
        return tuple(notice for notice in found if notice.data.get(OF) == match_id)

    def decline(self, notice: Notice) -> None:
        """Record that its person has declined what a notice asks for."""
        self.set(_notice.id == notice.id, data={**notice.data, DECLINED: "yes"})

    def rematches(self, person_id: str) -> tuple[Notice, ...]:
        """Return the latest requests of others for a rematch with a person, read ones included."""
        return self.find(person=person_id, kind=REMATCH, order=(_notice.created_at.desc(),), limit=_MOST_REMATCHES)

    def add(self, *made: Notice, **more: object) -> None:
        """Insert notices, but for people who have blocked the person who has caused them.

        If one of the same kind about the same page is unread, its content is replaced, and at most one mail is sent:
        where that was sent before, no mail has the new content.
        """
        for notice in made:
            with self.database.begin() as connection:
                blocked = {"person": notice.person, "by": notice.by}
                if notice.by and connection.execute(_BLOCKED, blocked).first():
                    continue
                same = {"of_person": notice.person, "of_kind": notice.kind, "of_path": notice.path}
                row = self.row(notice) | more
                content = {name: row[name] for name in ("turns", "by", "data", "created_at")}
                if not connection.execute(_REPLACE_UNREAD, {**same, **content}).rowcount:
                    connection.execute(insert(notices), [row])
            self._count([notice])

    def add_fresh(self, made: Sequence[Notice]) -> None:
        """Insert notices without asking about blocks; the caller leaves out those of which an unread one exists."""
        super().add(*made)
        self._count(made)

    def fetch_revisions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """Return what grows with every notice of these people, by id: none for who has no unread one."""
        unread = select(_notice.person, func.max(_notice.created_at)).where(_notice.read_at.is_(None))
        parts = (ids[first : first + _PEOPLE_AT_ONCE] for first in range(0, len(ids), _PEOPLE_AT_ONCE))
        asked = (unread.where(_notice.person.in_(part)).group_by(_notice.person) for part in parts)
        with self.database.connect() as connection:
            found = [row for each in asked for row in connection.execute(each)]
        return {person: revision_of(at) for person, at in found}

    def row(self, made: Notice) -> dict[str, object]:
        """Return the row of a new notice."""
        mail_at = None if MAILED in made.data else made.created_at + (0.0 if FIRST_OF_MATCH in made.data else GRACE)
        return super().row(made) | {"id": secrets.token_hex(12), "mail_at": mail_at, "data": dict(made.data)}

    def _count(self, made: Sequence[Notice]) -> None:
        latest = {notice.person: revision_of(notice.created_at) for notice in made}
        self.database.changes.extend(PersonChange(*last) for last in latest.items())

    def due(self, now: float, limit: int) -> tuple[Notice, ...]:
        """Return the notices whose mails are due, the oldest first."""
        return self.find(_notice.mail_at <= now, order=(_notice.mail_at,), limit=limit)

    def postpone(self, ids: Collection[str], until: float | None) -> None:
        """Postpone the mails of notices until a time; None if they need none."""
        self.set(_notice.id.in_(ids), _notice.mail_at.is_not(None), mail_at=until)

    def take_mails(self, ids: Sequence[str], now: float) -> list[str]:
        """Record that notices are mailed; return those that no other process mails, and that were not read."""
        waiting = and_(_notice.id.in_(ids), _notice.mail_at.is_not(None), _notice.read_at.is_(None))
        taken = update(notices).where(waiting).values(mail_at=None, mailed_at=now).returning(_notice.id)
        with self.database.begin() as connection:
            ours = {*connection.execute(taken).scalars()}
        return [each for each in ids if each in ours]

    def idle(self, now: float, usual_days: int, limit: int) -> tuple[tuple[str, str, int, float], ...]:
        """Return the people whose turn has waited for longer than their reminder days, and who were not reminded of it.

        Each is a match, a person, the number of turns played, and when the turn began. The reminder days of a match
        replace those of a person, but a person who wants no reminders (0 days) gets none. Only matches by
        correspondence count, and of those without a clock the ones with another person, as in
        `ludarium.site.notices.changes.is_slow`.
        """
        person, other = seats.c.person, seats.alias()
        own = func.coalesce(notice_settings.c.reminder_days, usual_days)
        days = case((own == 0, 0), else_=func.coalesce(matches.c.nag_days, own))
        of_match = and_(_notice.match == matches.c.id, _notice.turns == matches.c.turns)
        reminded = exists().where(_notice.person == person, of_match, _notice.kind == REMINDER)
        beside = exists().where(other.c.match_id == matches.c.id, other.c.person != person)
        is_open = exists().where(other.c.match_id == matches.c.id, other.c.invitation.is_not(None))
        is_slow = or_(matches.c.clock.contains("/"), and_(matches.c.clock.is_(None), beside))  # a slash: 10d+36h/10d
        columns = (matches.c.id, person, matches.c.turns, matches.c.turn_started_at)
        chosen = select(*columns).distinct().join_from(seats, matches)
        chosen = chosen.outerjoin(notice_settings, notice_settings.c.person == person)
        idle = and_(days > 0, matches.c.turn_started_at <= now - days * DAY, matches.c.live.is_(None))
        chosen = chosen.where(seats.c.awaited == true(), person.is_not(None), is_slow, ~is_open, idle, ~reminded)
        with self.database.connect() as connection:
            return tuple((row[0], row[1], row[2], row[3]) for row in connection.execute(chosen.limit(limit)))

    def forget(self, before: float) -> None:
        """Delete the notices that were read before a time."""
        self.remove(_notice.read_at < before)


def revision_of(at: float) -> int:
    """Return the revision of the notices of a person, of which the last was written at a time: its milliseconds."""
    return round(at * 1000)


REMINDER_DAYS = 7
MailChoice = Literal["each", "daily", "never"]
UNCHOSEN = "UTC"
"""The time zone of who has chosen none; pages leave theirs to the browser. Who wants UTC chooses `CHOSEN_UTC`."""
CHOSEN_UTC = "Etc/UTC"
_setting = notice_settings.c


@dataclass(frozen=True, slots=True)
class NoticeSettings:
    """The notification settings of a person.

    | field           | content                                                                         |
    |-----------------|---------------------------------------------------------------------------------|
    | `mail`          | a mail for each notice, one a day, or none                                      |
    | `quiet`         | the hours of the day between which no mail is sent: the first, and the one after |
    | `zone`          | the person's time zone, by its name; `UNCHOSEN` until they choose one           |
    | `reminder_days` | after how many idle days the person is reminded of a turn; 0 for never          |
    """

    mail: MailChoice = "each"
    quiet: tuple[int, int] | None = None
    zone: str = UNCHOSEN
    reminder_days: int = REMINDER_DAYS


def _quiet(begin: int | None, end: int) -> tuple[int, int] | None:
    return None if begin is None else (begin, end)


class NoticeSettingsTable(
    Values[NoticeSettings],
    table=notice_settings,
    value=NoticeSettings,
    computed={"quiet": Part(_quiet, {"begin": _setting.quiet_from, "end": _setting.quiet_to})},
):
    """The settings of notices in one database."""

    def of_person(self, person_id: str) -> NoticeSettings:
        """Return the settings of a person; the defaults if the person has changed nothing."""
        return self.load(person_id) or NoticeSettings()

    def save(self, person_id: str, settings: NoticeSettings) -> str:
        """Store the settings of a person; return the token of the page that ends mail without signing in."""
        begin, end = settings.quiet or (None, None)
        values = self.row(settings) | {"quiet_from": begin, "quiet_to": end}
        with self.together() as rows:
            if not rows.set(person_id, **values):
                rows.insert({"person": person_id, "token": secrets.token_urlsafe(18), **values})
            return str(rows.pick(_setting.token, person_id)[0])

    def token(self, person_id: str) -> str:
        """Return the token of the page that ends a person's mail without signing in."""
        return next(iter(self.pick(_setting.token, person_id)), "") or self.save(person_id, NoticeSettings())

    def of_token(self, token: str) -> str | None:
        """Return the id of the person whose mail a token ends, or None."""
        return next(iter(self.pick(_setting.person, token=token)), None) if token.isprintable() else None

    def end_mail(self, person_id: str) -> None:
        """Unsubscribe a person from the mails of notices."""
        self.save(person_id, replace(self.of_person(person_id), mail="never"))


class RefusingAddresses(Rows, table=refusing_addresses):
    """The addresses that refuse mail."""

    def refuse(self, address: str, reason: str, now: float) -> None:
        """Record that an address refuses mail."""
        self.put(address=address, since=now, reason=reason)

    def accept(self, address: str) -> None:
        """Record that an address takes mail again."""
        if self.has(address):
            self.remove(address)

    def refusal(self, address: str) -> str | None:
        """Return why an address refuses mail; None if it accepts mail."""
        return next(iter(self.pick(refusing_addresses.c.reason, address)), None)
