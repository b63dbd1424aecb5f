"""Duplicate tournaments: dice that several matches share, and the level of the bot against which all play."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("matches", sa.Column("dice_id", sa.String(32), nullable=True))
    op.add_column("matches", sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tournaments", sa.Column("opponent", sa.String(64), nullable=False, server_default=sa.text("''")))
