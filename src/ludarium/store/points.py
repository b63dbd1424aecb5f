"""Who has won the most points, of each set-up of a game."""

from sqlalchemy import Connection, func, or_, select

from ludarium.store.tables import matches, seats
from ludarium.store.views import HighScore, SeatAssignment


def most_points(connection: Connection, game: str, limit: int) -> tuple[HighScore, ...]:
    """So many prizes of each set-up of a game of this name, the most points first, of equal ones the earliest."""
    best = (seats.c.points.desc(), matches.c.updated)
    place = func.row_number().over(partition_by=matches.c.game, order_by=best).label("place")
    named = or_(matches.c.game == game, matches.c.game.startswith(f"{game}(", autoescape=True))
    won = (
        select(matches.c.id, matches.c.game, seats.c.kind, seats.c.name, seats.c.points, matches.c.updated, place)
        .join(seats)
        .where(seats.c.points > 0, named)
        .subquery()
    )
    chosen = select(won).where(won.c.place <= limit).order_by(won.c.game, won.c.place)
    return tuple(
        HighScore(row["id"], row["game"], SeatAssignment(row["kind"], row["name"]), row["points"], row["updated"])
        for row in connection.execute(chosen).mappings()
    )
