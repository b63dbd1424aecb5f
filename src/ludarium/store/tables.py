"""The tables of the database, in types that every database has.

A match is a row; its seats and turns are rows that refer to it. A person is a row, to which seats and sessions refer.
Times are seconds since 1970.
"""

from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={  # so that migrations can refer to indices and keys by name
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _match_id() -> Column[str]:
    return Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def _person_id(name: str = "person_id", **options: Any) -> Column[str]:  # Any: the options of a column
    return Column(name, String(32), ForeignKey("people.id"), **options)


people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("named", Boolean, nullable=False),  # whether the person has chosen the name
    Column("created_at", Double, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("browser", Text, nullable=False),  # what the browser says of itself, shown to the person only
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("answerable_since", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("position", Text),
    Column("clock", Text),
    Column("dice", Text, nullable=False),
    Column("offer", JSON(none_as_null=True)),  # its kind, the seat that made it, the seats that have accepted
    Column("sealed", JSON, nullable=False),  # the orders of a simultaneous turn that is not complete, by seat
    Column("result", Text, nullable=False),
    Column("ending", Text, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False, index=True),
    Column("turn_started_at", Double, nullable=False),
    Column("live", JSON(none_as_null=True)),  # tick in seconds, seats that are ready, expiry time, keeper
    Column("deadline", Double, index=True),  # when the clock of a seat that must act runs out
    _person_id("host_id"),  # who created the match
)

seats = Table(
    "seats",
    metadata,
    _match_id(),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("value", Double),  # the last estimate of its payoff by its bot
    Column("points", Integer, index=True),  # of a winner, if the match began as usual
    Column("due", Boolean, nullable=False),  # whether a bot worker must find a turn
    Column("claimed_by", String(64)),  # the worker that has claimed the seat,
    Column("claim_expires_at", Double, nullable=False),  # and when another may take over
    _person_id(index=True),
    Column("invitation", String(32)),  # the token of an open seat's link,
    Column("invited_at", Double),  # and when it was made
    Column("awaited", Boolean, nullable=False, server_default=false()),  # whether a person must choose a turn
    Index(None, "due", "claim_expires_at"),
)

turns = Table(
    "turns",
    metadata,
    _match_id(),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("took", Double),
    Column("time_left", Double),
    Column("played_at", Double, nullable=False),
)
