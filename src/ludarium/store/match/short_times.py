"""The people who have little time left for a turn and have not been notified."""

from sqlalchemy import and_, or_, select, update

from ludarium.store.database import Repository
from ludarium.store.rows import ShortTime
from ludarium.store.tables import matches, seats


class ShortTimes(Repository):
    """The turns of one database for which time is short."""

    def due(self, now: float, limit: int) -> tuple[ShortTime, ...]:
        """Return the people whose time for a turn is short, and who have not been notified, the most urgent first."""
        untold = or_(seats.c.warned.is_(None), seats.c.warned != matches.c.turns)
        short = and_(seats.c.warn_at <= now, seats.c.person.is_not(None), matches.c.deadline > now, untold)
        columns = (matches.c.id, seats.c.seat, seats.c.person, matches.c.turns, matches.c.deadline)
        chosen = select(*columns).join_from(seats, matches).where(short).order_by(matches.c.deadline).limit(limit)
        with self.database.connect() as connection:
            return tuple(ShortTime(*row) for row in connection.execute(chosen))

    def mark(self, short: ShortTime) -> bool:
        """Record that a person is notified; return False if another process has done so."""
        untold = or_(seats.c.warned.is_(None), seats.c.warned != short.turns)
        ours = and_(seats.c.match_id == short.match_id, seats.c.seat == short.seat, untold)
        with self.database.begin() as connection:
            return connection.execute(update(seats).where(ours).values(warned=short.turns)).rowcount == 1
