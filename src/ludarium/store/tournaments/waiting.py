"""Who would play on for somebody who leaves a tournament: a waiting list, and those whom the organiser has asked."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import people, tournament_waiting, tournaments

_row = tournament_waiting.c


class Waiting(NamedTuple):
    """A person who has offered to play on for anybody, or is asked to do it for a player, given by id as `asked`.

    The `reason` is what the organiser has written, and `declined_at` when the person has declined.
    """

    person: str
    name: str
    at: float
    asked: str | None = None
    reason: str = ""
    declined_at: float | None = None


class ExportedWaiting(NamedTuple):
    """What a person's export says of a waiting list: the names of the tournament and of the player in question."""

    tournament: str
    at: float
    asked_for: str | None
    reason: str
    declined_at: float | None


class TournamentWaitingTable(Repository):
    """The waiting lists of the tournaments of one database."""

    def of(self, tournament_id: str, now: float) -> tuple[Waiting, ...]:
        """Return who waits or was asked, those first who have waited longest; nobody who is suspended or has closed."""
        columns = (_row.person_id, people.c.name, _row.at, _row.for_id, _reason(), _row.declined_at)
        chosen = select(*columns).join(people, people.c.id == _row.person_id).where(
            _row.tournament_id == tournament_id,
            people.c.closed_at.is_(None),
            func.coalesce(people.c.suspended_until, 0.0) <= now,
        )  # fmt: skip
        with self.database.connect() as connection:
            return tuple(Waiting(*row) for row in connection.execute(chosen.order_by(_row.at, _row.person_id)))

    def of_person(self, person_id: str) -> tuple[ExportedWaiting, ...]:
        """Return where a person waits or was asked, the oldest first."""
        former = people.alias()
        columns = (tournaments.c.name, _row.at, former.c.name, _reason(), _row.declined_at)
        chosen = select(*columns).join(tournaments, tournaments.c.id == _row.tournament_id)
        chosen = chosen.outerjoin(former, former.c.id == _row.for_id).where(_row.person_id == person_id)
        with self.database.connect() as connection:
            return tuple(ExportedWaiting(*row) for row in connection.execute(chosen.order_by(_row.at)))

    def set(self, tournament_id: str, person_id: str, now: float, asked: str | None = None, reason: str = "") -> None:
        """Record that a person waits, or is asked to play on for a player for a reason."""
        values = {"at": now, "for_id": asked, "reason": reason or None, "declined_at": None}
        with self.database.begin() as connection:
            chosen = update(tournament_waiting).where(_of(tournament_id, person_id))
            if connection.execute(chosen.values(**values)).rowcount == 0:
                ids = {"tournament_id": tournament_id, "person_id": person_id}
                connection.execute(insert(tournament_waiting).values(**ids, **values))

    def decline(self, tournament_id: str, person_id: str, now: float) -> None:
        """Record that a person who was asked has declined."""
        with self.database.begin() as connection:
            chosen = update(tournament_waiting).where(_of(tournament_id, person_id))
            connection.execute(chosen.values(declined_at=now))

    def remove(self, tournament_id: str, person_id: str) -> None:
        """Remove a person who waits no more, or plays on."""
        with self.database.begin() as connection:
            connection.execute(delete(tournament_waiting).where(_of(tournament_id, person_id)))

    def withdraw(self, tournament_id: str, player_id: str) -> None:
        """Remove the requests to play on for a player; who has declined one stays known."""
        asked = and_(_row.for_id == player_id, _row.declined_at.is_(None))
        with self.database.begin() as connection:
            connection.execute(delete(tournament_waiting).where(_row.tournament_id == tournament_id, asked))


def _of(tournament_id: str, person_id: str) -> ColumnElement[bool]:
    return and_(_row.tournament_id == tournament_id, _row.person_id == person_id)


def _reason() -> ColumnElement[str]:
    return func.coalesce(_row.reason, "")
