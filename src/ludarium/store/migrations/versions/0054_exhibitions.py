"""Simultaneous exhibitions and team matches."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"


def upgrade() -> None:
    """Add who plays against everybody, who begins, the names of the teams, and the team of each player."""
    op.add_column("tournaments", sa.Column("exhibitor_id", sa.String(32), nullable=True))
    op.add_column("tournaments", sa.Column("first_turn", sa.String(16), nullable=False, server_default=""))
    op.add_column("tournaments", sa.Column("teams", sa.Text(), nullable=False, server_default=""))
    op.add_column("tournament_entries", sa.Column("team", sa.SmallInteger(), nullable=True))
