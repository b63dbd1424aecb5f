"""The results of finished matches, from which ratings follow."""

from typing import NamedTuple

from sqlalchemy import select

from ludarium.store.database import Repository
from ludarium.store.table import is_of_game
from ludarium.store.tables import matches, seats


class MatchResult(NamedTuple):
    """The result of a match: its payoffs as text, and the people of its seats; None is a bot or a guest."""

    id: str
    number: int
    game: str
    result: str
    ending: str
    turns: int
    ended_at: float
    private: bool
    people: tuple[str | None, ...]


class ResultTable(Repository):
    """The results in one database."""

    def of_game(self, game: str) -> list[MatchResult]:
        """Return the results of a game, with any options, in the order of their ends.

        Those of positions that were set up do not count, nor those that a moderator has voided.
        """
        ours = is_of_game(matches.c.game, game)
        names = ("id", "number", "game", "result", "ending", "turns", "updated_at", "private")
        chosen = (
            select(*(matches.c[name] for name in names), seats.c.person)
            .join(seats)
            .where(ours, matches.c.ending != "", matches.c.position.is_(None), matches.c.voided.is_(False))
            .order_by(matches.c.updated_at, matches.c.id, seats.c.seat)
        )
        found: list[MatchResult] = []
        with self.database.connect() as connection:
            for row in connection.execute(chosen).mappings():
                if found and found[-1].id == row["id"]:
                    found[-1] = found[-1]._replace(people=(*found[-1].people, row["person_id"]))
                else:
                    values = (row[name] for name in names)
                    found.append(MatchResult._make((*values, (row["person_id"],))))
        return found
