"""The vacations of people, and the balance that each of them has left."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.rows import Interval
from ludarium.store.tables import matches, seats, vacation_balances, vacations

_COUNTED = vacation_balances.c


class Balance(NamedTuple):
    """The seconds of vacation that a person had at a time."""

    seconds: float
    counted_at: float


class VacationTable(Repository):
    """The vacations of one database. Every change checks the balance that it was made from."""

    def balance(self, person_id: str) -> Balance | None:
        """Return the balance of a person; None before their first vacation."""
        chosen = select(_COUNTED.seconds, _COUNTED.counted_at).where(_COUNTED.person_id == person_id)
        with self.database.connect() as connection:
            row = connection.execute(chosen).first()
        return Balance(*row) if row else None

    def intervals(self, people: Collection[str], after: float) -> dict[str, tuple[Interval, ...]]:
        """Return the vacations that end after a time, in order, by person."""
        found = defaultdict[str, list[Interval]](list)
        chosen = select(vacations).where(vacations.c.person_id.in_(people), vacations.c.ends_at > after)
        with self.database.connect() as connection:
            for row in connection.execute(chosen.order_by(vacations.c.begins_at)).mappings():
                found[row["person_id"]].append((row["begins_at"], row["ends_at"]))
        return {person: tuple(own) for person, own in found.items()}

    def take(self, person_id: str, old: Balance | None, new: Balance, vacation: Interval) -> bool:
        """Insert a vacation, or prolong the one that ends where it begins; False if the balance has changed."""
        begins_at, ends_at = vacation
        before = and_(vacations.c.person_id == person_id, vacations.c.ends_at == begins_at)
        with self.database.begin() as connection:
            if not _count(connection, person_id, old, new):
                return False
            if connection.execute(update(vacations).where(before).values(ends_at=ends_at)).rowcount == 0:
                values = {"person_id": person_id, "begins_at": begins_at, "ends_at": ends_at}
                connection.execute(insert(vacations).values(**values))
        return True

    def shorten(self, person_id: str, old: Balance | None, new: Balance, vacation: Interval, ends_at: float) -> bool:
        """End a vacation earlier, or delete it where nothing is left; return False if the balance has changed."""
        ours = and_(vacations.c.person_id == person_id, vacations.c.begins_at == vacation[0])
        with self.database.begin() as connection:
            if not _count(connection, person_id, old, new):
                return False
            if ends_at > vacation[0]:
                connection.execute(update(vacations).where(ours).values(ends_at=ends_at))
            else:
                connection.execute(delete(vacations).where(ours))
        return True

    def matches_of(self, person_id: str) -> tuple[str, ...]:
        """Return the ids of a person's correspondence matches whose clocks are running."""
        theirs = select(seats.c.match_id).where(seats.c.person_id == person_id)
        chosen = select(matches.c.id).where(
            matches.c.id.in_(theirs), matches.c.deadline.is_not(None), matches.c.clock.contains("/")
        )
        with self.database.connect() as connection:
            return tuple(connection.execute(chosen).scalars())


def _count(connection: Connection, person_id: str, old: Balance | None, new: Balance) -> bool:
    """Replace a balance; return False if it is not the old one any more."""
    values = {"seconds": new.seconds, "counted_at": new.counted_at}
    if old is None:
        known = select(_COUNTED.person_id).where(_COUNTED.person_id == person_id)
        if connection.execute(known).first():
            return False
        connection.execute(insert(vacation_balances).values(person_id=person_id, **values))
        return True
    ours = and_(_COUNTED.person_id == person_id, _COUNTED.seconds == old.seconds, _COUNTED.counted_at == old.counted_at)
    return connection.execute(update(vacation_balances).where(ours).values(**values)).rowcount == 1
