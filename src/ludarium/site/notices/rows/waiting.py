"""The turns, challenges and notices that wait for a person, in one query, since every page has them.

The browsers that receive notices by web push, each as long as its session lasts, and the site's keys for it.

The people who watch matches by mail without a seat, and the subscribers of mails to all.
"""

from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, Double, String, and_, bindparam, distinct, func, or_, select, true
from sqlalchemy.exc import IntegrityError

from ludarium.site.begin.rows import waits_for
from ludarium.site.ground.mapping import Values
from ludarium.site.ground.prepared import Prepared
from ludarium.site.ground.table import Rows, Where
from ludarium.site.ground.tables import (
    broadcasts,
    matches,
    notices,
    open_offers,
    people,
    push_subscriptions,
    seats,
    sessions,
    site_keys,
    tournament_entries,
    tournaments,
    watchers,
)
from ludarium.site.notices.rows.notices import BEGUN, CHALLENGE, OF_TURNS, revision_of

_push = push_subscriptions.c


class PushSubscription(NamedTuple):
    """A browser of a person: its session, the address at its push service, and its keys in base64url."""

    person: str
    session: str
    endpoint: str
    key: str
    secret: str


class PushTable(
    Values[PushSubscription],
    table=push_subscriptions,
    value=PushSubscription,
    joined=push_subscriptions.join(sessions).join(people, people.c.id == _push.person),
    order=(_push.created_at,),
):
    """The subscriptions of one database."""

    def subscribe(self, one: PushSubscription, now: float) -> bool:
        """Store a subscription; a browser has one, which belongs to the session that subscribed last.

        Return False, and change nothing, if there is no such session any more.
        """
        hashed = _hash(one.endpoint)
        try:
            with self.together() as rows:
                if not rows.set(hashed, **self.row(one)):
                    rows.add(one, endpoint_hash=hashed, created_at=now)
        except IntegrityError:
            return False
        return True

    def unsubscribe(self, endpoint: str, person_id: str | None = None) -> None:
        """Delete the subscription of an address; with a person only if it is theirs."""
        self.remove(_hash(endpoint), *([] if person_id is None else [_push.person == person_id]))

    def of_person(self, person_id: str, used_since: float, now: float) -> tuple[PushSubscription, ...]:
        """Return the subscriptions of a person whose sessions are in use, the oldest first."""
        return self._usable(_push.person == person_id, used_since, now)

    def of_endpoint(self, endpoint: str, used_since: float, now: float) -> PushSubscription | None:
        """Return the subscription of an address if its session is in use, or None."""
        return next(iter(self._usable(_hash(endpoint), used_since, now)), None)

    def _usable(self, chosen: Where, used_since: float, now: float) -> tuple[PushSubscription, ...]:
        """Return the chosen subscriptions of sessions used since a time, but not those of suspended people."""
        free = or_(people.c.suspended_until.is_(None), people.c.suspended_until <= now)
        return self.find(chosen, sessions.c.seen_at >= used_since, people.c.closed_at.is_(None), free)


class SiteKeys(Rows, table=site_keys):
    """The keys by which the site signs, by name."""

    def key(self, name: str) -> str | None:
        """Return a key of the site, or None."""
        return next(iter(self.pick(site_keys.c.value, name)), None)

    def store(self, name: str, value: str) -> str:
        """Store a key of the site, unless there is one; return the one that is stored."""
        with self.together() as rows:
            rows.lock(name)
            return value if rows.insert_once(name=name, value=value) else rows.key(name) or value


