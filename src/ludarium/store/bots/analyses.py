"""The analyses of one database: reviews of matches and hints, which wait for a worker until they are made."""

from typing import Any, NamedTuple

from sqlalchemy import and_, func, insert, select, update

from ludarium.store.database import Repository, lock
from ludarium.store.tables import analyses

_row = analyses.c
Content = dict[str, Any]  # Any: JSON


def review_of(played: int) -> int:
    """Return the number that stands for the review of a match that ended after a number of lines of the record.

    A hint has the number of lines that were played before its turn.
    """
    return -1 - played


class WaitingAnalysis(NamedTuple):
    """An analysis that waits; `person` is the id of the person who asked for it; None if they are gone."""

    match_id: str
    played: int
    person: str | None
    tries: int

    @property
    def is_review(self) -> bool:
        """Whether it is a review, not a hint."""
        return self.played < 0


class Analysis(NamedTuple):
    """An analysis as it stands; `content` is None while it waits, and where bots have failed."""

    is_made: bool
    content: Content | None


class AnalysesTable(Repository):
    """The analyses of matches; every one is claimed by at most one worker, and made once."""

    def has(self, asked: WaitingAnalysis) -> bool:
        """Return whether an analysis was asked for; no other transaction asks for one of its match before this ends."""
        key = and_(_row.match_id == asked.match_id, _row.played == asked.played)
        with self.database.begin() as connection:
            lock(connection, f"analyses of {asked.match_id}")
            return connection.execute(select(_row.played).where(key)).first() is not None

    def insert(self, asked: WaitingAnalysis, origin: str | None, now: float) -> None:
        """Insert an analysis that is asked for from a network."""
        values = {"person_id": asked.person, "origin": origin, "asked_at": now, "claim_expires_at": 0.0, "tries": 0}
        with self.database.begin() as connection:
            connection.execute(insert(analyses).values(match_id=asked.match_id, played=asked.played, **values))

    def waiting(self, person: str | None, origin: str | None = None) -> dict[str, int]:
        """Return how many analyses of a person and of a network wait."""
        whose = {"person": (_row.person_id, person), "network": (_row.origin, origin)}
        with self.database.connect() as connection:
            return {
                kind: connection.execute(
                    select(func.count()).select_from(analyses).where(column == value, _row.made_at.is_(None))
                ).scalar_one()
                for kind, (column, value) in whose.items()
                if value
            }

    def claim(self, worker: str, now: float, until: float, *, reviews: bool) -> WaitingAnalysis | None:
        """Claim the review, or the hint, that has waited longest, until a time; None if none waits."""
        kind = _row.played < 0 if reviews else _row.played >= 0
        free = and_(_row.made_at.is_(None), _row.claim_expires_at < now, kind)
        columns = (_row.match_id, _row.played, _row.person_id, _row.tries)
        with self.database.connect() as connection:
            waiting = connection.execute(select(*columns).where(free).order_by(_row.asked_at).limit(10)).all()
        for row in waiting:
            ours = and_(free, _row.match_id == row.match_id, _row.played == row.played)
            values = {"claimed_by": worker, "claim_expires_at": until, "tries": _row.tries + 1}
            with self.database.begin() as connection:
                if connection.execute(update(analyses).where(ours).values(**values)).rowcount == 1:
                    return WaitingAnalysis(*row)
        return None

    def renew(self, worker: str, until: float) -> None:
        """Prolong the claims of a worker."""
        ours = and_(_row.claimed_by == worker, _row.made_at.is_(None))
        with self.database.begin() as connection:
            connection.execute(update(analyses).where(ours).values(claim_expires_at=until))

    def release(self, asked: WaitingAnalysis) -> None:
        """Release a claim; the try does not count."""
        ours = and_(_row.match_id == asked.match_id, _row.played == asked.played, _row.made_at.is_(None))
        values = {"claimed_by": None, "claim_expires_at": 0.0, "tries": asked.tries}
        with self.database.begin() as connection:
            connection.execute(update(analyses).where(ours).values(**values))

    def finish(self, asked: WaitingAnalysis, now: float, content: Content | None) -> None:
        """Store an analysis, or none if it is given up; the first one stays."""
        ours = and_(_row.match_id == asked.match_id, _row.played == asked.played, _row.made_at.is_(None))
        with self.database.begin() as connection:
            connection.execute(update(analyses).where(ours).values(made_at=now, content=content))

    def of(self, match_id: str, played: int) -> dict[int, Analysis]:
        """Return the review of a match that ended after a number of lines, and the hint after them, if asked for."""
        ours = and_(_row.match_id == match_id, _row.played.in_([review_of(played), played]))
        with self.database.connect() as connection:
            rows = connection.execute(select(_row.played, _row.made_at, _row.content).where(ours))
            return {number: Analysis(made_at is not None, content) for number, made_at, content in rows}
