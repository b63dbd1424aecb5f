"""The network from which a match was begun, for the quotas."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("origin", sa.String(32), nullable=True))
    op.create_index(op.f("ix_matches_origin"), "matches", ["origin"], unique=False)
