"""Who would play on for somebody who leaves a tournament: a waiting list, and those whom the organiser has asked."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import people, tournament_waiting

_row = tournament_waiting.c


class Waiting(NamedTuple):
    """A person who has offered to play on for anybody, or is asked to do it for a player, given by id as `asked`."""

    person: str
    name: str
    at: float
    asked: str | None = None


class TournamentWaitingTable(Repository):
    """The waiting lists of the tournaments of one database."""

    def of(self, tournament_id: str) -> tuple[Waiting, ...]:
        """Return who waits or is asked, those first who have waited longest; nobody whose account is closed."""
        chosen = select(_row.person_id, people.c.name, _row.at, _row.for_id).join(people, people.c.id == _row.person_id)
        chosen = chosen.where(_row.tournament_id == tournament_id, people.c.closed_at.is_(None))
        with self.database.connect() as connection:
            return tuple(Waiting(*row) for row in connection.execute(chosen.order_by(_row.at, _row.person_id)))

    def set(self, tournament_id: str, person_id: str, now: float, asked: str | None = None) -> None:
        """Record that a person waits, or is asked to play on for a player."""
        theirs = _of(tournament_id, person_id)
        with self.database.begin() as connection:
            changed = connection.execute(update(tournament_waiting).where(theirs).values(at=now, for_id=asked))
            if changed.rowcount == 0:
                values = {"tournament_id": tournament_id, "person_id": person_id, "at": now, "for_id": asked}
                connection.execute(insert(tournament_waiting).values(**values))

    def remove(self, tournament_id: str, person_id: str) -> None:
        """Remove a person who waits no more, or has answered."""
        with self.database.begin() as connection:
            connection.execute(delete(tournament_waiting).where(_of(tournament_id, person_id)))


def _of(tournament_id: str, person_id: str) -> ColumnElement[bool]:
    return and_(_row.tournament_id == tournament_id, _row.person_id == person_id)
