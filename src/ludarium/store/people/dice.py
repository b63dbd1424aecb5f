"""What people have thrown, by game and kind of die, and the finished matches whose throws are still to be counted."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from ludarium.store.database import Repository, lock
from ludarium.store.tables import dice_due, dice_throws

_row = dice_throws.c


class Die(NamedTuple):
    """Whose die of which game: a kind of die has so many sides, each with its own probability perhaps."""

    person: str
    game: str
    sides: int


class Throws(NamedTuple):
    """The number of times that an outcome came up, and that expected by its exact probability."""

    thrown: int
    expected: float


class DiceTable(Repository):
    """The throws of the people of one database."""

    def add_due(self, match_id: str) -> None:
        """Note that the throws of a match are to be counted."""
        known = select(dice_due.c.match_id).where(dice_due.c.match_id == match_id)
        with self.database.begin() as connection:
            if connection.execute(known).first() is None:
                connection.execute(insert(dice_due).values(match_id=match_id))

    def due(self, limit: int) -> tuple[str, ...]:
        """Return the ids of matches whose throws are to be counted."""
        with self.database.connect() as connection:
            found = select(dice_due.c.match_id).order_by(dice_due.c.match_id).limit(limit)
            return tuple(connection.execute(found).scalars())

    def take(self, match_id: str) -> bool:
        """Note that the throws of a match are counted; return False if another process has done it."""
        with self.database.begin() as connection:
            return connection.execute(delete(dice_due).where(dice_due.c.match_id == match_id)).rowcount == 1

    def add(self, counted: Mapping[Die, Mapping[str, Throws]]) -> None:
        """Add throws to those of their people."""
        with self.database.begin() as connection:
            for person in sorted({die.person for die in counted}):
                lock(connection, f"dice of {person}")
            for die, outcomes in counted.items():
                _add(connection, die, outcomes)

    def of_person(self, person_id: str) -> Mapping[Die, Mapping[str, Throws]]:
        """Return what a person has thrown."""
        with self.database.connect() as connection:
            return _read(connection, [person_id])


def merge_throws(connection: Connection, guest_id: str, account_id: str) -> None:
    """Add the throws of a guest to those of an account; those of the guest go with the guest."""
    lock(connection, f"dice of {account_id}")
    for die, outcomes in _read(connection, [guest_id]).items():
        _add(connection, die._replace(person=account_id), outcomes)


def _read(connection: Connection, people: Collection[str]) -> Mapping[Die, Mapping[str, Throws]]:
    found: dict[Die, dict[str, Throws]] = {}
    columns = (_row.person_id, _row.game, _row.sides, _row.outcome, _row.thrown, _row.expected)
    chosen = select(*columns).where(_row.person_id.in_(people)).order_by(_row.game, _row.sides, _row.outcome)
    for person, game, sides, outcome, thrown, expected in connection.execute(chosen):
        found.setdefault(Die(person, game, sides), {})[outcome] = Throws(thrown, expected)
    return found


def _add(connection: Connection, die: Die, outcomes: Mapping[str, Throws]) -> None:
    same = (_row.person_id == die.person, _row.game == die.game, _row.sides == die.sides)
    for outcome, (thrown, expected) in outcomes.items():
        more = {"thrown": _row.thrown + thrown, "expected": _row.expected + expected}
        changed = update(dice_throws).where(*same, _row.outcome == outcome).values(**more)
        if not connection.execute(changed).rowcount:
            new = {"person_id": die.person, "game": die.game, "sides": die.sides, "outcome": outcome}
            connection.execute(insert(dice_throws).values(**new, thrown=thrown, expected=expected))
