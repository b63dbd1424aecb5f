"""The rows of finished public matches, the latest first, of which a search chooses."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Select, and_, exists, func, null, select, tuple_, union_all

from ludarium.site.ground.database import Repository
from ludarium.site.ground.meant import IS_PLAYED
from ludarium.site.ground.tables import leavers, matches, rating_changes, seats
from ludarium.site.ground.values import MatchSummary
from ludarium.site.match.rows.reading import fetch_summaries

FEW = 5000
"""Seats of people up to which all their matches are looked through; of more the latest matches of all are."""
_row = matches.c
_HAS_BOT = exists().where(seats.c.match_id == _row.id, seats.c.kind == "bot")
_was = rating_changes.c
_WEAKEST = (
    select(func.min(func.coalesce(_was.mean_before - 3 * _was.deviation_before, 0.0)))
    .where(_was.match_id == _row.id)
    .scalar_subquery()
)
"""What the weakest player of a rated match was believed to be at least before it: 0 for who had played none."""


class ArchivedMatch(NamedTuple):
    """A finished match: when it ended, whether a bot has a seat in it, and whether it is of those who were named.

    `strength` is what its weakest player was believed to be at least, if it is rated and that was asked for.
    """

    id: str
    number: int
    ended_at: float
    game: str
    has_bot: bool
    strength: float | None = None
    is_theirs: bool = True


def _seats_of(people: Collection[str]) -> list[Select[tuple[str]]]:
    """Return the queries for the ids of the matches in which people have or had seats."""
    return [select(of.c.match_id).where(of.c.person.in_(people)) for of in (seats, leavers)]


class Archive(Repository):
    """The finished public matches of one database that everybody may see."""

    def latest(
        self,
        before: tuple[float, int],
        since: float,
        limit: int,
        people: Collection[str] | None = None,
        *,
        is_rated: bool = False,
    ) -> list[ArchivedMatch]:
        """Return at most `limit` matches that ended before a time and number and not before `since`, the latest first.

        With `people`, by their ids, they say whether one of these has or had a seat; if these have few, others are
        left out. Those that are to be `is_rated` have their strengths.
        """
        strength = _WEAKEST if is_rated else null()
        chosen = select(_row.id, _row.number, _row.updated_at, _row.game, _HAS_BOT, strength).where(
            IS_PLAYED,
            and_(tuple_(_row.updated_at, _row.number) < before, _row.updated_at >= since),
            ~_row.private,
            ~_row.closed,
        )
        has_few = people is not None and self._have_few(people)
        if people is not None and has_few:
            chosen = chosen.where(_row.id.in_(union_all(*_seats_of(people))))
        with self.database.connect() as connection:
            rows = connection.execute(chosen.order_by(_row.updated_at.desc(), _row.number.desc()).limit(limit))
            found = [ArchivedMatch(*row) for row in rows]
        return found if people is None or has_few else self._marked(found, frozenset(people))

    def _marked(self, found: list[ArchivedMatch], people: frozenset[str]) -> list[ArchivedMatch]:
        """Return matches with whether they are of people; who has seats is read by match, not by person."""
        theirs = set[str]()
        with self.database.connect() as connection:
            for of in (seats, leavers):
                chosen = select(of.c.match_id, of.c.person).where(of.c.match_id.in_([row.id for row in found]))
                theirs |= {match_id for match_id, person in connection.execute(chosen) if person in people}
        return [row._replace(is_theirs=row.id in theirs) for row in found]

    def _have_few(self, people: Collection[str]) -> bool:
        """Return whether people have had few seats; no more of them are counted than that takes."""
        with self.database.connect() as connection:
            return all(len(connection.execute(of.limit(FEW + 1)).all()) <= FEW for of in _seats_of(people))

    def summaries(self, ids: Collection[str]) -> tuple[MatchSummary, ...]:
        """Return those of these matches that are whole, the latest first."""
        chosen = select(matches).where(_row.id.in_(ids)).order_by(_row.updated_at.desc(), _row.number.desc())
        with self.database.connect() as connection:
            return fetch_summaries(connection, chosen)
