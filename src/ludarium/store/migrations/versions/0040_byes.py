"""Tie-breaks of tournaments, and byes on request."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    """Add the columns; the tables of former tournaments stay in their order."""
    op.add_column("tournaments", sa.Column("ties", sa.String(64), nullable=False, server_default=""))
    op.execute("UPDATE tournaments SET ties = 'berger wins' WHERE kind = 'round-robin'")
    op.execute("UPDATE tournaments SET ties = 'buchholz berger' WHERE kind = 'swiss'")
    op.add_column("tournament_entries", sa.Column("bye_round", sa.SmallInteger(), nullable=True))
