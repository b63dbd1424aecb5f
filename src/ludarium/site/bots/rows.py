"""The claims of bot workers on the seats for which they choose turns, and reviews and hints until they are made."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, case, exists, func, select, true, tuple_

from ludarium.site.ground.mapping import Claimed, Content
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import analyses, matches, seats

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


_WRITTEN, _ID = "script ", 16
"""How the names of the seats of programs of people begin, and the characters of the id of a bot that follows."""


class DueSeat(NamedTuple):
    """A seat whose bot must choose a turn, and for whom: the host of the match; `alone` if only bots play there.

    `program` is the id of a bot that a person has written, empty for another one.
    """

    match_id: str
    seat: int
    owner: str
    alone: bool
    program: str = ""


class BotClaims(Rows, table=seats):
    """The seats of one database whose bots must choose a turn; every seat is claimed by at most one worker."""

    def due(self, now: float, each: int) -> list[DueSeat]:
        """Return the free seats whose bots must choose a turn, at most `each` of every owner, and of every program.

        Matches with people come before those of bots alone, then the owners take turns, and of one owner those come
        first that have waited longest. A match whose host is not known counts as an owner.
        """
        other = seats.alias()
        people = exists().where(other.c.match_id == seats.c.match_id, other.c.kind == "person")
        owner, alone = func.coalesce(matches.c.host, matches.c.id), ~people
        oldest = matches.c.turn_started_at
        program = case((seats.c.name.startswith(_WRITTEN), func.substr(seats.c.name, len(_WRITTEN) + 1, _ID)), else_="")
        place = func.row_number().over(partition_by=(owner, alone, program), order_by=oldest)
        columns = (seats.c.match_id, seats.c.seat, owner.label("owner"), alone.label("alone"), program.label("program"))
        waiting = (
            select(*columns, oldest.label("oldest"), place.label("place")).join(matches).where(_free(now)).subquery()
        )
        listed = [waiting.c[name] for name in DueSeat._fields]
        chosen = select(*listed).where(waiting.c.place <= each)
        with self.database.connect() as connection:
            rows = connection.execute(chosen.order_by(waiting.c.alone, waiting.c.place, waiting.c.oldest))
            return [DueSeat(*row)._replace(alone=bool(row.alone)) for row in rows]

    def people_wait(self, since: float) -> bool:
        """Return whether a bot must choose a turn in a match with people; a turn that began before `since` is stuck."""
        other = seats.alias()
        people = exists().where(other.c.match_id == seats.c.match_id, other.c.kind == "person")
        recent = matches.c.turn_started_at >= since
        waiting = select(seats.c.match_id).join(matches).where(seats.c.due == true(), people, recent)
        with self.database.connect() as connection:
            return connection.execute(waiting.limit(1)).first() is not None

    def claim(self, worker: str, job: tuple[str, int], now: float, until: float) -> bool:
        """Claim a free seat for a worker until a time; return whether it is claimed."""
        return self.set(_free(now), job, claimed_by=worker, claim_expires_at=until) == 1

    def renew(self, worker: str, claimed: Sequence[tuple[str, int]], until: float) -> None:
        """Prolong the claims of a worker that no other worker has taken over."""
        ours = tuple_(seats.c.match_id, seats.c.seat).in_(claimed)
        self.set(seats.c.claimed_by == worker, ours, claim_expires_at=until)

    def release(self, worker: str, match_id: str, seat: int) -> None:
        """Release the claim on a seat."""
        self.set((match_id, seat), seats.c.claimed_by == worker, claimed_by=None, claim_expires_at=0.0)


def _free(now: float) -> ColumnElement[bool]:
    return and_(seats.c.due == true(), seats.c.claim_expires_at < now)
