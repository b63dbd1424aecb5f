"""The tables of the database, in words that every database understands.

A match is a row, and its seats and turns are rows that belong to it. Times are seconds since 1970.
"""

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
)

metadata = MetaData(
    naming_convention={  # so that a migration can name what it changes
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _match_id() -> Column[str]:
    return Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("settled", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("position", Text),
    Column("clock", Text),
    Column("dice", Text, nullable=False),
    Column("offer", JSON(none_as_null=True)),  # its kind, the seat that made it, the seats that have accepted
    Column("sealed", JSON, nullable=False),  # the orders of a joint turn that is not complete, by seat
    Column("result", Text, nullable=False),
    Column("ending", Text, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False, index=True),
    Column("began", Double, nullable=False),
    Column("live", JSON(none_as_null=True)),  # the seconds of a tick, the seats that are ready, until when it runs
    Column("deadline", Double, index=True),  # when the clock of a seat that must act runs out
)

seats = Table(
    "seats",
    metadata,
    _match_id(),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("value", Double),  # what its bot thought it worth when it last moved
    Column("points", Integer, index=True),  # what it has earned by winning from the usual beginning
    Column("due", Boolean, nullable=False),  # a bot that must act
    Column("claimed_by", String(64)),  # the process in which it thinks,
    Column("claimed_until", Double, nullable=False),  # and until when no other may take over
    Index(None, "due", "claimed_until"),
)

turns = Table(
    "turns",
    metadata,
    _match_id(),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("took", Double),
    Column("time_left", Double),
    Column("played", Double, nullable=False),
)
