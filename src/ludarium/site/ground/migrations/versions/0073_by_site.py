"""Tournaments that the site makes by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0073"
down_revision = "0072"


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("tournaments") as table:
        table.add_column(sa.Column("by_site", sa.Boolean(), nullable=False, server_default=sa.false()))
