"""The vacations of people, and the balance that each of them has left."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import and_, select

from ludarium.store.mapping import Values
from ludarium.store.rows import Interval
from ludarium.store.table import Rows
from ludarium.store.tables import matches, seats, vacation_balances, vacations

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
