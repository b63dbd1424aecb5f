"""What people have tried, their ratings and those of puzzles, their runs, and who gets the puzzle of the day."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, func, or_, select

from ludarium.site.ground.mapping import Revised, Values
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import (
    analyses,
    matches,
    people,
    puzzle_attempts,
    puzzle_days,
    puzzle_duels,
    puzzle_mails,
    puzzle_ratings,
    puzzle_replies,
    puzzle_runs,
    puzzle_solvers,
    seats,
)

_attempt, _run, _mail = puzzle_attempts.c, puzzle_runs.c, puzzle_mails.c
_PUBLISHED = 5
"""Runs of a list, one a person."""


class Attempt(NamedTuple):
    """The first answer of a person to a puzzle; it may have been solved later, and `shown` before that."""

    person: str
    puzzle: str
    game: str
    is_right: bool
    at: float
    solved_at: float | None
    shown: bool


class AttemptTable(Values[Attempt], table=puzzle_attempts, value=Attempt, order=(_attempt.at.desc(), _attempt.puzzle)):
    """The attempts of one database, the latest first."""


class Begun(NamedTuple):
    """A duel that a person has begun, whose first answer counts: the actions so far, as numbers with commas."""

    person: str
    puzzle: str
    actions: str


class DuelTable(Values[Begun], table=puzzle_duels, value=Begun, order=(puzzle_duels.c.puzzle,)):
    """The duels of one database that were begun."""


class DayTable(Rows, table=puzzle_days):
    """The days on which people have solved a puzzle of the day."""

    def of_person(self, person_id: str) -> tuple[int, ...]:
        """Return those of a person, the latest first."""
        return self.pick(puzzle_days.c.day, person=person_id, order=(puzzle_days.c.day.desc(),))


class Solver(NamedTuple):
    """What is believed of a person by the puzzles of a game that were tried."""

    person: str
    game: str
    strength: float
    error: float
    tried: int
    solved: int


class SolverTable(Values[Solver], table=puzzle_solvers, value=Solver, order=(puzzle_solvers.c.game,)):
    """The ratings of people in one database, by their games."""


class PuzzleRating(NamedTuple):
    """What is believed of a puzzle by the people who have tried it."""

    puzzle: str
    strength: float
    error: float
    tried: int
    solved: int


class PuzzleRatingTable(Values[PuzzleRating], table=puzzle_ratings, value=PuzzleRating):
    """The ratings of puzzles in one database; one that nobody has tried has that of its file."""


class Run(NamedTuple):
    """A run against the clock; `name` is that of the person, and the order of the puzzles follows from the seed.

    `missed` has of each mistake the place in that order, from 0 on, and the answer.
    """

    id: str
    person: str
    name: str
    game: str
    seed: int
    started_at: float
    solved: int
    mistakes: int
    ended_at: float | None
    revision: int
    missed: Sequence[Sequence[Any]] | None = None  # Any: a place, and a text


class RunTable(
    Revised[Run],
    table=puzzle_runs,
    value=Run,
    computed={"name": people.c.name},
    joined=puzzle_runs.join(people),
    order=(_run.solved.desc(), _run.mistakes, _run.started_at),
):
    """The runs of one database, the best first."""

    def begun_since(self, person_id: str, since: float) -> int:
        """Return how many runs a person has begun since a time."""
        return self.count(_run.started_at >= since, person=person_id)

    def over(self, person_id: str, game: str, before: float) -> tuple[Run, ...]:
        """Return the best runs of a person in a game that are over."""
        return self.find(_is_over(before), person=person_id, game=game, limit=_PUBLISHED)

    def best(self, game: str, since: float, before: float, now: float) -> tuple[Run, ...]:
        """Return the best runs of a game since a time: the best of each account that is neither closed nor suspended.

        Runs that go on are left out, and those without a solved puzzle.
        """
        order = (_run.solved.desc(), _run.mistakes, _run.started_at)
        place = func.row_number().over(partition_by=_run.person, order_by=order).label("place")
        ours = and_(_is_over(before), _run.game == game, _run.started_at >= since, _run.solved > 0)
        ranked = select(_run.id, place).where(ours).subquery()
        usable = and_(
            people.c.account_since.is_not(None),
            people.c.closed_at.is_(None),
            or_(people.c.suspended_until.is_(None), people.c.suspended_until <= now),
        )
        chosen = _run.id.in_(select(ranked.c.id).where(ranked.c.place == 1))
        return self.find(chosen, usable, limit=_PUBLISHED)


def _is_over(before: float) -> ColumnElement[bool]:
    """Return the condition that a run has ended, or its clock has run out as it began at that time or before."""
    return or_(_run.ended_at.is_not(None), _run.started_at <= before)


class DailyMail(NamedTuple):
    """That a person gets the puzzle of the day of a game, and when the next time."""

    person: str
    game: str
    by_mail: bool
    by_push: bool
    next_at: float


class DailyMailTable(Values[DailyMail], table=puzzle_mails, value=DailyMail, order=(_mail.next_at, _mail.game)):
    """Who gets the puzzle of the day, in one database."""

    def due(self, now: float, limit: int) -> tuple[DailyMail, ...]:
        """Return what is due, that which has waited longest first."""
        return self.find(_mail.next_at <= now, limit=limit)

    def claim(self, due: DailyMail, next_at: float) -> bool:
        """Record when something is due the next time; return False if another process did, or it was ended."""
        return self.set((due.person, due.game), _mail.next_at == due.next_at, next_at=next_at) == 1

    def end(self, person_id: str) -> None:
        """Send a person nothing more by mail."""
        with self.together() as rows:
            rows.remove(_mail.person == person_id, ~_mail.by_push)
            rows.set(_mail.person == person_id, by_mail=False)


class PuzzleReply(NamedTuple):
    """By the hash of its token: who may answer which puzzle by mail."""

    token_hash: str
    person: str
    game: str
    puzzle: str
    made_at: float


class PuzzleReplyTable(Values[PuzzleReply], table=puzzle_replies, value=PuzzleReply):
    """The addresses that take answers to puzzles, in one database."""

    def give(self, reply: PuzzleReply, forget_before: float) -> None:
        """Insert an address; delete those of long ago."""
        with self.together() as rows:
            rows.remove(puzzle_replies.c.made_at < forget_before)
            rows.add(reply)


class ReviewRow(NamedTuple):
    """The review of a match that is over, and the seats of the person in it."""

    match: str
    number: int
    game: str
    content: Mapping[str, Any]  # Any: JSON
    seats: Sequence[int]


class ReviewTable(Rows, table=analyses):
    """The reviews of matches."""

    def of_person(self, person_id: str, limit: int) -> tuple[ReviewRow, ...]:
        """Return those of the matches that a person has played to their end, the latest first."""
        ours = select(seats.c.match_id).where(seats.c.person == person_id)
        chosen = (
            select(matches.c.id, matches.c.number, matches.c.game, analyses.c.content)
            .join(matches, matches.c.id == analyses.c.match_id)
            .where(analyses.c.played < 0, analyses.c.content.is_not(None), matches.c.ending != "")
            .where(matches.c.id.in_(ours))
            .order_by(analyses.c.made_at.desc())
            .limit(limit)
        )
        with self.database.connect() as connection:
            found = connection.execute(chosen).all()
            theirs = select(seats.c.match_id, seats.c.seat).where(
                seats.c.person == person_id, seats.c.match_id.in_([row.id for row in found])
            )
            seated = connection.execute(theirs).all()
        return tuple(
            ReviewRow(*row, seats=sorted(seat for match_id, seat in seated if match_id == row.id)) for row in found
        )
