"""Arenas go on for some minutes, and their games know which wave was paired after them."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tournaments", sa.Column("minutes", sa.SmallInteger))
    op.add_column("tournaments", sa.Column("streaks", sa.Boolean, nullable=False, server_default=sa.text("false")))
    op.add_column("tournament_boards", sa.Column("known", sa.SmallInteger))
