"""Recent requests and attempts, counted by network or browser, of which the hashes are stored."""

import secrets

from sqlalchemy import delete, func, insert, select

from ludarium.store.database import Repository, lock
from ludarium.store.tables import attempts

HOUR = 3600.0
_row = attempts.c


class AttemptTable(Repository):
    """The attempts of the last hour in one database; all processes count the same."""

    def add(self, kind: str, who: str, now: float, since: float, most: int) -> bool:
        """Insert an attempt, unless there were `most` of its kind since a time, within the last hour.

        Return whether it was inserted; older ones are deleted.
        """
        theirs = select(func.count()).select_from(attempts)
        theirs = theirs.where(_row.kind == kind, _row.who == who, _row.at > since)
        with self.database.begin() as connection:
            lock(connection, kind + who)
            connection.execute(delete(attempts).where(_row.at <= now - HOUR))
            if connection.execute(theirs).scalar_one() >= most:
                return False
            connection.execute(insert(attempts).values(id=secrets.token_hex(12), kind=kind, who=who, at=now))
        return True

    def has(self, kind: str, who: str, since: float) -> bool:
        """Return whether there was an attempt since a time."""
        found = select(_row.id).where(_row.kind == kind, _row.who == who, _row.at > since)
        with self.database.connect() as connection:
            return connection.execute(found.limit(1)).first() is not None