def _hash(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()


class Waiting(NamedTuple):
    """The turns, challenges and notices that wait for a person.

    | field     | content                                                                         |
    |-----------|---------------------------------------------------------------------------------|
    | `awaited` | the number of matches in which they must choose a turn, and challenges to answer |
    | `unread`  | the number of unread notices of anything but these: of no turn and no challenge  |
    | `unseen`  | the number of all unread notices                                                 |
    | `offers`  | the number of their offers that wait for a live match now                        |
    | `tournaments` | the ids of the live tournaments in which they are, and which go on or begin soon |
    | `revision` | that of their notices, as `NoticeTable.fetch_revisions` returns it |
    | `begun`   | the number of matches that have begun, which they have not seen                 |
    """

    awaited: int = 0
    unread: int = 0
    unseen: int = 0
    offers: int = 0
    tournaments: tuple[str, ...] = ()
    revision: int = 0
    begun: int = 0


BESIDE_GAMES = (*OF_TURNS, CHALLENGE)
"""The kinds of notices that are counted beside the games and not beside the bell."""
_PERSON = bindparam("person", type_=String)
_TURNS = select(func.count(distinct(seats.c.match_id))).where(seats.c.person == _PERSON, seats.c.awaited == true())
_CHALLENGES = select(func.count()).where(waits_for(_PERSON, bindparam("since", type_=Double)))
_UNSEEN = select(func.count(notices.c.id)).where(notices.c.person == _PERSON, notices.c.read_at.is_(None))
_UNREAD = _UNSEEN.where(notices.c.kind.not_in(BESIDE_GAMES))
_BEGUN = _UNSEEN.where(notices.c.kind == BEGUN)
_LATEST = select(func.max(notices.c.created_at)).where(notices.c.person == _PERSON, notices.c.read_at.is_(None))
_OFFERS = select(func.count(open_offers.c.id)).where(
    open_offers.c.person == _PERSON,
    open_offers.c.ended_at.is_(None),
    open_offers.c.here_until > bindparam("now", type_=Double),
)
_SOON = 1800.0
"""Seconds before a live tournament begins from which on the pages of its players ask whether it has."""
_MOST_TOURNAMENTS = 10
_NEXT = (
    select(tournaments.c.id)
    .join(tournament_entries, tournament_entries.c.tournament_id == tournaments.c.id)
    .where(
        tournament_entries.c.person == _PERSON,
        tournament_entries.c.left_at.is_(None),
        tournaments.c.state.in_(("open", "running")),
        tournaments.c.tempo.not_like("%/%"),
        tournaments.c.begins_at < bindparam("now", type_=Double) + _SOON,
    )
    .order_by(tournaments.c.begins_at, tournaments.c.id)
    .limit(_MOST_TOURNAMENTS)
    .subquery()
)
_TOURNAMENTS = select(func.aggregate_strings(_NEXT.c.id, ","))
_WAITING = Prepared(
    select(
        _TURNS.scalar_subquery() + _CHALLENGES.scalar_subquery(),
        *(count.scalar_subquery() for count in (_UNREAD, _UNSEEN, _OFFERS, _TOURNAMENTS, _LATEST, _BEGUN)),
    )
)


def fetch_waiting(connection: Connection, person_id: str, since: float, now: float) -> Waiting:
    """Return the counts of what waits for a person; challenges made before `since` have expired."""
    [(awaited, unread, unseen, offers, ids, latest, begun)] = _WAITING.all(
        connection, {"person": person_id, "since": since, "now": now}
    )
    tournaments = tuple(ids.split(",")) if ids else ()
    return Waiting(awaited, unread, unseen, offers, tournaments, revision_of(latest or 0.0), begun)


_watch, _mailed = watchers.c, broadcasts.c


class Watched(NamedTuple):
    """A match that has gone on since its watcher was notified.

    `notified` is the number of turns that the last mail to the address had, `turns` the number played.
    """

    match_id: str
    person: str
    address: str
    notified: int
    turns: int
    over: bool


class WatcherTable(Rows, table=watchers):
    """The watchers of one database."""

    def watch(self, match_id: str, person_id: str, turns: int, most: int) -> bool:
        """Insert a watcher of a match from a turn on; return False if the person watches `most` others."""
        with self.together() as rows:
            if rows.count(_watch.match_id != match_id, person=person_id) >= most:
                return False
            rows.put(match_id=match_id, person=person_id, turns=turns, told_at=0.0)
        return True

    def due(self, notified_before: float, limit: int) -> list[Watched]:
        """Return the matches that have gone on, of which nothing was mailed since a time, or which are over."""
        over, has_address = matches.c.ending != "", people.c.email.is_not(None)
        news = or_(over, and_(matches.c.turns != _watch.turns, _watch.told_at <= notified_before))
        columns = (
            _watch.match_id,
            _watch.person,
            people.c.email,
            _watch.turns.label("notified"),
            matches.c.turns,
            over,
        )
        chosen = (
            select(*columns).join(matches, matches.c.id == _watch.match_id).join(people, people.c.id == _watch.person)
        )
        with self.database.connect() as connection:
            return [Watched(*row) for row in connection.execute(chosen.where(news, has_address).limit(limit))]

    def mark(self, watched: Watched, now: float) -> bool:
        """Record that a watcher is notified of a match; return False if another process has done so."""
        ours = ((watched.match_id, watched.person), _watch.turns == watched.notified)
        return (self.remove(*ours) if watched.over else self.set(*ours, turns=watched.turns, told_at=now)) == 1


class BroadcastTable(Rows, table=broadcasts):
    """Who wants mails that others send to all, and when people have sent one."""

    def want(self, person_id: str, *, wanted: bool) -> None:
        """Record whether a person wants mails that others send to all."""
        with self.together() as rows:
            if not rows.set(person_id, wanted=wanted):
                rows.insert({"person": person_id, "wanted": wanted, "sent_at": 0.0})

    def begin(self, person_id: str, begun_at: float, since: float) -> bool:
        """Record that a person mails to all; return False, and change nothing, if they did after the time `since`.

        The same `begun_at` succeeds again, so that a broadcast that was interrupted goes on.
        """
        may = or_(_mailed.sent_at <= since, _mailed.sent_at == begun_at)
        with self.together() as rows:
            if rows.set(person_id, may, sent_at=begun_at):
                return True
            return rows.insert_once(person=person_id, wanted=False, sent_at=begun_at)

    def receivers(self) -> tuple[str, ...]:
        """Return the people who want mails that others send to all."""
        return self.pick(_mailed.person, wanted=True)
