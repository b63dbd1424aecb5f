"""The records of finished matches, in the order in which they ended, by the thousand.

The highest points of winners, for each configuration of a game.

The people who have little time left for a turn and have not been notified.

Turns that people have planned ahead, in rows of their own, so that a plan does not change the match for others.

They are read and written under the lock of their match, so a plan is set either before or after a turn of the other.
The match's row says whether there are any, so that a turn asks for them only then.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, RowMapping, and_, delete, func, insert, or_, select, tuple_, update

from ludarium.core.errors import LudariumError
from ludarium.core.record import Record
from ludarium.site.ground.database import Repository
from ludarium.site.ground.meant import IS_PLAYED
from ludarium.site.ground.table import is_of_game
from ludarium.site.ground.tables import leavers, matches, queued_turns, seats, tournament_boards
from ludarium.site.ground.values import HighScore, SeatAssignment, ShortTime
from ludarium.site.match.rows.reading import build_record, fetch_rows

_over = matches.c


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
        ended = and_(IS_PLAYED, tuple_(_over.updated_at, _over.number) > (ended_at, number), _over.updated_at < before)
        chosen = select(matches).where(ended)
        if game:
            chosen = chosen.where(is_of_game(_over.game, game))
        if person_id is None:
            chosen = chosen.where(~_over.private)
        else:
            theirs = [select(of.c.match_id).where(of.c.person == person_id) for of in (seats, leavers)]
            chosen = chosen.where(or_(*(_over.id.in_(each) for each in theirs)))
        with self.database.connect() as connection:
            rows = connection.execute(chosen.order_by(_over.updated_at, _over.number).limit(limit)).mappings().all()
            return [_finished(connection, row) for row in rows]

    def of_tournament(
        self, tournament_id: str, after: int, limit: int, person_id: str | None = None
    ) -> list[FinishedMatch]:
        """Return at most `limit` finished matches of a tournament with numbers above `after`, the lowest number first.

        They are the public ones, and those that a person plays or has left.
        """
        played = select(tournament_boards.c.match_id).where(tournament_boards.c.tournament_id == tournament_id)
        theirs = [select(of.c.match_id).where(of.c.person == person_id) for of in (seats, leavers)]
        may_see = or_(~_over.private, *(_over.id.in_(each) for each in theirs)) if person_id else ~_over.private
        chosen = select(matches).where(_over.id.in_(played), IS_PLAYED, _over.number > after, may_see)
        with self.database.connect() as connection:
            rows = connection.execute(chosen.order_by(_over.number).limit(limit)).mappings().all()
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


_MOST_SPECS = 50
"""Configurations whose scores are returned: a visitor could begin thousands."""


def fetch_high_scores(connection: Connection, game: str, limit: int) -> tuple[HighScore, ...]:
    """Return at most `limit` high scores of each configuration of a game: the most points first, then the earliest.

    The index of the seats is read at its highest places only, however many matches there are.
    """
    return tuple(score for spec in _specs(connection, game) for score in _highest(connection, spec, limit))


def _specs(connection: Connection, game: str) -> list[str]:
    """Return the configurations with scores; the query jumps from each in the index to the next."""
    scored = select(func.min(seats.c.won_in).label("spec")).cte("scored", recursive=True)
    following = select(func.min(seats.c.won_in)).where(seats.c.won_in > scored.c.spec).scalar_subquery()
    scored = scored.union_all(select(following).where(scored.c.spec.is_not(None)))
    of_game = is_of_game(scored.c.spec, game)
    return list(connection.execute(select(scored.c.spec).where(of_game).limit(_MOST_SPECS)).scalars())


def _highest(connection: Connection, spec: str, limit: int) -> Iterator[HighScore]:
    """Return the highest scores of a configuration in public matches.

    Whether a match is private is looked up for the rows that are read, a few at a time: a join would sort all.
    """
    columns = (seats.c.match_id, seats.c.won_in, seats.c.kind, seats.c.name, seats.c.points, seats.c.won_at)
    private = select(matches.c.private).where(matches.c.id == seats.c.match_id).scalar_subquery()
    best = (seats.c.points.desc(), seats.c.won_at)
    ranked = select(*columns, private).where(seats.c.won_in == spec).order_by(*best).limit(limit)

    def read() -> Iterator[tuple[Any, ...]]:
        for start in count(0, limit):
            rows = connection.execute(ranked.offset(start)).all()
            yield from map(tuple, rows)
            if len(rows) < limit:
                return

    public = (
        HighScore(match_id, game, SeatAssignment(kind, name), points, won_at)
        for match_id, game, kind, name, points, won_at, is_private in read()
        if not is_private
    )
    return islice(public, limit)


class ShortTimes(Repository):
    """The turns of one database for which time is short."""

    def due(self, now: float, limit: int) -> tuple[ShortTime, ...]:
        """Return the people whose time for a turn is short, and who have not been notified, the most urgent first."""
        untold = or_(seats.c.warned.is_(None), seats.c.warned != matches.c.turns)
        short = and_(seats.c.warn_at <= now, seats.c.person.is_not(None), matches.c.deadline > now, untold)
        columns = (matches.c.id, seats.c.seat, seats.c.person, matches.c.turns, matches.c.deadline)
        chosen = select(*columns).join_from(seats, matches).where(short).order_by(matches.c.deadline).limit(limit)
        with self.database.connect() as connection:
            return tuple(ShortTime(*row) for row in connection.execute(chosen))

    def mark(self, short: ShortTime) -> bool:
        """Record that a person is notified; return False if another process has done so."""
        untold = or_(seats.c.warned.is_(None), seats.c.warned != short.turns)
        ours = and_(seats.c.match_id == short.match_id, seats.c.seat == short.seat, untold)
        with self.database.begin() as connection:
            return connection.execute(update(seats).where(ours).values(warned=short.turns)).rowcount == 1


_plan = queued_turns.c


class PlannedTurn(NamedTuple):
    """A turn that is planned, for when the others have played these turns; `when` is None for any turns.

    With a `number` it is played as that turn of the match, as people count them, or not at all.
    """

    play: str
    when: tuple[str, ...] | None = None
    number: int | None = None


class PlannedLine(NamedTuple):
    """Steps that follow each other; the first is for the time after the match's first `after` turns."""

    after: int
    steps: tuple[PlannedTurn, ...]


