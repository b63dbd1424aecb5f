"""The rows of players who left their seats."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from ludarium.match.data import Leaver
from ludarium.store.rows import Departure, StoredMatch
from ludarium.store.tables import leavers

_LEAVERS = select(leavers).where(leavers.c.match_id == bindparam("id")).order_by(leavers.c.number)


class LeaverRow(NamedTuple):
    """A row of the table: the leaver as in the record, and the people."""

    leaver: Leaver
    departure: Departure


def fetch_leavers(connection: Connection, match_id: str) -> Sequence[LeaverRow]:
    """Return who left the seats of a match, in order."""
    return [
        LeaverRow(
            Leaver(row["seat"], row["turns"], row["reason"], row["name"], row["stand_in"], row["replaced_at"]),
            Departure(row["person_id"], row["left_at"], row["replaced_by"]),
        )
        for row in connection.execute(_LEAVERS, {"id": match_id}).mappings()
    ]


def write_leavers(connection: Connection, old: StoredMatch, new: StoredMatch) -> None:
    """Replace the rows if they have changed."""
    if (old.match.leavers, old.departures) == (new.match.leavers, new.departures):
        return
    connection.execute(delete(leavers).where(leavers.c.match_id == new.id))
    rows = [
        {
            "match_id": new.id, "number": number, "seat": leaver.seat, "turns": leaver.turns, "reason": leaver.reason,
            "name": leaver.name, "person": departure.person, "left_at": departure.left_at,
            "stand_in": leaver.replaced_by, "replaced_at": leaver.replaced_at, "replaced_by": departure.replaced_by,
        }
        for number, (leaver, departure) in enumerate(zip(new.match.leavers, new.departures, strict=True), 1)
    ]  # fmt: skip
    connection.execute(insert(leavers), rows)
