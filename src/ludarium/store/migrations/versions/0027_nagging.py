"""Reminders after so many idle days, as a challenge has said for its match."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the columns; matches so far remind as their people have set it."""
    op.add_column("matches", sa.Column("nag_days", sa.SmallInteger(), nullable=True))
    op.add_column("match_challenges", sa.Column("nag_days", sa.SmallInteger(), nullable=True))
