"""Duplicate tournaments: dice that several matches share, and the level of the bot against which all play."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"


def upgrade() -> None:
    """Add the columns."""
    with op.batch_alter_table("matches") as table:
        table.add_column(sa.Column("dice_id", sa.String(32), nullable=True))
    with op.batch_alter_table("tournaments") as table:
        table.add_column(sa.Column("opponent", sa.String(64), nullable=False, server_default=sa.text("''")))
