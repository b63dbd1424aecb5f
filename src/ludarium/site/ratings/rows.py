"""Ratings: the changes by each rated match, in the order in which the matches ended.

A change is written in the transaction that ends its match, so none is lost or made twice. The time at which a match was
rated is unlike those of all others, so that everything can be computed again in the same order.

All rating changes of a database, and the number of the way in which they were computed.

The results of finished matches, from which ratings follow.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, RowMapping, and_, bindparam, delete, exists, func, insert, select, update

from ludarium.core.errors import LudariumError
from ludarium.core.record import parse_result
from ludarium.core.registry import load_recorded
from ludarium.core.spec import name_in_spec
from ludarium.site.ground.database import Repository, lock
from ludarium.site.ground.mapping import Part, Values
from ludarium.site.ground.meant import IS_PLAYED
from ludarium.site.ground.table import is_of_game
from ludarium.site.ground.tables import leavers, matches, rating_changes, rating_model, seats
from ludarium.site.match.rows.reading import fetch_leavers, fetch_seats

_row = rating_changes.c
COUNTS = and_(matches.c.rated_at.is_not(None), matches.c.voided.is_(False))
"""The condition that a match is rated, and was not voided."""
_IN_ONE_QUERY = 500


class Belief(NamedTuple):
    """The belief of a model about a player's strength: its mean, and its standard deviation."""

    mean: float
    deviation: float


class Outcome(NamedTuple):
    """The outcome of a rated match: the ids of its players, and the scores by which they are compared.

    The result of a seat counts for the person who sat there first; one who left it has less than everybody else.
    """

    match_id: str
    game: str
    tempo: str
    people: tuple[str, ...]
    scores: tuple[float, ...]
    rated_at: float


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change of a person's rating by a match; `before` is None for the first one, `number` is that of the match.

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


def _belief(mean: float | None, deviation: float) -> Belief | None:
    return None if mean is None else Belief(mean, deviation)


