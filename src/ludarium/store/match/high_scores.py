"""The highest points of winners, for each configuration of a game."""

from collections.abc import Iterator
from itertools import count, islice
from typing import Any

from sqlalchemy import Connection, func, select

from ludarium.store.rows import HighScore, SeatAssignment
from ludarium.store.table import is_of_game
from ludarium.store.tables import matches, seats

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
