"""Counts of the matches that a person, or everybody from one network, has begun and has in progress."""

import logging
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, true
from sqlalchemy.exc import DBAPIError

from ludarium.site.ground.database import Repository, lock
from ludarium.site.ground.tables import matches, seats
from ludarium.site.match.rows.reading import has_id

_log = logging.getLogger(__name__)
HOUR = 3600.0
DAYS = 7
"""Days without a turn after which a match no longer counts as running."""
_WHOSE = {"person": matches.c.host, "network": matches.c.origin}


class Tally(NamedTuple):
    """The counts of a person or a network.

    | field      | content                                                                 |
    |------------|-------------------------------------------------------------------------|
    | `begun`    | when the matches of the last hour began, the latest first               |
    | `running`  | the number of matches that are not over, and have changed within a week |
    | `live`     | the number of live matches that are running now                         |
    | `searches` | the number of seats whose bots must choose a turn                       |
    """

    begun: tuple[float, ...] = ()
    running: int = 0
    live: int = 0
    searches: int = 0


Tallies = dict[str, Tally]
"""The tallies of a person and of their network, by `person` and `network`; one that is not known has none."""


class TallyTable(Repository):
    """Counts in the matches of one database."""

    def of(self, person: str | None, network: str | None, now: float) -> Tallies:
        """Return the tallies of a person by their id, and of a network by its origin."""
        with self.database.connect() as connection:
            return {kind: _count(connection, kind, value, now) for kind, value in _known(person, network).items()}

    def hold(self, person: str | None, network: str | None) -> None:
        """Let only one transaction at a time count for them."""
        with self.database.begin() as connection:
            for value in sorted(_known(person, network).values()):  # in one order, so no two wait for each other
                lock(connection, value)

    def origin(self, match_id: str) -> str | None:
        """Return the network from which a match was begun; None if it is not known."""
        with self.database.connect() as connection:
            return connection.execute(select(matches.c.origin).where(has_id(match_id))).scalar()


def _known(person: str | None, network: str | None) -> dict[str, str]:
    return {kind: value for kind, value in (("person", person), ("network", network)) if value}


def _count(connection: Connection, kind: str, value: str, now: float) -> Tally:
    theirs = _WHOSE[kind] == value
    running = and_(matches.c.ending == "", matches.c.updated_at > now - DAYS * 24 * HOUR)
    columns = (matches.c.created_at, running.label("running"))
    rows = connection.execute(select(*columns).where(theirs, or_(running, matches.c.created_at > now - HOUR))).all()
    due = select(func.count()).select_from(seats.join(matches)).where(theirs, seats.c.due == true())
    return Tally(
        tuple(sorted((at for at, _ in rows if isinstance(at, float) and at > now - HOUR), reverse=True)),
        sum(bool(row.running) for row in rows),
        _count_live(connection, and_(theirs, running), now),
        connection.execute(due).scalar_one(),
    )


def _count_live(connection: Connection, chosen: ColumnElement[bool], now: float) -> int:
    """Return how many of these live matches run; 0 if the row of one is damaged, which then costs nobody else."""
    try:
        states = connection.execute(select(matches.c.live).where(chosen, matches.c.live.is_not(None))).scalars().all()
        return sum(live[2] > now for live in states)
    except (DBAPIError, TypeError, ValueError, LookupError):
        _log.exception("the live matches of a person or a network cannot be counted")
        return 0
