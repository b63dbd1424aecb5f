"""What people have thrown, by game and kind of die, and the finished matches whose throws are still to be counted."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import select

from ludarium.store.table import Rows
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


class DiceDue(Rows, table=dice_due):
    """The matches of one database whose throws are still to be counted."""

    def first(self, limit: int) -> tuple[str, ...]:
        """Return the ids of some of them."""
        return self.pick(dice_due.c.match_id, order=(dice_due.c.match_id,), limit=limit)


class DiceTable(Rows, table=dice_throws):
    """The throws of the people of one database."""

    def add(self, counted: Mapping[Die, Mapping[str, Throws]]) -> None:
        """Add throws to those of their people."""
        with self.together() as rows:
            for person in sorted({die.person for die in counted}):
                rows.lock(person)
            for die, outcomes in counted.items():
                rows._add(die, outcomes)

    def of_person(self, person_id: str) -> Mapping[Die, Mapping[str, Throws]]:
        """Return what a person has thrown."""
        found: dict[Die, dict[str, Throws]] = {}
        columns = (_row.game, _row.sides, _row.outcome, _row.thrown, _row.expected)
        chosen = select(*columns).where(_row.person == person_id).order_by(_row.game, _row.sides, _row.outcome)
        with self.database.connect() as connection:
            for game, sides, outcome, thrown, expected in connection.execute(chosen):
                found.setdefault(Die(person_id, game, sides), {})[outcome] = Throws(thrown, expected)
        return found

    def merge(self, guest_id: str, account_id: str) -> None:
        """Add the throws of a guest to those of an account; those of the guest go with the guest."""
        self.lock(account_id)
        for die, outcomes in self.of_person(guest_id).items():
            self._add(die._replace(person=account_id), outcomes)

    def _add(self, die: Die, outcomes: Mapping[str, Throws]) -> None:
        for outcome, throws in outcomes.items():
            more = {"thrown": _row.thrown + throws.thrown, "expected": _row.expected + throws.expected}
            if not self.set((*die, outcome), **more):
                self.insert({**die._asdict(), "outcome": outcome, **throws._asdict()})
