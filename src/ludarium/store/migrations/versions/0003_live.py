"""Matches that are played live."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add a column for the tick and the ready seats of a live match."""
    op.add_column("matches", sa.Column("live", sa.JSON(none_as_null=True), nullable=True))
