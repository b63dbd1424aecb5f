"""The browsers that receive notices by web push, each as long as its session lasts, and the site's keys for it."""

from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import or_
from sqlalchemy.exc import IntegrityError

from ludarium.store.mapping import Values
from ludarium.store.table import Rows, Where
from ludarium.store.tables import people, push_subscriptions, sessions, site_keys

_row = push_subscriptions.c


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
    joined=push_subscriptions.join(sessions).join(people, people.c.id == _row.person),
    order=(_row.created_at,),
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
        self.remove(_hash(endpoint), *([] if person_id is None else [_row.person == person_id]))

    def of_person(self, person_id: str, used_since: float, now: float) -> tuple[PushSubscription, ...]:
        """Return the subscriptions of a person whose sessions are in use, the oldest first."""
        return self._usable(_row.person == person_id, used_since, now)

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
