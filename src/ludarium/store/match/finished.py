"""The records of finished matches, in the order in which they ended, by the thousand."""

from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection, RowMapping, and_, or_, select, tuple_

from ludarium.core.errors import LudariumError
from ludarium.core.record import Record
from ludarium.store.database import Repository
from ludarium.store.match.reading import build_record, fetch_rows
from ludarium.store.table import is_of_game
from ludarium.store.tables import leavers, matches, seats, tournament_boards

_row = matches.c


class FinishedMatch(NamedTuple):
    """A match that has ended, with its record."""

    id: str
    number: int
    ended_at: float
    rated: bool
    players: tuple[str, ...]
    record: Record | None


class FinishedMatches(Repository):
    """The finished matches of one database."""

    def after(
        self, ended_at: float, number: int, before: float, limit: int, game: str = "", person_id: str | None = None
    ) -> list[FinishedMatch]:
        """Return at most `limit` matches that ended after a match, and before a time, the earliest first.

        They are the public ones of a game with any options, or of all games; with a `person_id` theirs alone, private
        ones among them. One whose game is not installed any more has no record.
        """
        ended = and_(
            _row.ending != "", tuple_(_row.updated_at, _row.number) > (ended_at, number), _row.updated_at < before
        )
        chosen = select(matches).where(ended)
        if game:
            chosen = chosen.where(is_of_game(_row.game, game))
        if person_id is None:
            chosen = chosen.where(~_row.private)
        else:
            theirs = [select(of.c.match_id).where(of.c.person == person_id) for of in (seats, leavers)]
            chosen = chosen.where(or_(*(_row.id.in_(each) for each in theirs)))
        with self.database.connect() as connection:
            rows = connection.execute(chosen.order_by(_row.updated_at, _row.number).limit(limit)).mappings().all()
            return [_finished(connection, row) for row in rows]

    def of_tournament(
        self, tournament_id: str, after: int, limit: int, person_id: str | None = None
    ) -> list[FinishedMatch]:
        """Return at most `limit` finished matches of a tournament with numbers above `after`, the lowest number first.

        They are the public ones, and those that a person plays or has left.
        """
        played = select(tournament_boards.c.match_id).where(tournament_boards.c.tournament_id == tournament_id)
        theirs = [select(of.c.match_id).where(of.c.person == person_id) for of in (seats, leavers)]
        may_see = or_(~_row.private, *(_row.id.in_(each) for each in theirs)) if person_id else ~_row.private
        chosen = select(matches).where(_row.id.in_(played), _row.ending != "", _row.number > after, may_see)
        with self.database.connect() as connection:
            rows = connection.execute(chosen.order_by(_row.number).limit(limit)).mappings().all()
            return [_finished(connection, row) for row in rows]


def _finished(connection: Connection, row: RowMapping) -> FinishedMatch:
    rows, names, record = fetch_rows(connection, row), tuple[str, ...](), None
    if rows:
        names = tuple(seat.assignment.name for seat in rows.seated)
        with suppress(LudariumError):
            record = build_record(*rows)
    if record and row["closed"]:  # others may still play with the same dice
        record = replace(record, tags={tag: value for tag, value in record.tags.items() if tag != "Secret"})
    return FinishedMatch(row["id"], row["number"], row["updated_at"], row["rated"], names, record)
