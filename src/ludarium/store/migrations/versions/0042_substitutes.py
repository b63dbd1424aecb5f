"""Substitutes in leagues: who offers to stand in, and for whom somebody plays."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    """Add the columns; nobody has offered to stand in yet."""
    op.add_column("league_entries", sa.Column("stands_in", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tournament_entries", sa.Column("former_id", sa.String(32), nullable=True))
