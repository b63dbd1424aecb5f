"""Who has left the pages of the site, of the people who play matches with live clocks or with ticks."""

from collections.abc import Collection

from sqlalchemy import or_, select

from ludarium.match.clock import Clock
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import matches, presences, seats

_row = presences.c


class PresenceTable(Rows, table=presences):
    """When the people of one database came and left; a person without a row has never been seen leaving."""

    def left(self, people: Collection[str]) -> dict[str, float]:
        """Return when those of these people left who have not come back."""
        return dict(self.pairs(_row.person, _row.left_at, _row.left_at.is_not(None), _row.person.in_(people)))

    def come(self, person_id: str, now: float) -> None:
        """Record that a person is there from now on."""
        self.put(person=person_id, came_at=now, left_at=None)

    def leave(self, person_id: str, at: float) -> bool:
        """Record that a person has left, unless they have left before or come since; return whether they have."""
        with self.together() as rows:
            if not rows.has(person_id):
                rows.insert({"person": person_id, "came_at": at, "left_at": at})
                return True
            return rows.set(person_id, _row.left_at.is_(None), _row.came_at <= at, left_at=at) == 1

    def forget(self) -> None:
        """Count nobody as having left."""
        if self.has(_row.left_at.is_not(None)):
            self.set(_row.left_at.is_not(None), left_at=None)

    def live_matches(self, person_id: str) -> tuple[str, ...]:
        """Return the ids of the matches of a person that are not over and have ticks, or clocks for one sitting."""
        chosen = (
            select(matches.c.id, matches.c.clock)
            .join(seats, seats.c.match_id == matches.c.id)
            .where(
                seats.c.person == person_id,
                matches.c.ending == "",
                or_(matches.c.clock.is_not(None), matches.c.live.is_not(None)),
            )
        )
        with self.database.connect() as connection:
            rows = connection.execute(chosen).all()
        return tuple(match_id for match_id, clock in rows if clock is None or not Clock.parse(clock).is_correspondence)
