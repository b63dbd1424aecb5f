"""The browsers that receive notices by web push, each as long as its session lasts, and the site's keys for it."""

from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from ludarium.store.database import Repository, lock
from ludarium.store.tables import people, push_subscriptions, sessions, site_keys

_row = push_subscriptions.c


class PushSubscription(NamedTuple):
    """A browser of a person: its session, the address at its push service, and its keys in base64url."""

    person: str
    session: str
    endpoint: str
    key: str
    secret: str


class PushTable(Repository):
    """The subscriptions of one database."""

    def key(self, name: str) -> str | None:
        """Return a key of the site, or None."""
        with self.database.connect() as connection:
            return connection.execute(select(site_keys.c.value).where(site_keys.c.name == name)).scalar()

    def keep_key(self, name: str, value: str) -> str:
        """Store a key of the site, unless there is one; return the one that is stored."""
        with self.database.begin() as connection:
            lock(connection, f"key {name}")
            found: str | None = connection.execute(select(site_keys.c.value).where(site_keys.c.name == name)).scalar()
            if found is None:
                connection.execute(insert(site_keys).values(name=name, value=value))
            return found or value

    def subscribe(self, one: PushSubscription, now: float) -> bool:
        """Store a subscription; a browser has one, which belongs to the session that subscribed last.

        Return False, and change nothing, if there is no such session any more.
        """
        values = {"person_id": one.person, "endpoint": one.endpoint, "key": one.key, "secret": one.secret}
        values["session_id"] = one.session
        hashed = _hash(one.endpoint)
        try:
            with self.database.begin() as connection:
                known = update(push_subscriptions).where(_row.endpoint_hash == hashed)
                if not connection.execute(known.values(**values)).rowcount:
                    made = insert(push_subscriptions).values(endpoint_hash=hashed, created_at=now, **values)
                    connection.execute(made)
        except IntegrityError:
            return False
        return True

    def unsubscribe(self, endpoint: str, person_id: str | None = None) -> None:
        """Delete the subscription of an address; with a person only if it is theirs."""
        chosen = delete(push_subscriptions).where(_row.endpoint_hash == _hash(endpoint))
        with self.database.begin() as connection:
            connection.execute(chosen if person_id is None else chosen.where(_row.person_id == person_id))

    def hold(self, notice_id: str) -> None:
        """Lock the sending of a notice to browsers until the unit of work ends in which this is called."""
        with self.database.begin() as connection:
            lock(connection, f"push {notice_id}")

    def of_person(self, person_id: str, used_since: float, now: float) -> tuple[PushSubscription, ...]:
        """Return the subscriptions of a person whose sessions are in use, the oldest first."""
        return self._find(_row.person_id == person_id, used_since, now)

    def of_endpoint(self, endpoint: str, used_since: float, now: float) -> PushSubscription | None:
        """Return the subscription of an address if its session is in use, or None."""
        found = self._find(_row.endpoint_hash == _hash(endpoint), used_since, now)
        return found[0] if found else None

    def _find(self, chosen: ColumnElement[bool], used_since: float, now: float) -> tuple[PushSubscription, ...]:
        """Return the chosen subscriptions of sessions used since a time, but not those of suspended people."""
        columns = (_row.person_id, _row.session_id, _row.endpoint, _row.key, _row.secret)
        free = or_(people.c.suspended_until.is_(None), people.c.suspended_until <= now)
        found = (
            select(*columns)
            .join(sessions, sessions.c.token_hash == _row.session_id)
            .join(people, people.c.id == _row.person_id)
            .where(chosen, sessions.c.seen_at >= used_since, people.c.closed_at.is_(None), free)
            .order_by(_row.created_at)
        )
        with self.database.connect() as connection:
            return tuple(PushSubscription(*row) for row in connection.execute(found))


def _hash(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()