class RatingTable(
    Values[RatingChange],
    table=rating_changes,
    value=RatingChange,
    computed={
        "before": Part(_belief, {"mean": _row.mean_before, "deviation": _row.deviation_before}),
        "after": Part(Belief, {"mean": _row.mean, "deviation": _row.deviation}),
        "number": matches.c.number,
        "private": matches.c.private,
    },
    joined=rating_changes.join(matches),
    order=(_row.rated_at, _row.person),
):
    """The rating changes of one database, in the order in which they were made."""

    def best_wins(self, person_id: str, limit: int) -> tuple[RatingChange, ...]:
        """Return the wins of a person over those whose rating then was higher, by that rating, the highest first.

        Private matches are not among them, nor matches for more than two.
        """
        other, third = rating_changes.alias(), rating_changes.alias()
        mine, theirs = (each.mean_before - 3 * each.deviation_before for each in (_row, other.c))
        against = and_(other.c.match_id == _row.match_id, other.c.person != _row.person)
        more = and_(third.c.match_id == _row.match_id, third.c.person.not_in([_row.person, other.c.person]))
        joined = rating_changes.join(other, against).join(matches, matches.c.id == _row.match_id)
        won = and_(_row.person == person_id, _row.score > other.c.score, theirs > mine, ~matches.c.private)
        chosen = select(_row.match_id).select_from(joined).where(won, ~exists().where(more))
        chosen = chosen.order_by(theirs.desc(), _row.match_id).limit(limit)
        with self.database.connect() as connection:
            ids = [*connection.execute(chosen).scalars()]
        found = self.find(person=person_id, match_id=ids)
        return tuple(sorted(found, key=lambda change: ids.index(change.match_id)))

    def latest(self, game: str, tempo: str) -> tuple[RatingChange, ...]:
        """Return the latest change of everybody who has a rating in a game and tempo."""
        last = select(_row.person, func.max(_row.rated_at).label("at")).where(_row.game == game, _row.tempo == tempo)
        newest = last.group_by(_row.person).subquery()
        chosen = select(_row.match_id, _row.person).join(
            newest, and_(newest.c.person == _row.person, newest.c.at == _row.rated_at)
        )
        with self.database.connect() as connection:
            ids = {tuple(row) for row in connection.execute(chosen)}
        found = self.find(game=game, tempo=tempo)
        return tuple(change for change in found if (change.match_id, change.person) in ids)

    def current(self, ids: Collection[str]) -> dict[tuple[str, str, str], Belief]:
        """Return the current beliefs about people, by person, game and tempo."""
        of = (_row.person, _row.game, _row.tempo)
        last = select(*of, func.max(_row.rated_at).label("at")).where(_row.person.in_(ids)).group_by(*of).subquery()
        same = and_(*(last.c[column.key] == column for column in of), last.c.at == _row.rated_at)
        chosen = select(*of, _row.mean, _row.deviation).join(last, same)
        with self.database.connect() as connection:
            return {(row[0], row[1], row[2]): Belief(row[3], row[4]) for row in connection.execute(chosen)}

    def outcomes(self, ids: Sequence[str] | None = None) -> tuple[Outcome, ...]:
        """Return the outcomes of all rated matches, or of some, in the order in which they ended; of none voided."""
        found: list[Outcome] = []
        with self.database.connect() as connection:
            chosen = [match_id for match_id, _ in fetch_rated(connection)] if ids is None else ids
            for first in range(0, len(chosen), _IN_ONE_QUERY):
                counting = and_(COUNTS, matches.c.id.in_(chosen[first : first + _IN_ONE_QUERY]))
                rows = connection.execute(select(matches).where(counting)).mappings().all()
                found += _outcomes(connection, rows)
        return tuple(sorted(found, key=lambda outcome: outcome.rated_at))

    def following(self, match_id: str) -> list[str]:
        """Return a rated match and the later ones whose rating changes depend on it.

        They are those of its game and tempo in which its players met others later, and those whom these met. No match
        is rated before the transaction ends.
        """
        with self.database.begin() as connection:
            lock(connection, "ratings")
            rated = and_(matches.c.id == match_id, matches.c.rated_at.is_not(None))
            row = connection.execute(select(matches).where(rated)).mappings().first()
            if row is None:
                return []
            (first,), affected = _outcomes(connection, [row]), [match_id]
            later = and_(_row.game == first.game, _row.tempo == first.tempo, _row.rated_at >= first.rated_at)
            played = defaultdict[str, list[str]](list)
            chosen = select(_row.match_id, _row.person).where(later).order_by(_row.rated_at)
            for found, person in connection.execute(chosen):
                played[found].append(person)
            met = set(first.people)
            for found, players in played.items():
                if found != match_id and not met.isdisjoint(players):
                    met.update(players)
                    affected.append(found)
            return affected

    def remove_of(self, ids: Sequence[str]) -> None:
        """Delete the rating changes by some matches."""
        for first in range(0, len(ids), _IN_ONE_QUERY):
            self.remove(match_id=ids[first : first + _IN_ONE_QUERY])

    def begin(self, match_id: str, ended_at: float) -> None:
        """Record when a match that has ended is rated: after all others.

        No other match is rated before the transaction ends.
        """
        with self.database.begin() as connection:
            lock(connection, "ratings")
            last = connection.execute(select(func.max(matches.c.rated_at))).scalar()
            rated_at = ended_at if last is None or ended_at > last else math.nextafter(last, math.inf)
            connection.execute(update(matches).where(matches.c.id == match_id).values(rated_at=rated_at))

    def beliefs(self, people: Iterable[str], game: str, tempo: str) -> list[Belief | None]:
        """Return the last beliefs about people in a game and tempo; None for a person without one."""
        same = and_(_row.game == game, _row.tempo == tempo)
        latest = select(_row.mean, _row.deviation).where(same).order_by(_row.rated_at.desc()).limit(1)
        with self.database.connect() as connection:
            found = (connection.execute(latest.where(_row.person == person)).first() for person in people)
            return [Belief(*row) if row else None for row in found]

    def write(self, outcome: Outcome, before: Sequence[Belief | None], after: Sequence[Belief]) -> None:
        """Insert the rating changes of the players of a match."""
        self.insert(*rows_of(outcome, before, after))


def rows_of(
    outcome: Outcome, before: Sequence[Belief | None], after: Sequence[Belief]
) -> Iterator[dict[str, str | float | None]]:
    """Yield the rows of the rating changes of the players of a match."""
    for person, score, was, now in zip(outcome.people, outcome.scores, before, after, strict=True):
        yield {
            "match_id": outcome.match_id, "person": person, "game": outcome.game, "tempo": outcome.tempo,
            "rated_at": outcome.rated_at, "score": score, "mean": now.mean, "deviation": now.deviation,
            "mean_before": was and was.mean, "deviation_before": was and was.deviation,
        }  # fmt: skip


def fetch_rated(connection: Connection) -> list[tuple[str, float]]:
    """Return the ids of all rated matches and the times at which they were rated, in their order; of none voided."""
    chosen = select(matches.c.id, matches.c.rated_at).where(COUNTS).order_by(matches.c.rated_at)
    return [(row[0], row[1]) for row in connection.execute(chosen)]


