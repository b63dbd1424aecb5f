"""Private notes of people on the positions of matches."""

from typing import NamedTuple

from sqlalchemy import bindparam, select

from ludarium.store.mapping import Values
from ludarium.store.prepared import Prepared
from ludarium.store.tables import position_notes

_row = position_notes.c
_OF_MATCH = Prepared(
    select(_row.turn, _row.text)
    .where(_row.match_id == bindparam("match"), _row.person == bindparam("person"))
    .order_by(_row.turn)
)


class PositionNote(NamedTuple):
    """A note on the position after a number of turns of a match."""

    match: str
    turn: int
    text: str


class PositionNoteTable(
    Values[PositionNote],
    table=position_notes,
    value=PositionNote,
    computed={"match": _row.match_id},
    order=(_row.match_id, _row.turn),
):
    """The notes on positions in one database: one of a person for each position of a match."""

    def of(self, match_id: str, person_id: str) -> dict[int, str]:
        """Return a person's notes on the positions of a match, by the number of turns before them."""
        with self.database.connect() as connection:
            return dict(_OF_MATCH.all(connection, {"match": match_id, "person": person_id}))

    def save(self, match_id: str, person_id: str, turn: int, text: str, now: float) -> None:
        """Store a note, in a transaction that has locked those of the person; an empty text deletes it."""
        if text:
            self.put(match_id=match_id, person=person_id, turn=turn, text=text, noted_at=now)
        else:
            self.remove((match_id, person_id, turn))
