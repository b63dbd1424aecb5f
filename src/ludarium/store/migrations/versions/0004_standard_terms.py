"""Columns of times that end in `_at`, and the standard names of bots' options."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_COLUMNS = {
    "matches": {
        "settled": "answerable_since",
        "created": "created_at",
        "updated": "updated_at",
        "began": "turn_started_at",
    },
    "seats": {"claimed_until": "claim_expires_at"},
    "turns": {"played": "played_at"},
}
_BOTS = {
    r"\bplayouts=": "simulations=",
    r"\bevaluate=usual\b": "evaluate=default",
    r"\bevaluate=playout\b": "evaluate=rollout",
}


def upgrade() -> None:
    """Rename columns and indices in place, then the options of the bots on seats."""
    op.drop_index(op.f("ix_matches_updated"), "matches")
    op.drop_index(op.f("ix_seats_due_claimed_until"), "seats")
    for table, names in _COLUMNS.items():
        for old, new in names.items():
            # not in a batch: on SQLite that drops the old table, and with it all rows that refer to it
            op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    op.create_index(op.f("ix_matches_updated_at"), "matches", ["updated_at"], unique=False)
    op.create_index(op.f("ix_seats_due_claim_expires_at"), "seats", ["due", "claim_expires_at"], unique=False)
    seats = sa.table("seats", sa.column("kind", sa.String()), sa.column("name", sa.Text()))
    bots = sa.select(seats.c.name).distinct().where(seats.c.kind == "bot", seats.c.name.contains("="))
    connection = op.get_bind()
    for name in connection.execute(bots).scalars().all():
        renamed = name
        for old, new in _BOTS.items():
            renamed = re.sub(old, new, renamed)
        if renamed != name:
            ours = sa.and_(seats.c.kind == "bot", seats.c.name == name)
            connection.execute(seats.update().where(ours).values(name=renamed))
