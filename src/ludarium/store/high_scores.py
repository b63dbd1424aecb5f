"""The highest points of winners, for each configuration of a game."""

from sqlalchemy import Connection, func, or_, select

from ludarium.store.rows import HighScore, SeatAssignment
from ludarium.store.tables import matches, seats


def fetch_high_scores(connection: Connection, game: str, limit: int) -> tuple[HighScore, ...]:
    """Return at most `limit` high scores of each configuration of a game: the most points first, then the earliest."""
    best = (seats.c.points.desc(), matches.c.updated_at)
    place = func.row_number().over(partition_by=matches.c.game, order_by=best).label("place")
    named = or_(matches.c.game == game, matches.c.game.startswith(f"{game}(", autoescape=True))
    won = (
        select(matches.c.id, matches.c.game, seats.c.kind, seats.c.name, seats.c.points, matches.c.updated_at, place)
        .join(seats)
        .where(seats.c.points > 0, named)
        .subquery()
    )
    chosen = select(won).where(won.c.place <= limit).order_by(won.c.game, won.c.place)
    return tuple(
        HighScore(row["id"], row["game"], SeatAssignment(row["kind"], row["name"]), row["points"], row["updated_at"])
        for row in connection.execute(chosen).mappings()
    )
