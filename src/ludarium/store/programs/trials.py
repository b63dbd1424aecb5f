"""The trials of one database: matches of the workshop, which wait until a worker has played them."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, case, delete, func, insert, or_, select, update

from ludarium.store.database import Repository, lock
from ludarium.store.tables import trials

_row = trials.c
Content = dict[str, Any]  # Any: JSON


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


_COLUMNS = (
    _row.id, _row.person_id, _row.game, _row.kind, _row.job, _row.asked_at, _row.tries, _row.made_at, _row.content,
    _row.bot_id, _row.version,
)  # fmt: skip


class TrialTable(Repository):
    """The trials of people; every one is claimed by at most one worker, and played once."""

    def hold(self, person: str) -> None:
        """Lock the trials of a person until the transaction ends."""
        with self.database.begin() as connection:
            lock(connection, f"trials of {person}")

    def insert(self, trial: AskedTrial, origin: str | None) -> None:
        """Insert a trial that is asked for from a network."""
        values: dict[str, object] = {
            "person_id": trial.person,
            "game": trial.game,
            "kind": trial.kind,
            "job": trial.job,
        }
        values |= {"bot_id": trial.bot_id, "version": trial.version, "asked_at": trial.asked_at}
        with self.database.begin() as connection:
            connection.execute(
                insert(trials).values(id=trial.id, origin=origin, claim_expires_at=0.0, tries=0, **values)
            )

    def waiting(self, person: str, origin: str | None) -> dict[str, int]:
        """Return how many trials of a person and of a network wait."""
        return self._counts(person, origin, _row.made_at.is_(None))

    def asked_since(self, person: str, origin: str | None, since: float) -> dict[str, int]:
        """Return how many trials a person and a network have asked for since a time."""
        return self._counts(person, origin, _row.asked_at > since)

    def find(self, trial_id: str) -> AskedTrial | None:
        """Return a trial, or None."""
        with self.database.connect() as connection:
            row = connection.execute(select(*_COLUMNS).where(_row.id == trial_id)).first()
            return AskedTrial(*row) if row else None

    def of_version(self, bot_id: str, kind: str) -> tuple[AskedTrial, ...]:
        """Return the latest trials of a kind of a bot, the newest first."""
        chosen = select(*_COLUMNS).where(_row.bot_id == bot_id, _row.kind == kind)
        with self.database.connect() as connection:
            return tuple(
                AskedTrial(*row) for row in connection.execute(chosen.order_by(_row.asked_at.desc()).limit(10))
            )

    def claim(self, worker: str, now: float, until: float) -> AskedTrial | None:
        """Claim a trial until a time; None if none waits.

        It is of a person whose trials of the last hour have taken least, the one that has waited longest.
        """
        free = and_(_row.made_at.is_(None), _row.claim_expires_at < now)
        with self.database.connect() as connection:
            order = (_taken(now), _row.asked_at)
            waiting = connection.execute(select(*_COLUMNS).where(free).order_by(*order).limit(10)).all()
        for row in waiting:
            values = {"claimed_by": worker, "claim_expires_at": until, "tries": _row.tries + 1}
            with self.database.begin() as connection:
                done = connection.execute(update(trials).where(free, _row.id == row.id).values(**values))
                if done.rowcount == 1:
                    return AskedTrial(*row)
        return None

    def release(self, trial: AskedTrial) -> None:
        """Release a claim; the try does not count."""
        ours = and_(_row.id == trial.id, _row.made_at.is_(None))
        with self.database.begin() as connection:
            values = {"claimed_by": None, "claim_expires_at": 0.0, "tries": trial.tries}
            connection.execute(update(trials).where(ours).values(**values))

    def keep(self, trial_id: str, now: float, content: Content | None) -> bool:
        """Store the outcome of a trial, or None if it is given up; return whether it is the first."""
        ours = and_(_row.id == trial_id, _row.made_at.is_(None))
        with self.database.begin() as connection:
            return connection.execute(update(trials).where(ours).values(made_at=now, content=content)).rowcount == 1

    def forget(self, before: float) -> None:
        """Delete the trials that were asked for before a time."""
        with self.database.begin() as connection:
            connection.execute(delete(trials).where(_row.asked_at < before))

    def _counts(self, person: str, origin: str | None, condition: ColumnElement[bool]) -> dict[str, int]:
        """Return how many trials of a person and of a network meet a condition; none of a network that is unknown."""
        whose = {"person": (_row.person_id, person), "network": (_row.origin, origin)}
        counted = select(func.count()).select_from(trials).where(condition)
        with self.database.connect() as connection:
            return {
                kind: connection.execute(counted.where(column == value)).scalar_one()
                for kind, (column, value) in whose.items()
                if value
            }


def _taken(now: float) -> ColumnElement[int]:
    """Return how much the trials of the person of a row may have taken that were begun, of those of the last hour."""
    other = trials.alias()
    begun = or_(other.c.made_at.is_not(None), other.c.claim_expires_at >= now)
    weight = case((other.c.kind.in_(("test", "compare")), _LARGE), else_=_SMALL)
    chosen = select(func.coalesce(func.sum(weight), 0))
    theirs = other.c.person_id == _row.person_id
    return chosen.where(theirs, begun, other.c.asked_at > now - _HOUR).correlate(trials).scalar_subquery()
