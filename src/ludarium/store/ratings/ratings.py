"""Ratings: what each rated match has changed, in the order in which the matches ended.

A change is written in the transaction that ends its match, so none is lost or made twice. The time at which a match was
rated is unlike those of all others, so that everything can be computed again in the same order.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from ludarium.core.record import parse_result
from ludarium.core.registry import load
from ludarium.core.spec import parse_spec
from ludarium.store.database import Database
from ludarium.store.match.leavers import fetch_leavers
from ludarium.store.match.reading import fetch_seats
from ludarium.store.rows import StoredMatch
from ludarium.store.tables import matches, rating_changes

_LOCK = 0x52617465  # any number, the same in all processes
_row = rating_changes.c


class Belief(NamedTuple):
    """What a model believes of a player's strength: its mean, and its standard deviation."""

    mean: float
    deviation: float


Model = Callable[[Sequence[Belief | None], Sequence[float]], Sequence[Belief]]
"""Returns the beliefs after a match of players who had these before, None for none, and these scores."""


class Outcome(NamedTuple):
    """What a rated match says of its players: their ids, and the scores by which they are compared."""

    match_id: str
    game: str
    tempo: str
    people: tuple[str, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a match has changed for a person; `before` is None for the first one, `number` is that of the match.

    `private` tells whether the match is in no list now.
    """

    match_id: str
    person: str
    game: str
    tempo: str
    rated_at: float
    score: float
    before: Belief | None
    after: Belief
    number: int = 0
    private: bool = False


class RatingTable:
    """The ratings of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_person(self, person_id: str) -> tuple[RatingChange, ...]:
        """Return all changes of a person's ratings, in order."""
        with self._database.connect() as connection:
            return _fetch(connection, _row.person_id == person_id)

    def of_match(self, match_id: str) -> tuple[RatingChange, ...]:
        """Return what a match has changed."""
        with self._database.connect() as connection:
            return _fetch(connection, _row.match_id == match_id)

    def latest(self, game: str, tempo: str) -> tuple[RatingChange, ...]:
        """Return the latest change of everybody who has a rating in a game and tempo."""
        last = select(_row.person_id, func.max(_row.rated_at).label("at")).where(_row.game == game, _row.tempo == tempo)
        newest = last.group_by(_row.person_id).subquery()
        chosen = select(_row.match_id, _row.person_id).join(
            newest, and_(newest.c.person_id == _row.person_id, newest.c.at == _row.rated_at)
        )
        with self._database.connect() as connection:
            ids = {tuple(row) for row in connection.execute(chosen)}
            found = _fetch(connection, and_(_row.game == game, _row.tempo == tempo))
        return tuple(change for change in found if (change.match_id, change.person) in ids)

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return the outcomes of all rated matches from their records, in the order in which they ended."""
        with self._database.connect() as connection:
            return tuple(outcome for outcome, _ in _outcomes(connection))

    def rebuild(self, model: Model) -> tuple[int, int]:
        """Compute all ratings again from the records; return the number of matches, and of changes that differ."""
        with self._database.begin() as connection:
            _lock(connection)
            before = set(_fetch(connection, None))
            connection.execute(delete(rating_changes))
            found = _outcomes(connection)
            for outcome, rated_at in found:
                _rate(connection, outcome, rated_at, model)
            after = set(_fetch(connection, None))
        return len(found), len(before ^ after)


def settle(connection: Connection, row: StoredMatch, model: Model) -> None:
    """Rate a match that has just ended, in the transaction that ends it; one that is void changes nothing."""
    if not row.rated or row.match.is_void or row.match.payoffs is None:
        return
    _lock(connection)
    last = connection.execute(select(func.max(matches.c.rated_at))).scalar()
    rated_at = row.updated_at if last is None or row.updated_at > last else math.nextafter(last, math.inf)
    connection.execute(update(matches).where(matches.c.id == row.id).values(rated_at=rated_at))
    ((outcome, _),) = _outcomes(connection, row.id)
    _rate(connection, outcome, rated_at, model)


def _lock(connection: Connection) -> None:
    """Let only one transaction at a time rate; SQLite lets only one write in any case."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def _rate(connection: Connection, outcome: Outcome, rated_at: float, model: Model) -> None:
    before = [_belief(connection, outcome, person) for person in outcome.people]
    after = model(before, outcome.scores)
    rows = [
        {
            "match_id": outcome.match_id, "person_id": person, "game": outcome.game, "tempo": outcome.tempo,
            "rated_at": rated_at, "score": score, "mean": now.mean, "deviation": now.deviation,
            "mean_before": was and was.mean, "deviation_before": was and was.deviation,
        }
        for person, score, was, now in zip(outcome.people, outcome.scores, before, after, strict=True)
    ]  # fmt: skip
    connection.execute(insert(rating_changes), rows)


def _belief(connection: Connection, outcome: Outcome, person: str) -> Belief | None:
    theirs = and_(_row.person_id == person, _row.game == outcome.game, _row.tempo == outcome.tempo)
    latest = select(_row.mean, _row.deviation).where(theirs).order_by(_row.rated_at.desc()).limit(1)
    found = connection.execute(latest).first()
    return Belief(*found) if found else None


def _outcomes(connection: Connection, match_id: str | None = None) -> list[tuple[Outcome, float]]:
    """Return the outcomes of all rated matches, or of one, with the times at which they were rated.

    The result of a seat counts for the person who sat there first; one who left it has less than everybody else.
    """
    chosen = select(matches).where(matches.c.rated_at.is_not(None)).order_by(matches.c.rated_at)
    chosen = chosen if match_id is None else chosen.where(matches.c.id == match_id)
    found = []
    for row in connection.execute(chosen).mappings().all():
        payoffs = parse_result(row["result"], load(row["game"])) or ()
        people = {
            n: (seat.assignment.person or "") for n, seat in enumerate(fetch_seats(connection, [row["id"]])[row["id"]])
        }
        scores = dict(enumerate(payoffs))
        for gone in reversed(fetch_leavers(connection, row["id"])):
            people[gone.leaver.seat] = gone.departure.person or ""
            scores[gone.leaver.seat] = min(payoffs) - 1.0
        outcome = Outcome(
            row["id"], parse_spec(row["game"])[0], tempo_of(row["clock"]), (*people.values(),), (*scores.values(),)
        )
        found.append((outcome, row["rated_at"]))
    return found


def tempo_of(clock: str | None) -> str:
    """Return the tempo of a match with a clock, as text, or with ticks: `live` or `correspondence`.

    >>> tempo_of("10d+36h/10d"), tempo_of("180+2"), tempo_of(None)
    ('correspondence', 'live', 'live')
    """
    return "correspondence" if clock and "/" in clock else "live"


def _fetch(connection: Connection, chosen: ColumnElement[bool] | None) -> tuple[RatingChange, ...]:
    found = (
        select(rating_changes, matches.c.number, matches.c.private)
        .join(matches)
        .order_by(_row.rated_at, _row.person_id)
    )
    rows = connection.execute(found if chosen is None else found.where(chosen)).mappings()
    return tuple(
        RatingChange(
            row["match_id"], row["person_id"], row["game"], row["tempo"], row["rated_at"], row["score"],
            None if row["mean_before"] is None else Belief(row["mean_before"], row["deviation_before"]),
            Belief(row["mean"], row["deviation"]), row["number"], row["private"],
        )
        for row in rows
    )  # fmt: skip
