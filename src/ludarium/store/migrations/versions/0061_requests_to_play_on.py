"""Why people are asked to play on, who has declined it, and when those left whom somebody else has replaced."""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    """Add the columns; what was not written down before is unknown."""
    op.add_column("tournament_waiting", sa.Column("reason", sa.Text(), nullable=True))
    op.add_column("tournament_waiting", sa.Column("declined_at", sa.Double(), nullable=True))
    op.add_column("tournament_entries", sa.Column("former_left", sa.Double(), nullable=True))
