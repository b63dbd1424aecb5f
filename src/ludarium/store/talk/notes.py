"""Private notes of people on the positions of matches."""

from sqlalchemy import bindparam, delete, func, insert, select, update

from ludarium.store.database import Repository, lock
from ludarium.store.prepared import Prepared
from ludarium.store.tables import position_notes

_row = position_notes.c
_OF_MATCH = Prepared(
    select(_row.turn, _row.text)
    .where(_row.match_id == bindparam("match"), _row.person_id == bindparam("person"))
    .order_by(_row.turn)
)


class PositionNoteTable(Repository):
    """The notes on positions in one database: one of a person for each position of a match."""

    def of(self, match_id: str, person_id: str) -> dict[int, str]:
        """Return a person's notes on the positions of a match, by the number of turns before them."""
        with self.database.connect() as connection:
            return dict(_OF_MATCH.all(connection, {"match": match_id, "person": person_id}))

    def save(self, match_id: str, person_id: str, turn: int, text: str, now: float) -> None:
        """Store a note; an empty text deletes it."""
        ours = (_row.match_id == match_id, _row.person_id == person_id, _row.turn == turn)
        with self.database.begin() as connection:
            lock(connection, f"notes {person_id}")
            if not text:
                connection.execute(delete(position_notes).where(*ours))
            elif not connection.execute(update(position_notes).where(*ours).values(text=text, noted_at=now)).rowcount:
                values = {"match_id": match_id, "person_id": person_id, "turn": turn, "text": text, "noted_at": now}
                connection.execute(insert(position_notes).values(**values))

    def count(self, person_id: str) -> int:
        """Return how many notes a person has."""
        counted = select(func.count()).select_from(position_notes).where(_row.person_id == person_id)
        with self.database.begin() as connection:
            lock(connection, f"notes {person_id}")
            return int(connection.execute(counted).scalar_one())

    def of_person(self, person_id: str) -> tuple[tuple[str, int, str], ...]:
        """Return all notes of a person: the match, the number of turns before the position, and the text."""
        chosen = select(_row.match_id, _row.turn, _row.text).where(_row.person_id == person_id)
        with self.database.connect() as connection:
            found = connection.execute(chosen.order_by(_row.match_id, _row.turn))
            return tuple((row[0], row[1], row[2]) for row in found)
