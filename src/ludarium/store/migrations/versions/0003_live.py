"""Matches that are played live."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Keep how with the matches."""
    op.add_column("matches", sa.Column("live", sa.JSON(none_as_null=True), nullable=True))
