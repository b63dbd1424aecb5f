"""Appointments: challenges to live matches that begin at a time."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    """Add the columns of times to the challenges."""
    op.add_column("match_challenges", sa.Column("times", sa.Text(), nullable=False, server_default=""))
    op.add_column("match_challenges", sa.Column("starts_at", sa.Double(), nullable=True))
    op.add_column("match_challenges", sa.Column("own_nonce", sa.String(64), nullable=False, server_default=""))
    op.add_column("match_challenges", sa.Column("due_at", sa.Double(), nullable=True))
    op.create_index(op.f("ix_match_challenges_due_at"), "match_challenges", ["due_at"], unique=False)