Plans = Mapping[int, tuple[PlannedLine, ...]]
"""The lines that are planned in a match, by seat; a seat without a plan is missing."""


class PlanTable(Repository):
    """The planned turns of one database."""

    def of(self, match_id: str) -> dict[int, tuple[PlannedLine, ...]]:
        """Return the lines that are planned in a match, by seat."""
        with self.database.connect() as connection:
            found = connection.execute(select(_plan.seat, _plan.lines).where(_plan.match_id == match_id))
            return {seat: tuple(map(_line, lines)) for seat, lines in found}

    def replace(self, match_id: str, before: Plans, after: Plans) -> bool:
        """Replace the lines of the seats that have changed, and return whether any turn is planned now."""
        planned = any(after.values())
        with self.database.begin() as connection:
            for seat in {*before, *after}:
                lines = after.get(seat, ())
                if lines != before.get(seat, ()):
                    connection.execute(delete(queued_turns).where(_plan.match_id == match_id, _plan.seat == seat))
                    if lines:
                        connection.execute(insert(queued_turns).values(match_id=match_id, seat=seat, lines=lines))
            if planned != any(before.values()):
                connection.execute(update(matches).where(matches.c.id == match_id).values(planned=planned))
        return planned


def _line(values: Any) -> PlannedLine:  # Any: JSON
    after, steps = values
    return PlannedLine(
        after, tuple(PlannedTurn(play, None if when is None else tuple(when), number) for play, when, number in steps)
    )
