"""The heartbeat of the site: when a server was last alive, and the credit of clocks for the time without a server."""

from sqlalchemy import Connection, and_, case, insert, select, update

from ludarium.site.ground.database import Repository, lock
from ludarium.site.ground.tables import heartbeat, matches, seats

LONGEST_CLAIM = 60.0
"""Seconds from now on until which no claim of a bot worker reaches."""


class HeartbeatTable(Repository):
    """The row with the time when a server of this database was last alive."""

    def beat(self, now: float, longest: float) -> float:
        """Record that a server is alive, and put the clocks right; return the seconds for which none was.

        A gap of more than `longest` seconds is added to every clock that ran in it. If the system's clock was set back,
        clocks that began in the future begin now, and claims that reach too far have expired.
        """
        with self.database.connect() as connection:
            last: float | None = connection.execute(select(heartbeat.c.beat_at)).scalar()
        with self.database.begin() as connection:
            if last is None:
                lock(connection, "the first heartbeat")  # of processes that start together, one inserts the row
                if connection.execute(select(heartbeat.c.beat_at)).scalar() is None:
                    connection.execute(insert(heartbeat).values(id=1, beat_at=now))
                return 0.0
            ours = update(heartbeat).where(heartbeat.c.beat_at == last)
            if connection.execute(ours.values(beat_at=now)).rowcount != 1:
                return 0.0  # another server was faster
            if now < last:
                self._pull_back(connection, now)
            elif now - last > longest:
                self._credit(connection, last, now)
                return now - last
        return 0.0

    def _credit(self, connection: Connection, last: float, now: float) -> None:
        """Add the time since `last` to the clocks that were running; a clock that began later gets back all of it."""
        began = matches.c.clock_started_at
        gap = now - case((began > last, began), else_=last)
        running = and_(matches.c.deadline.is_not(None), began < now)
        ids = select(matches.c.id).where(running)
        warned = and_(seats.c.match_id.in_(ids), seats.c.warn_at.is_not(None))
        connection.execute(update(seats).where(warned).values(warn_at=seats.c.warn_at + (now - last)))
        connection.execute(
            update(matches).where(running).values(
                clock_started_at=began + gap, deadline=matches.c.deadline + gap, paused=matches.c.paused + gap,
                revision=matches.c.revision + 1,
            )
        )  # fmt: skip

    def _pull_back(self, connection: Connection, now: float) -> None:
        ahead = and_(matches.c.deadline.is_not(None), matches.c.clock_started_at > now)
        deadline = matches.c.deadline - (matches.c.clock_started_at - now)
        connection.execute(
            update(matches)
            .where(ahead)
            .values(clock_started_at=now, deadline=deadline, revision=matches.c.revision + 1)
        )
        far = seats.c.claim_expires_at > now + LONGEST_CLAIM
        connection.execute(update(seats).where(far).values(claim_expires_at=0.0, claimed_by=None))

    def moved_by_vacation(self) -> tuple[str, ...]:
        """Return the ids of the running matches whose deadline also depends on vacations."""
        chosen = select(matches.c.id).where(matches.c.deadline.is_not(None), matches.c.turn_clock.is_not(None))
        with self.database.connect() as connection:
            return tuple(connection.execute(chosen).scalars())
