"""Tournaments that were played and published elsewhere, and are played again."""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"


def upgrade() -> None:
    """Add the column; none of the tournaments is one of those."""
    op.add_column("tournaments", sa.Column("published", sa.Boolean(), nullable=False, server_default=sa.false()))
