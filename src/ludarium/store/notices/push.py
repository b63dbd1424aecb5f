"""The browsers that receive notices by web push, and the site's keys for it."""

from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select, update

from ludarium.store.database import Repository, lock
from ludarium.store.tables import push_subscriptions, site_keys

_row = push_subscriptions.c


class PushSubscription(NamedTuple):
    """A browser of a person: the address at its push service, and its keys in base64url."""

    person: str
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

    def subscribe(self, one: PushSubscription, now: float) -> None:
        """Store a subscription; a browser has one, which belongs to the person who subscribed last."""
        values = {"person_id": one.person, "endpoint": one.endpoint, "key": one.key, "secret": one.secret}
        with self.database.begin() as connection:
            known = update(push_subscriptions).where(_row.endpoint_hash == _hash(one.endpoint))
            if not connection.execute(known.values(**values)).rowcount:
                hashed = _hash(one.endpoint)
                connection.execute(insert(push_subscriptions).values(endpoint_hash=hashed, created_at=now, **values))

    def unsubscribe(self, endpoint: str, person_id: str | None = None) -> None:
        """Delete the subscription of an address; with a person only if it is theirs."""
        chosen = delete(push_subscriptions).where(_row.endpoint_hash == _hash(endpoint))
        with self.database.begin() as connection:
            connection.execute(chosen if person_id is None else chosen.where(_row.person_id == person_id))

    def hold(self, notice_id: str) -> None:
        """Lock the sending of a notice to browsers until the unit of work ends in which this is called."""
        with self.database.begin() as connection:
            lock(connection, f"push {notice_id}")

    def of_person(self, person_id: str) -> tuple[PushSubscription, ...]:
        """Return the subscriptions of a person, the oldest first."""
        return self._find(_row.person_id == person_id)

    def of_endpoint(self, endpoint: str) -> PushSubscription | None:
        """Return the subscription of an address, or None."""
        found = self._find(_row.endpoint_hash == _hash(endpoint))
        return found[0] if found else None

    def _find(self, chosen: ColumnElement[bool]) -> tuple[PushSubscription, ...]:
        columns = (_row.person_id, _row.endpoint, _row.key, _row.secret)
        with self.database.connect() as connection:
            rows = connection.execute(select(*columns).where(chosen).order_by(_row.created_at))
            return tuple(PushSubscription(*row) for row in rows)


def _hash(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()
