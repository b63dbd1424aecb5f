"""The rows of finished public matches, the latest first, of which a search chooses."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import and_, exists, select, tuple_, union

from ludarium.site.ground.database import Repository
from ludarium.site.ground.tables import leavers, matches, seats
from ludarium.site.ground.values import MatchSummary
from ludarium.site.match.rows.reading import fetch_summaries

_row = matches.c
_HAS_BOT = exists().where(seats.c.match_id == _row.id, seats.c.kind == "bot")


class ArchivedMatch(NamedTuple):
    """A finished match: when it ended, and whether a bot has a seat in it."""

    id: str
    number: int
    ended_at: float
    game: str
    has_bot: bool


class Archive(Repository):
    """The finished public matches of one database that everybody may see."""

    def latest(
        self, before: tuple[float, int], since: float, limit: int, people: Collection[str] | None = None
    ) -> list[ArchivedMatch]:
        """Return at most `limit` matches that ended before a time and number and not before `since`, the latest first.

        With `people`, by their ids, they are those in which one of them has or had a seat.
        """
        ended = and_(_row.ending != "", tuple_(_row.updated_at, _row.number) < before, _row.updated_at >= since)
        chosen = select(_row.id, _row.number, _row.updated_at, _row.game, _HAS_BOT.label("has_bot")).where(
            ended, ~_row.private, ~_row.closed
        )
        if people is not None:
            theirs = union(*(select(of.c.match_id).where(of.c.person.in_(people)) for of in (seats, leavers)))
            chosen = chosen.where(_row.id.in_(theirs))
        with self.database.connect() as connection:
            rows = connection.execute(chosen.order_by(_row.updated_at.desc(), _row.number.desc()).limit(limit))
            return [ArchivedMatch(*row) for row in rows]

    def summaries(self, ids: Collection[str]) -> tuple[MatchSummary, ...]:
        """Return those of these matches that are whole, the latest first."""
        chosen = select(matches).where(_row.id.in_(ids)).order_by(_row.updated_at.desc(), _row.number.desc())
        with self.database.connect() as connection:
            return fetch_summaries(connection, chosen)
