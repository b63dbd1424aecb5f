"""The analyses of one database: reviews of matches and hints, which wait for a worker until they are made."""

from typing import NamedTuple

from sqlalchemy import select

from ludarium.store.mapping import Claimed, Content
from ludarium.store.tables import analyses

_row = analyses.c


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


class AnalysesTable(Claimed[WaitingAnalysis], table=analyses, value=WaitingAnalysis):
    """The analyses of matches; every one is claimed by at most one worker, and made once."""

    def was_asked(self, asked: WaitingAnalysis) -> bool:
        """Return whether an analysis was asked for; no other transaction asks for one of its match before this ends."""
        self.lock(asked.match_id)
        return self.has((asked.match_id, asked.played))

    def ask(self, asked: WaitingAnalysis, origin: str | None, now: float) -> None:
        """Insert an analysis that is asked for from a network."""
        self.add(asked, origin=origin, asked_at=now, claim_expires_at=0.0, tries=0)

    def waiting(self, person: str | None, origin: str | None = None) -> dict[str, int]:
        """Return how many analyses of a person and of a network wait."""
        return self.count_for(person, origin, _row.made_at.is_(None))

    def claim(self, worker: str, now: float, until: float, *, reviews: bool) -> WaitingAnalysis | None:
        """Claim the review, or the hint, that has waited longest, until a time; None if none waits."""
        kind = _row.played < 0 if reviews else _row.played >= 0
        return self.claim_first(worker, now, until, kind, order=(_row.asked_at,))

    def renew(self, worker: str, until: float) -> None:
        """Prolong the claims of a worker."""
        self.set(_row.claimed_by == worker, _row.made_at.is_(None), claim_expires_at=until)

    def of(self, match_id: str, played: int) -> dict[int, Analysis]:
        """Return the review of a match that ended after a number of lines, and the hint after them, if asked for."""
        chosen = select(_row.played, _row.made_at, _row.content)
        with self.database.connect() as connection:
            rows = connection.execute(
                chosen.where(_row.match_id == match_id, _row.played.in_([review_of(played), played]))
            )
            return {number: Analysis(made_at is not None, content) for number, made_at, content in rows}
