"""Positions that bots of a chosen strength are asked about, by themselves as a person steps through a study."""

import sqlalchemy as sa
from alembic import op

revision = "0068"
down_revision = "0067"


def upgrade() -> None:
    """Add the columns."""
    with op.batch_alter_table("position_searches") as table:
        table.add_column(sa.Column("level", sa.String(16), nullable=False, server_default=sa.text("''")))
        table.add_column(sa.Column("lapses_at", sa.Double()))
