"""The points that winners have earned."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a column for them to the seats."""
    op.add_column("seats", sa.Column("points", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_seats_points"), "seats", ["points"], unique=False)
