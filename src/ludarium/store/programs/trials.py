"""The trials of one database: matches of the workshop, which wait until a worker has played them."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, case, func, or_, select

from ludarium.store.mapping import Claimed, Content
from ludarium.store.tables import trials

_row = trials.c
_HOUR = 3600.0
_LARGE, _SMALL = 12, 1
"""How much a test and a comparison may take, and another trial: seconds of `trial_worker`, divided by 10."""


class AskedTrial(NamedTuple):
    """A trial that was asked for: by whom, of which kind, and what is played; `content` is what happened.

    `content` is None while it waits, and where it could not be played.
    """

    id: str
    person: str
    game: str
    kind: str
    job: Content
    asked_at: float
    tries: int = 0
    made_at: float | None = None
    content: Content | None = None
    bot_id: str | None = None
    version: int | None = None


class TrialTable(Claimed[AskedTrial], table=trials, value=AskedTrial, order=(_row.asked_at.desc(),)):
    """The trials of people; every one is claimed by at most one worker, and played once."""

    def ask(self, trial: AskedTrial, origin: str | None) -> None:
        """Insert a trial that is asked for from a network."""
        self.add(trial, origin=origin, claim_expires_at=0.0)

    def waiting(self, person: str, origin: str | None) -> dict[str, int]:
        """Return how many trials of a person and of a network wait."""
        return self.count_for(person, origin, _row.made_at.is_(None))

    def asked_since(self, person: str, origin: str | None, since: float) -> dict[str, int]:
        """Return how many trials a person and a network have asked for since a time."""
        return self.count_for(person, origin, _row.asked_at > since)

    def claim(self, worker: str, now: float, until: float) -> AskedTrial | None:
        """Claim a trial until a time; None if none waits.

        It is of a person whose trials of the last hour have taken least, the one that has waited longest.
        """
        return self.claim_first(worker, now, until, order=(_taken(now), _row.asked_at))

    def forget(self, before: float) -> None:
        """Delete the trials that were asked for before a time."""
        self.remove(_row.asked_at < before)


def _taken(now: float) -> ColumnElement[int]:
    """Return how much the trials of the person of a row may have taken that were begun, of those of the last hour."""
    other = trials.alias()
    begun = or_(other.c.made_at.is_not(None), other.c.claim_expires_at >= now)
    weight = case((other.c.kind.in_(("test", "compare")), _LARGE), else_=_SMALL)
    chosen = select(func.coalesce(func.sum(weight), 0))
    theirs = other.c.person == _row.person
    return chosen.where(theirs, begun, other.c.asked_at > now - _HOUR).correlate(trials).scalar_subquery()
