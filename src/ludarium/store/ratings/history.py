"""All rating changes of a database, and the number of the way in which they were computed."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, and_, bindparam, delete, insert, select, update

from ludarium.store.database import Repository, lock
from ludarium.store.ratings.ratings import Belief, Outcome, fetch_rated, rows_of
from ludarium.store.tables import rating_changes, rating_model

Rated = tuple[Outcome, Sequence[Belief | None], Sequence[Belief]]
"""The outcome of a match, and the beliefs about its players before and after it."""
_row = rating_changes.c
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
