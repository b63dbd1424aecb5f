"""Who would play on for somebody who leaves a tournament: a waiting list, and those whom the organiser has asked."""

from typing import NamedTuple

from sqlalchemy import func, select

from ludarium.store.mapping import Values
from ludarium.store.tables import people, tournament_waiting, tournaments

_row = tournament_waiting.c
_REASON = func.coalesce(_row.reason, "")


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


class TournamentWaitingTable(
    Values[Waiting],
    table=tournament_waiting,
    value=Waiting,
    computed={"name": people.c.name, "reason": _REASON},
    joined=tournament_waiting.join(people),
    order=(_row.at, _row.person),
):
    """The waiting lists of the tournaments of one database, those first who have waited longest."""

    def of(self, tournament_id: str, now: float) -> tuple[Waiting, ...]:
        """Return who waits or was asked; nobody who is suspended or has closed the account."""
        usable = func.coalesce(people.c.suspended_until, 0.0) <= now
        return self.find(people.c.closed_at.is_(None), usable, tournament_id=tournament_id)

    def of_person(self, person_id: str) -> tuple[ExportedWaiting, ...]:
        """Return where a person waits or was asked, the oldest first."""
        former = people.alias()
        columns = (tournaments.c.name, _row.at, former.c.name, _REASON, _row.declined_at)
        chosen = select(*columns).join(tournaments, tournaments.c.id == _row.tournament_id)
        chosen = chosen.outerjoin(former, former.c.id == _row.asked).where(_row.person == person_id)
        with self.database.connect() as connection:
            return tuple(ExportedWaiting(*row) for row in connection.execute(chosen.order_by(_row.at)))

    def wait(self, tournament_id: str, person_id: str, now: float, asked: str | None = None, reason: str = "") -> None:
        """Record that a person waits, or is asked to play on for a player for a reason."""
        values = {"at": now, "asked": asked, "reason": reason or None, "declined_at": None}
        self.put(tournament_id=tournament_id, person=person_id, **values)

    def withdraw(self, tournament_id: str, player_id: str) -> None:
        """Remove the requests to play on for a player; who has declined one stays known."""
        self.remove(tournament_id=tournament_id, asked=player_id, declined_at=None)