def _outcomes(connection: Connection, rows: Sequence[RowMapping]) -> Iterator[Outcome]:
    """Yield the outcomes of matches, but of those whose game is not installed any more, or which are damaged."""
    ids = [row["id"] for row in rows]
    seated = fetch_seats(connection, ids)
    left = {*connection.execute(select(leavers.c.match_id).where(leavers.c.match_id.in_(ids))).scalars()}
    for row in rows:
        try:
            payoffs = parse_result(row["result"], load_recorded(row["game"])) or ()
        except LudariumError:
            continue
        people, scores = [seat.assignment.person or "" for seat in seated[row["id"]]], [*payoffs]
        for gone in reversed(fetch_leavers(connection, row["id"])) if row["id"] in left else ():
            people[gone.leaver.seat] = gone.departure.person or ""
            scores[gone.leaver.seat] = min(payoffs) - 1.0
        game, tempo = name_in_spec(row["game"]), COMPUTERS if row["computers"] else tempo_of(row["clock"])
        yield Outcome(row["id"], game, tempo, tuple(people), tuple(scores), row["rated_at"])


COMPUTERS = "computers"
"""In place of the tempo: the ratings from matches in which accounts of bots take part, apart from all others."""


def tempo_of(clock: str | None) -> str:
    """Return the tempo of a match with a clock, as text, or with ticks: `live` or `correspondence`.

    >>> tempo_of("10d+36h/10d"), tempo_of("180+2"), tempo_of(None)
    ('correspondence', 'live', 'live')
    """
    return "correspondence" if clock and "/" in clock else "live"


Rated = tuple[Outcome, Sequence[Belief | None], Sequence[Belief]]
"""The outcome of a match, and the beliefs about its players before and after it."""

_DELETED = delete(rating_changes).where(and_(_row.match_id == bindparam("match"), _row.person == bindparam("person")))


class RatingHistory(Repository):
    """The rating changes of one database, all of which follow from its matches."""

    def model(self) -> int | None:
        """Return the number of the way in which all ratings were computed; None if that is not known."""
        with self.database.connect() as connection:
            return _fetch_model(connection)

    def rated(self) -> list[tuple[str, float]]:
        """Return the ids of the rated matches and when they were rated, in order; of none that a moderator voided."""
        with self.database.connect() as connection:
            return fetch_rated(connection)

    def hold(self) -> list[tuple[str, float]]:
        """Return the same; no match is rated before the transaction ends."""
        with self.database.begin() as connection:
            lock(connection, "ratings")
            return fetch_rated(connection)

    def replace(self, matches: Sequence[tuple[str, float]], changes: Iterable[Rated], model: int) -> int | None:
        """Replace the rating changes of all matches, of which `matches` are those that are rated.

        Return the number of rows that were deleted or inserted, or None, and change nothing, if other matches are
        rated now. What was stored of a match stays of which there is no change. No match is rated before the
        transaction ends.
        """
        wanted = {(each[0].match_id, str(row["person"])): row for each in changes for row in rows_of(*each)}
        computed = {match_id for match_id, _ in wanted}
        with self.database.begin() as connection:
            if self.hold() != matches:
                return None
            unknown = {match_id for match_id, _ in matches} - computed
            rows = connection.execute(select(*(column.label(column.key) for column in _row))).mappings()
            stored = {(row["match_id"], row["person"]): dict(row) for row in rows}
            gone = [key for key, row in stored.items() if key[0] not in unknown and wanted.get(key) != row]
            new = [row for key, row in wanted.items() if stored.get(key) != row]
            if gone:
                connection.execute(_DELETED, [{"match": match_id, "person": person} for match_id, person in gone])
            if new:
                connection.execute(insert(rating_changes), new)
            if _fetch_model(connection) is None:
                connection.execute(insert(rating_model).values(id=1, number=model))
            connection.execute(update(rating_model).values(number=model))
            return len(gone) + len(new)


def _fetch_model(connection: Connection) -> int | None:
    found: int | None = connection.execute(select(rating_model.c.number)).scalar()
    return found


class MatchResult(NamedTuple):
    """The result of a match: its payoffs as text, and the people of its seats; None is a bot or a guest."""

    id: str
    number: int
    game: str
    result: str
    ending: str
    turns: int
    ended_at: float
    private: bool
    people: tuple[str | None, ...]


class ResultTable(Repository):
    """The results in one database."""

    def of_game(self, game: str) -> list[MatchResult]:
        """Return the results of a game, with any options, in the order of their ends.

        Those of positions that were set up do not count, nor those that a moderator has voided.
        """
        ours = is_of_game(matches.c.game, game)
        names = ("id", "number", "game", "result", "ending", "turns", "updated_at", "private")
        chosen = (
            select(*(matches.c[name] for name in names), seats.c.person)
            .join(seats)
            .where(ours, IS_PLAYED, matches.c.position.is_(None), matches.c.voided.is_(False))
            .order_by(matches.c.updated_at, matches.c.id, seats.c.seat)
        )
        found: list[MatchResult] = []
        with self.database.connect() as connection:
            for row in connection.execute(chosen).mappings():
                if found and found[-1].id == row["id"]:
                    found[-1] = found[-1]._replace(people=(*found[-1].people, row["person_id"]))
                else:
                    values = (row[name] for name in names)
                    found.append(MatchResult._make((*values, (row["person_id"],))))
        return found
