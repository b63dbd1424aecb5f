"""What the turns of people have given away by tables of exact values, and what the dice have given them, by game."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import select

from ludarium.store.table import Rows
from ludarium.store.tables import losses

_row = losses.c


class Losses(NamedTuple):
    """Sums over the turns and rolls of a person in one game; losses and luck are parts of the range of payoffs.

    | field     | content                                      |
    |-----------|----------------------------------------------|
    | `turns`   | the number of turns whose loss is known      |
    | `lost`    | the sum of their losses                      |
    | `squares` | the sum of the squares of their losses       |
    | `rolls`   | the number of rolls whose luck is known      |
    | `luck`    | the sum of their luck                        |
    """

    turns: int = 0
    lost: float = 0.0
    squares: float = 0.0
    rolls: int = 0
    luck: float = 0.0

    def plus(self, turns: Iterable[float] = (), rolls: Iterable[float] = ()) -> "Losses":
        """Return the sums with the losses of more turns, and the luck of more rolls.

        >>> Losses().plus(turns=[0.5, 0.0]).plus(rolls=[-0.25])
        Losses(turns=2, lost=0.5, squares=0.25, rolls=1, luck=-0.25)
        """
        lost, luck = [*turns], [*rolls]
        return Losses(
            self.turns + len(lost),
            self.lost + sum(lost),
            self.squares + sum(each * each for each in lost),
            self.rolls + len(luck),
            self.luck + sum(luck),
        )


class LossTable(Rows, table=losses):
    """The losses and the luck of the people of one database."""

    def add(self, counted: Mapping[tuple[str, str], Losses]) -> None:
        """Add sums, by person and game."""
        with self.together() as rows:
            for person in sorted({person for person, _ in counted}):
                rows.lock(person)
            for key, found in counted.items():
                rows._add(key, found)

    def of_person(self, person_id: str) -> Mapping[str, Losses]:
        """Return the sums of a person, by game."""
        columns = (_row.game, *(_row[name] for name in Losses._fields))
        chosen = select(*columns).where(_row.person == person_id).order_by(_row.game)
        with self.database.connect() as connection:
            return {game: Losses(*sums) for game, *sums in connection.execute(chosen)}

    def merge(self, guest_id: str, account_id: str) -> None:
        """Add the sums of a guest to those of an account; those of the guest go with the guest."""
        self.lock(account_id)
        for game, found in self.of_person(guest_id).items():
            self._add((account_id, game), found)

    def _add(self, key: tuple[str, str], found: Losses) -> None:
        more = {name: _row[name] + added for name, added in found._asdict().items()}
        if not self.set(key, **more):
            self.insert({"person": key[0], "game": key[1], **found._asdict()})
